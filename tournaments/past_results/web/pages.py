"""What the page of past results shows of a file that was looked at."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from replays.installed import name_of_game
from replays.web.access import language
from tournaments.past_results.rows import (
    FileName,
    NameStatus,
    PastRow,
    PastSeat,
    Preview,
    RowStatus,
    Wanted,
)
from tournaments.past_results.services.games import PLAIN
from tournaments.people.models import Club
from tournaments.people.selectors.players import labels_of


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Who is meant by a name in doubt."""

    name: FileName
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A match of the file."""

    row: PastRow
    game: str
    seats: tuple[str, ...]
    """Place, public name or name in the file, and score; the first place first."""


class Page:
    """A file that was looked at, or imported."""

    def __init__(self, club: Club, wanted: Wanted, preview: Preview) -> None:
        self.club, self.wanted, self.preview = club, wanted, preview
        known = {seat.player for row in preview.rows for seat in row.seats if seat.player}
        self._labels = labels_of(known)
        self.questions = [
            Question(name, tuple(_options(name, wanted.decisions.get(name.name, ""))))
            for name in preview.names
            if _is_asked(name, wanted)
        ]
        self.unknown = [
            name
            for name in preview.names
            if name.status == NameStatus.NEW and not _is_asked(name, wanted)
        ]
        lines = [self._line(row) for row in preview.rows]
        self.attention = [line for line in lines if line.row.needs_attention]
        self.in_order = [line for line in lines if not line.row.needs_attention]

    @property
    def done(self) -> int:
        """How many matches of the file are stored."""
        return self.preview.counts[RowStatus.EXISTS]

    @property
    def total(self) -> int:
        """How many of them can be stored as things were decided."""
        return self.done + self.preview.left

    @property
    def permille(self) -> int:
        return 1000 * self.done // max(self.total, 1)

    def _line(self, row: PastRow) -> Line:
        seats = sorted(row.seats, key=lambda seat: seat.place or 99)
        game = row.title if row.game in ("", PLAIN) else name_of_game(row.game, language())
        return Line(row, game, tuple(map(self._seat, seats)))

    def _seat(self, seat: PastSeat) -> str:
        name = self._labels.get(seat.player, seat.name) if seat.player else seat.name
        place = f"{seat.place}. " if seat.place else ""
        return f"{place}{name}" + (f" ({seat.score})" if seat.score is not None else "")


def _is_asked(name: FileName, wanted: Wanted) -> bool:
    """Say whether a name was or is in doubt."""
    return name.open == "name_in_doubt" or name.name in wanted.decisions


def _options(name: FileName, chosen: str) -> Iterator[Option]:
    offered = [(str(candidate.id), candidate.label) for candidate in name.candidates]
    offered += [
        (other, _("the same as “%(name)s” in this file") % {"name": other}) for other in name.like
    ]
    if not any(candidate.same for candidate in name.candidates):
        offered += [("new", _("somebody new")), ("guest", _("a new guest"))]
    if chosen and chosen not in dict(offered):
        offered.append((chosen, chosen))
    for value, label in offered:
        yield Option(value, label, value == chosen)
