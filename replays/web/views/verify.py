"""Checking a record while somebody watches."""

from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.views import APIView

from games.core.viewer import ARBITER
from replays.http.throttles import VerifyThrottle
from replays.models import Match
from replays.selectors.library import get_match
from replays.selectors.logs import version_of
from replays.services.verify import verify_stream
from replays.web.access import is_swap, sight_of
from replays.web.pages import match_title
from replays.web.verifying import Found, found_in, too_often


@require_safe
def verify(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Check the chain, the anchors and the rules of a log again, and say what was found."""
    match = get_match(match_id)
    throttle = VerifyThrottle()
    # A throttle looks at nothing but the account and the address of who asks.
    if throttle.allow_request(cast(Request, request), APIView()):
        return _told(request, match, _checked(request, match))
    # htmx shows refusals of this status.
    status = 422 if is_swap(request) else 429
    return _told(request, match, too_often(throttle.wait()), status=status)


def _checked(request: HttpRequest, match: Match) -> Found:
    sight = sight_of(request, match)
    report = verify_stream(match.pk)
    if sight.horizon is not None:
        report = report.up_to(version_of(match.pk, until=sight.horizon))
    return found_in(report, match, reads_all=ARBITER in sight.permitted)


def _told(request: HttpRequest, match: Match, found: Found, status: int = 200) -> HttpResponse:
    template = "replays/partials/_verified.html" if is_swap(request) else "replays/verified.html"
    context = {"match": match, "title": match_title(match), "found": found}
    response = render(request, template, context, status=status)
    add_never_cache_headers(response)
    return response
