"""503 instead of 500 while the database, the cache or the broker is away or too busy."""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.views import defaults

from config.unsent import can_be_sent_again, kept
from replays.errors import StoreBusy
from replays.http.middleware import PREFIX
from replays.http.problems import AWAY_SECONDS, BUSY_SECONDS, problem_of
from replays.outages import is_away, is_contended

logger = logging.getLogger(__name__)


class UnavailableMiddleware(MiddlewareMixin):
    """Answers for views; what middleware itself raises ends in `server_error` below."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return unavailable(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody caught; Django calls this while it handles the exception."""
    error = sys.exc_info()[1]
    answer = unavailable(request, error) if isinstance(error, Exception) else None
    return answer or defaults.server_error(request)


def unavailable(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Return a 503 in the form that was asked for; it needs neither database nor cache."""
    if isinstance(error, StoreBusy) or is_contended(error):
        seconds = BUSY_SECONDS
    elif is_away(error):
        seconds = AWAY_SECONDS
    else:
        return None
    # The user's own settings are in the database: the language is that of the browser.
    with translation.override(translation.get_language_from_request(request)):
        if request.path_info.startswith(PREFIX):
            return problem_of(error)
        logger.warning("%s has to wait: %s", request.path_info, error)
        answer = _page(request)
    answer.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(answer)
    return answer


def _page(request: HttpRequest) -> HttpResponse:
    if "HX-Request" in request.headers:
        return HttpResponse(render_to_string("partials/_unavailable.html"), status=503)
    if can_be_sent_again(request):
        return kept(request, 503, "unavailable")
    return HttpResponse(render_to_string("503.html"), status=503)
