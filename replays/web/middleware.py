"""What the pages do not do themselves: things that are not there, or for others, damaged logs."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from replays.errors import CorruptStream, KaitenError, RulesMissing
from replays.http.middleware import PREFIX
from replays.web.access import onlooker_of


class OnlookerMiddleware(MiddlewareMixin):
    """Lets pages look for what the visitor may not know of under an id that nothing has.

    Whatever they answer then is what an unknown id gets. The API does the same for tokens too.
    """

    def process_view(
        self,
        request: HttpRequest,
        _view: Callable[..., HttpResponseBase],
        _args: list[Any],
        address: dict[str, Any],
    ) -> None:
        if address and not request.path_info.startswith(PREFIX):
            for name in onlooker_of(request).missing(address):
                address[name] = type(address[name])(str(uuid4()))

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Keep what depends on who asks out of caches that others share."""
        if hasattr(request, "onlooker"):
            patch_vary_headers(response, ["Cookie"])
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class RefusedPageMiddleware(MiddlewareMixin):
    """Answers 404 for what is not there, 409 for a damaged log or rules that are not here.

    The API has its own words.
    """

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, CorruptStream | RulesMissing):
            missing = isinstance(exception, RulesMissing)
            context = {"message": exception.message, "missing": missing}
            return render(request, "replays/unreadable.html", context, status=409)
        if isinstance(exception, KaitenError) and exception.status == 404:
            raise Http404 from exception
        return None
