"""Headers that every answer carries."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'"
)

WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:"
"""For the response of a worker's script alone: it runs WebAssembly, and no page does."""


class SecurityHeadersMiddleware(MiddlewareMixin):
    """Allow scripts and data from this site only, and frames only where a view asks for them."""

    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        framed = getattr(response, "xframe_options_exempt", False)
        policy = _POLICY if framed else f"{_POLICY}; frame-ancestors 'none'"
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
        return response
