"""A page about a log that is not what was written says so, whatever kind of log it is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from replays.errors import CorruptStream


class DamagedLogMiddleware(MiddlewareMixin):
    """Answers 409 where a view would have shown a damaged log; the API has words of its own."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, CorruptStream):
            return None
        context = {"message": exception.message}
        return render(request, "replays/unreadable.html", context, status=409)
