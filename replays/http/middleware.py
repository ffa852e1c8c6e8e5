"""Problems for everything under /api/ that never reached a view of the API."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.decorators import sync_and_async_middleware

from replays.http.problems import PROBLEM_JSON, problem

PREFIX = "/api/"
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def problems_middleware(
    get_response: Callable[[HttpRequest], Answer],
) -> Callable[[HttpRequest], Answer]:
    """Give errors under /api/ that Django itself answered the same form as all others."""
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            return _as_problem(request, await get_response(request))

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)  # noqa: S101  (the synchronous half)
        return _as_problem(request, response)

    return now


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
