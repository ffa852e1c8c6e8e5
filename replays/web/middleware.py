"""What the pages do not do themselves: things that are not there, or for others, damaged logs."""

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language

from replays.errors import CorruptStream, KaitenError, RulesMissing
from replays.http.middleware import UNMOUNTED
from replays.kept import Kept
from replays.web.access import onlooker_of

SAME_SECONDS = 5
"""For so long at most visitors get the page that one of them has asked for."""

_pages: Kept[bytes] = Kept(limit=64)


class OnlookerMiddleware(MiddlewareMixin):
    """Lets pages look for what the visitor may not know of under an id that nothing has.

    Whatever they answer then is what an unknown id gets. The API does the same for tokens too, and
    what is live asks for as long as it is followed.
    """

    def process_view(
        self,
        request: HttpRequest,
        _view: Callable[..., HttpResponseBase],
        _args: list[Any],
        address: dict[str, Any],
    ) -> None:
        if address and not request.path_info.startswith(UNMOUNTED):
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


class FollowedPageMiddleware(MiddlewareMixin):
    """Makes a page that visitors follow once for all who ask for it at the same moment.

    It stands behind `OnlookerMiddleware`, which has asked who may know of what the address names.
    """

    def process_view(
        self,
        request: HttpRequest,
        _view: Callable[..., HttpResponseBase],
        _args: list[Any],
        address: dict[str, Any],
    ) -> HttpResponse | None:
        mark = request.headers.get("X-Follow", "")
        setattr(request, "follows", bool(mark))  # noqa: B010  (the request has no such field)
        if not mark or request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return None
        moment = int(time.monotonic() / SAME_SECONDS)
        key = (request.get_full_path(), get_language(), mark[:80], moment, *address.values())
        setattr(request, "followed_as", key)  # noqa: B010  (same)
        page = _pages.find(key)
        return HttpResponse(page) if page is not None else None

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        key = getattr(request, "followed_as", None)
        if key is not None and response.status_code == 200 and isinstance(response, HttpResponse):
            page = response.content
            # What has a secret of its own in it is for one visitor alone.
            if b"csrfmiddlewaretoken" not in page:
                _pages.get(key, lambda: page)
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
