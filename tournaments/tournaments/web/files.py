"""A tournament as a file, and from one: choose it, see who its people are, import."""

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from replays.web.writing import envelope_of
from tournaments.people.models import Club
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE, TOURNAMENT_WRITE
from tournaments.people.services.arrivals import NEW, STATUS_WORDS, ArrivalRow, read_choices
from tournaments.people.web.access import clubs_to_write
from tournaments.people.web.forms import OfClub
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.incoming import STANDING_WORDS
from tournaments.tournaments.selectors.tournaments import tournament_of
from tournaments.tournaments.services.files import (
    ImportedTournament,
    import_tournament,
    preview_tournament,
)
from tournaments.tournaments.web.words import refusal_words

REFUSED = 422
LARGEST_FILE = 8 * 1024 * 1024
LONGEST_CONTENT = 3 * 1024 * 1024
"""What one form may carry; a file is packed to about a fifth of its size."""
WHO = "who-"
"""Before the id of a player of the file: who that is here."""


class FileForm(OfClub):
    """The file of a tournament, for one of the clubs."""

    file = forms.FileField(
        label=gettext_lazy("File of a tournament"),
        help_text=gettext_lazy("It is on the log page of a tournament, and ends with .jsonl."),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.txt,application/x-ndjson"}),
        allow_empty_file=True,
    )


class SeenForm(OfClub):
    """The same file, looked at and confirmed."""

    content = forms.CharField(max_length=LONGEST_CONTENT)


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody of the file, and what is chosen of them."""

    row: ArrivalRow
    words: str | Promise
    chosen: str

    @property
    def field(self) -> str:
        return f"{WHO}{self.row.player}"


@never_cache
@require_safe
def export_file(request: HttpRequest, tournament_id: UUID) -> HttpResponseBase:
    """Return the whole tournament as one file, to those who direct it."""
    club_id = tournament_of(tournament_id).club_id
    if not may(actor_of(request), TOURNAMENT_READ_PRIVATE, club_id):
        return refusal(request)
    headers = {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{tournament_id}.jsonl"',
    }
    return HttpResponse(export_tournament(tournament_id), headers=headers)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest) -> HttpResponseBase:
    """Take a file, show what it would do, and do it once that was seen."""
    clubs = clubs_to_write(request, TOURNAMENT_WRITE)
    if not clubs:
        return refusal(request)
    if request.method != "POST":
        club = next((one for one in clubs if one.slug == request.GET.get("club")), clubs[0])
        return _page(request, {"form": FileForm(clubs, initial={"club": club})})
    if "content" in request.POST:
        return _done(request, clubs)
    form = FileForm(clubs, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, {"form": form}, status=REFUSED)
    # One byte more than allowed is enough to be told that it is too much.
    data = form.cleaned_data["file"].read(LARGEST_FILE + 1)
    return _preview(request, clubs, form.cleaned_data["club"], data)


def _preview(
    request: HttpRequest, clubs: list[Club], club: Club, data: bytes, refused: str = ""
) -> HttpResponseBase:
    try:
        preview = preview_tournament(text=_text(data), club=club)
        content = _packed(data)
    except (KaitenError, RuleViolation) as error:
        form = FileForm(clubs, initial={"club": club})
        context = {"form": form, "refusal": refusal_words(error, {})}
        return _page(request, context, status=REFUSED)
    context = {
        "preview": preview,
        "standing": STANDING_WORDS[preview.compared.standing],
        "rows": [_row(row, request.POST) for row in preview.people],
        "club": club,
        "content": content,
        "refusal": refused,
    }
    return _page(request, context, status=REFUSED if refused else 200)


def _row(row: ArrivalRow, posted: Mapping[str, Any]) -> Row:
    usual = str(row.read_as) if row.read_as is not None else ""
    return Row(row, STATUS_WORDS[row.status], posted.get(f"{WHO}{row.player}", usual))


def _done(request: HttpRequest, clubs: list[Club]) -> HttpResponseBase:
    form = SeenForm(clubs, request.POST)
    try:
        if not form.is_valid():
            raise binascii.Error
        data = _unpacked(form.cleaned_data["content"])
    except (binascii.Error, ValueError, zlib.error):
        words = _("The file got lost on the way. Please choose it again.")
        return _page(request, {"form": FileForm(clubs), "refusal": words}, status=REFUSED)
    club = form.cleaned_data["club"]
    try:
        imported = import_tournament(
            text=_text(data),
            envelope=envelope_of(request),
            source="page",
            club_id=club.id,
            choices=_choices(request.POST),
        )
    except (KaitenError, RuleViolation) as error:
        return _preview(request, clubs, club, data, refusal_words(error, {}))
    messages.success(request, _words(imported))
    return redirect("tournaments:tournament", imported.tournament_id)


def _choices(posted: Mapping[str, Any]) -> dict[UUID, UUID | None]:
    chosen = {name.removeprefix(WHO): posted[name] for name in posted if name.startswith(WHO)}
    return read_choices(f"{player}:{who}" for player, who in chosen.items() if who)


def _words(imported: ImportedTournament) -> str:
    title = {"title": tournament_of(imported.tournament_id).title}
    if imported.created:
        return _("%(title)s is here now.") % title
    if not imported.events:
        return _("%(title)s was here already: nothing has changed.") % title
    words = ngettext(
        "%(title)s goes on here: %(count)s event was added.",
        "%(title)s goes on here: %(count)s events were added.",
        imported.events,
    )
    return words % (title | {"count": imported.events})


def _text(data: bytes) -> str:
    if len(data) > LARGEST_FILE:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise KaitenError("not_a_tournament_file", 422, line=1) from None


def _packed(data: bytes) -> str:
    content = base64.b64encode(zlib.compress(data)).decode("ascii")
    if len(content) > LONGEST_CONTENT:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    return content


def _unpacked(content: str) -> bytes:
    """Return what was packed, but no more than a file may have."""
    packed = base64.b64decode(content, validate=True)
    return zlib.decompressobj().decompress(packed, LARGEST_FILE + 1)


def _page(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponseBase:
    context |= {"new": NEW}
    return render(request, "tournaments/tournaments/import.html", context, status=status)
