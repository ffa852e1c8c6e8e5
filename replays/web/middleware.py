"""What the pages do not catch themselves: things that are not there, and logs that are damaged."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from replays.errors import CorruptStream, KaitenError, RulesMissing


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
