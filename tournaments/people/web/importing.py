"""Players from a spreadsheet: choose a file, look at every row, import."""

import base64
import binascii
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from replays.errors import KaitenError
from replays.web.access import refusal
from tournaments.people.csv import LARGEST_FILE
from tournaments.people.models import Club
from tournaments.people.services.imports import import_players, preview_import
from tournaments.people.web.access import clubs_to_write
from tournaments.people.web.forms import ImportForm, UploadForm

REFUSED = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_csv(request: HttpRequest) -> HttpResponseBase:
    """Take a file, show what it would do, and do it once that was seen."""
    clubs = clubs_to_write(request)
    if not clubs:
        return refusal(request)
    if request.method != "POST":
        return _page(request, {"form": UploadForm(clubs)})
    if "content" in request.POST:
        return _done(request, clubs)
    form = UploadForm(clubs, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, {"form": form}, status=REFUSED)
    upload = form.cleaned_data["file"]
    # One byte more than allowed is enough to be told that it is too much.
    return _preview(request, clubs, form.cleaned_data["club"], upload.read(LARGEST_FILE + 1))


def _preview(
    request: HttpRequest, clubs: list[Club], club: Club, data: bytes, refused: str = ""
) -> HttpResponseBase:
    try:
        preview = preview_import(club=club, data=data)
    except KaitenError as error:
        form = UploadForm(clubs, initial={"club": club})
        return _page(request, {"form": form, "refusal": error.message}, status=REFUSED)
    context = {
        "preview": preview,
        "club": club,
        "content": base64.b64encode(data).decode("ascii"),
        "refusal": refused,
    }
    return _page(request, context, status=REFUSED if refused else 200)


def _done(request: HttpRequest, clubs: list[Club]) -> HttpResponseBase:
    form = ImportForm(clubs, request.POST)
    try:
        if not form.is_valid():
            raise binascii.Error
        data = base64.b64decode(form.cleaned_data["content"], validate=True)
    except (binascii.Error, ValueError):
        words = _("The file got lost on the way. Please choose it again.")
        return _page(request, {"form": UploadForm(clubs), "refusal": words}, status=REFUSED)
    club = form.cleaned_data["club"]
    try:
        done = import_players(
            club=club,
            data=data,
            mode=form.cleaned_data["mode"],
            now=datetime.now(UTC),
            confirmed_lines=_lines(request.POST.getlist("confirm")),
        )
    except KaitenError as error:
        return _preview(request, clubs, club, data, error.message)
    count = len(done.added)
    words = ngettext("%(count)s player was added.", "%(count)s players were added.", count)
    messages.success(request, words % {"count": count})
    return redirect("tournaments:players")


def _lines(texts: list[str]) -> set[int]:
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 7}


def _page(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponseBase:
    return render(request, "tournaments/people/import.html", context, status=status)
