"""What surrounds every request, and problems for what never reached a view of the API."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from replays.http.problems import PROBLEM_JSON, problem
from replays.recall import recalling

PREFIX = "/api/"
UNMOUNTED = ("/admin/", PREFIX, "/healthz", "/live/", "/static/")
"""What belongs to no club and has no address within one."""
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}

View = Callable[[HttpRequest], HttpResponseBase]


def one_thread_middleware(get_response: View) -> View:
    """Let one thread do a whole request, and ask nothing twice as long as nothing is written.

    It stands first and cannot be awaited, so nothing behind it is: changing between threads for
    every middleware would cost more than most of them do.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        with recalling():
            return get_response(request)

    return answer


def problems_middleware(get_response: View) -> View:
    """Give errors under /api/ that Django itself answered the same form as all others."""
    return lambda request: _as_problem(request, get_response(request))


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    status = response.status_code
    if status < 400 or not request.path_info.startswith(PREFIX):
        return response
    if response.headers.get("Content-Type", "").startswith(PROBLEM_JSON):
        return response
    with translation.override(translation.get_language_from_request(request)):
        code = CODES.get(status, "bad_request" if status < 500 else "error")
        headers = {
            name: response.headers[name]
            for name in ("Allow", "Retry-After")
            if name in response.headers
        }
        return problem(status, code, headers=headers)
