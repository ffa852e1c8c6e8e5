"""Many people at once: paste names or choose a file, look at every line, add them."""

import base64
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from replays.errors import KaitenError
from replays.web.access import refusal
from tournaments.people.csv import first_cells, text_of
from tournaments.people.layouts import COLUMNS, Layout, guess_layout
from tournaments.people.models import Club
from tournaments.people.services.imports import (
    ImportPreview,
    ImportRow,
    RowStatus,
    import_players,
    preview_import,
)
from tournaments.people.web.access import clubs_to_write
from tournaments.people.web.forms import ImportForm, PeopleForm

REFUSED = 422
MOST_IN_SIGHT = 300
"""Of a longer list those lines are shown that somebody has to look at, and a few others."""
SAMPLE = 4
COLUMN_NAMES = {
    "": gettext_lazy("not read"),
    "name": gettext_lazy("whole name"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("last name"),
    "nickname": gettext_lazy("nickname"),
    "display": gettext_lazy("shown in public as"),
    "guest": gettext_lazy("guest (yes or no)"),
    "minor": gettext_lazy("minor (yes or no)"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list: what stands in it, and what it is read as."""

    meaning: str
    sample: str

    @property
    def choices(self) -> list[tuple[str, Any, bool]]:
        return [(code, COLUMN_NAMES[code], code == self.meaning) for code in ("", *COLUMNS)]


@dataclass(frozen=True)
class Looked:
    """A list that was looked at: how it is laid out, what becomes of each line."""

    club: Club
    data: bytes
    layout: Layout
    preview: ImportPreview
    guests: bool = False

    @property
    def content(self) -> str:
        return base64.b64encode(self.data).decode("ascii")

    @property
    def seen(self) -> str:
        return _written(self.layout)

    @property
    def meanings(self) -> str:
        return ", ".join(str(COLUMN_NAMES[column]) for column in self.layout.columns)

    @property
    def has_doubts(self) -> bool:
        """Whether a line has an error or an open question."""
        return bool(self.preview.lines(RowStatus.RESEMBLES, RowStatus.ERROR))

    @cached_property
    def columns(self) -> list[Column]:
        cells = first_cells(text_of(self.data), self.layout, SAMPLE)
        samples = [
            ", ".join(row[place] for row in cells if place < len(row) and row[place])
            for place in range(len(self.layout.columns))
        ]
        return [Column(*one) for one in zip(self.layout.columns, samples, strict=True)]

    @cached_property
    def rows(self) -> tuple[ImportRow, ...]:
        """The lines that are shown."""
        rows = self.preview.rows
        if len(rows) <= MOST_IN_SIGHT:
            return rows
        doubtful = {*self.preview.lines(RowStatus.RESEMBLES, RowStatus.ERROR)}
        shown = doubtful | {row.line for row in rows[: MOST_IN_SIGHT // 3]}
        return tuple(row for row in rows if row.line in shown)

    @property
    def unseen(self) -> int:
        return len(self.preview.rows) - len(self.rows)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_people(request: HttpRequest) -> HttpResponseBase:
    """Take a list, show what it would do, and do it once that was seen."""
    clubs = clubs_to_write(request)
    if not clubs:
        return refusal(request)
    if request.method != "POST":
        initial = {"guests": request.GET.get("guest") == "1"}
        return _page(request, {"form": PeopleForm(clubs, initial=initial)})
    if "content" in request.POST:
        return _decided(request, clubs)
    form = PeopleForm(clubs, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, {"form": form}, status=REFUSED)
    sent, data = form.cleaned_data, form.content()
    try:
        layout = guess_layout(text_of(data))
        looked = _looked(sent["club"], data, layout, guests=sent["guests"])
    except KaitenError as error:
        return _page(request, {"form": form, "refusal": error.message}, status=REFUSED)
    return _page(request, {"looked": looked})


def _decided(request: HttpRequest, clubs: list[Club]) -> HttpResponseBase:
    """Add the people of a list; one whose columns were changed meanwhile is shown again first."""
    form = ImportForm(clubs, request.POST)
    if not form.is_valid():
        words = _("The list got lost on the way. Please choose it again.")
        return _page(request, {"form": PeopleForm(clubs), "refusal": words}, status=REFUSED)
    try:
        layout = guess_layout(text_of(form.cleaned_data["content"]))
        try:
            return _added(request, form.cleaned_data, layout)
        except KaitenError as error:
            sent = form.cleaned_data
            again = _looked(sent["club"], sent["content"], layout, guests=sent["guests"])
            return _page(request, {"looked": again, "refusal": error.message}, status=REFUSED)
    except KaitenError as error:
        context = {"form": PeopleForm(clubs), "refusal": error.message}
        return _page(request, context, status=REFUSED)


def _added(request: HttpRequest, sent: dict[str, Any], guessed: Layout) -> HttpResponseBase:
    club, data, guests = sent["club"], sent["content"], sent["guests"]
    layout = _chosen(guessed, request.POST)
    if "again" in request.POST or _written(layout) != (sent["seen"] or _written(guessed)):
        return _page(request, {"looked": _looked(club, data, layout, guests=guests)})
    done = import_players(
        club=club,
        data=data,
        mode=sent["mode"],
        now=datetime.now(UTC),
        confirmed_lines=_lines(request.POST.getlist("confirm")),
        layout=layout,
        guests=guests,
    )
    count = len(done.added)
    words = ngettext("%(count)s player was added.", "%(count)s players were added.", count)
    messages.success(request, words % {"count": count})
    return redirect("tournaments:players")


def _looked(club: Club, data: bytes, layout: Layout, *, guests: bool) -> Looked:
    preview = preview_import(club=club, data=data, layout=layout)
    return Looked(club, data, layout, preview, guests)


def _chosen(guessed: Layout, posted: QueryDict) -> Layout:
    """Return the layout that was chosen; as long as nothing was, the guessed one."""
    columns = posted.getlist("column")
    if len(columns) != len(guessed.columns):
        return guessed
    return guessed.chosen(columns, header="header" in posted)


def _written(layout: Layout) -> str:
    return " ".join([str(int(layout.header)), *(column or "-" for column in layout.columns)])


def _lines(texts: list[str]) -> set[int]:
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 7}


def _page(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponseBase:
    return render(request, "tournaments/people/import.html", context, status=status)
