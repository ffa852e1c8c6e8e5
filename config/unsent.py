"""Forms that were not taken: whatever happened, what was typed into them is kept.

A script (`kaiten/js/sending.js`) still has the form and is only told why. A browser without scripts
gets a page that holds what it sent, and a button that sends it again.
"""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase, HttpResponseRedirectBase
from django.middleware.csrf import get_token
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from replays.http.middleware import PREFIX

ACCOUNT = "Kaiten-Account"
"""For whom the page was made that sends this."""
REFUSED = "Kaiten-Refused"
"""Why it was not taken: `session_ended` or `csrf`."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
_LOGIN_PAGES = (settings.LOGIN_URL, "admin:login")
_TOKEN = "csrfmiddlewaretoken"  # noqa: S105  (the name of a field)
# Never sent back to a browser, however the form that holds them is called.
_SECRET = re.compile(r"password|secret|token|code|otp", re.IGNORECASE)


class UnsentMiddleware(MiddlewareMixin):
    """Lets nothing be written for somebody else than the page was made for, and nothing be lost."""

    def process_view(self, request: HttpRequest, *_args: object) -> HttpResponse | None:
        meant_for = request.headers.get(ACCOUNT)
        if meant_for is None or request.method in _SAFE or meant_for == _account(request):
            return None
        return _told(request, 401, "session_ended")

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if _asks_to_log_in(response):
            if "HX-Request" in request.headers:
                return _told(request, 401, "session_ended")
            if can_be_sent_again(request):
                return kept(request, 401, "session_ended")
        elif response.status_code == 404 and can_be_sent_again(request) and not _account(request):
            # Where it is shown to members alone: it looks the same if there is nothing at all.
            return kept(request, 404, "not_found")
        return response


def csrf_failure(
    request: HttpRequest,
    reason: str = "",  # noqa: ARG001  (Django names it)
) -> HttpResponse:
    """Answer a form whose token is too old, or which another site has sent."""
    if "HX-Request" in request.headers:
        return _told(request, 403, "csrf")
    if can_be_sent_again(request):
        return kept(request, 403, "csrf")
    return render(request, "403_csrf.html", status=403)


@never_cache
@require_safe
def session(request: HttpRequest) -> JsonResponse:
    """Say who is logged in here, and give the token that their forms need now."""
    return JsonResponse(
        {
            "account": _account(request),
            "name": request.user.get_username(),
            "token": get_token(request),
        }
    )


def can_be_sent_again(request: HttpRequest) -> bool:
    """Say whether a page of this site sent a form.

    What another site made a browser send must never become a button that needs only one click.
    """
    if request.method != "POST" or request.content_type not in _FORMS:
        return False
    if request.path_info.startswith(PREFIX):
        return False
    # Browsers say it themselves; over plain HTTP they name only the origin.
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def kept(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    """Return the page that holds what was sent; it needs neither database nor cache."""
    sent = [
        (name, value) for name, values in request.POST.lists() for value in values if name != _TOKEN
    ]
    context = {
        "reason": reason,
        "fields": [(name, value) for name, value in sent if not _SECRET.search(name)],
        "secrets": [name for name, _value in sent if _SECRET.search(name)],
        "files": [
            (name, file.name) for name in request.FILES for file in request.FILES.getlist(name)
        ],
        "login": resolve_url(settings.LOGIN_URL),
    }
    text = render_to_string("unsent.html", context, request)
    answer = HttpResponse(text, status=status, headers={REFUSED: reason})
    add_never_cache_headers(answer)
    return answer


def _told(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    """Return a short answer for a script, which reads the reason in a header."""
    text = render_to_string("partials/_refused.html", {"reason": reason}, request)
    answer = HttpResponse(text, status=status, headers={REFUSED: reason})
    add_never_cache_headers(answer)
    return answer


def _asks_to_log_in(response: HttpResponseBase) -> bool:
    if not isinstance(response, HttpResponseRedirectBase):
        return False
    page, _, query = response.url.partition("?")
    # Only who has to come back is told where to: a new password leads to the login page, too.
    return "next=" in query and page in {resolve_url(name) for name in _LOGIN_PAGES}


def _account(request: HttpRequest) -> str:
    return str(request.user.pk or "")
