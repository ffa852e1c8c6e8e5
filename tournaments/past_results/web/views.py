"""Past results from a spreadsheet: choose a file or paste lines, look at every one, import."""

import base64
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from replays import actions
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from tournaments.past_results.examples import example_file
from tournaments.past_results.rows import Wanted
from tournaments.past_results.services.imports import import_results, preview_results
from tournaments.past_results.web.forms import DecisionForm, FileForm
from tournaments.past_results.web.pages import Page
from tournaments.people.models import Club
from tournaments.people.rights import PLAYER_WRITE
from tournaments.people.web.access import clubs_to_write
from tournaments.spreadsheets import CSV_TYPE

REFUSED = 422


@require_safe
def example(_request: HttpRequest) -> HttpResponse:
    """Give a file to begin with, marked so that spreadsheets read its accents."""
    response = HttpResponse(example_file().encode("utf-8-sig"), content_type=CSV_TYPE)
    response.headers["Content-Disposition"] = 'attachment; filename="results.csv"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_past_results(request: HttpRequest) -> HttpResponseBase:
    """Take a file, show what it would do, and do it once that was seen."""
    players = clubs_to_write(request, PLAYER_WRITE)
    clubs = [club for club in clubs_to_write(request, actions.CREATE) if club in players]
    if not clubs:
        return refusal(request)
    if request.method != "POST":
        return _start(request, FileForm(clubs))
    if "content" not in request.POST:
        form = FileForm(clubs, request.POST, request.FILES)
        if not form.is_valid():
            return _start(request, form, status=REFUSED)
        return _look(request, clubs, form.cleaned_data["club"], Wanted(form.content()))
    decided = DecisionForm(clubs, request.POST)
    if not decided.is_valid():
        words = _("The file got lost on the way. Please choose it again.")
        return _start(request, FileForm(clubs), refused=words)
    club, wanted = decided.cleaned_data["club"], decided.wanted()
    if not request.POST.get("import"):
        return _look(request, clubs, club, wanted)
    try:
        done = import_results(club=club, wanted=wanted, envelope=_envelope(request))
    except KaitenError as error:
        return _look(request, clubs, club, wanted, error.message)
    return _page(request, clubs, Page(club, wanted, done), {"imported": True})


def _look(
    request: HttpRequest, clubs: list[Club], club: Club, wanted: Wanted, refused: str = ""
) -> HttpResponseBase:
    try:
        preview = preview_results(club=club, wanted=wanted, envelope=_envelope(request))
    except KaitenError as error:
        return _start(request, FileForm(clubs, initial={"club": club}), refused=error.message)
    return _page(request, clubs, Page(club, wanted, preview), {"refusal": refused})


def _page(
    request: HttpRequest, clubs: list[Club], page: Page, context: dict[str, Any]
) -> HttpResponse:
    wanted = page.wanted
    initial = {
        "club": page.club,
        "content": base64.b64encode(wanted.data).decode("ascii"),
        "missing": wanted.missing,
        "rated": wanted.rated,
        "mode": wanted.mode,
    }
    return render(
        request,
        "tournaments/past_results/preview.html",
        {"page": page, "form": DecisionForm(clubs, initial=initial), **context},
        status=REFUSED if context.get("refusal") else 200,
    )


def _start(
    request: HttpRequest, form: FileForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    return render(
        request,
        "tournaments/past_results/choose.html",
        {"form": form, "refusal": refused, "example": example_file()},
        status=REFUSED if refused else status,
    )


def _envelope(request: HttpRequest) -> Envelope:
    return Envelope(actor_of(request), datetime.now(UTC))
