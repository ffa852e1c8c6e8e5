"""What a screen in the room shows: pairings, standings, boards, and the way to the pages."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.people.names import fold
from tournaments.people.qr import qr_svg
from tournaments.tournaments.web.boards import RoundBoards, TableBoard
from tournaments.tournaments.web.standings import StandingsTable
from tournaments.tournaments.web.tables import TableCard

if TYPE_CHECKING:
    from tournaments.tournaments.web.pages import TournamentPage

# What can be read from ten metres at a time.
LINES = 13
NAME_COLUMNS, TABLE_COLUMNS, RANKING_COLUMNS = 3, 4, 2
BOARDS = 2


class Seating(NamedTuple):
    """Where somebody sits in the round."""

    label: str
    table: int | None
    """None: nowhere, they sit out."""


class Part(NamedTuple):
    """One thing at a time on the screen."""

    kind: str
    title: str
    items: Any = ()
    number: int = 1
    pages: int = 1
    """It is this page of so many."""

    @property
    def id(self) -> str:
        return f"tv-{self.kind}-{self.number}"


class Room(NamedTuple):
    """What the screen of a tournament shows, in this order."""

    parts: list[Part]
    address: str
    qr: SafeString


def room_of(page: "TournamentPage", boards: RoundBoards, address: str) -> Room:
    """Return the parts that suit what is going on: before a round, during it, and afterwards."""
    if page.state.finished:
        kinds: tuple[str, ...] = ("podium", "standings", "bracket")
    elif page.round is None or not page.cards:
        kinds = ("standings", "bracket", "entrants")
    elif page.round.view.complete and not page.is_open:
        kinds = ("standings", "bracket", "tables")
    else:
        kinds = ("tables", "names", "boards", "standings", "bracket")
    parts = [part for kind in kinds for part in _parts(page, kind, boards)]
    parts.append(Part("qr", _("Follow on your phone")))
    return Room(parts, address, qr_svg(address, _("Address of this tournament")))


def seatings(page: "TournamentPage") -> list[Seating]:
    """Return who sits where in the newest round, by name."""
    if page.round is None:
        return []
    cards = page.open_cards if page.is_open else page.cards
    seated = [Seating(seat.view.label, card.view.number) for card in cards for seat in card.seats]
    out = [Seating(page.labels[number], None) for number in page.round.view.byes]
    return sorted(seated + out, key=lambda one: (fold(one.label), one.label))


def rankings(page: "TournamentPage") -> list[tuple[str, StandingsTable]]:
    """Return how it stands, each table with its title: a group has one of its own."""
    table, title = page.final_ranking or page.standings, _("Standings")
    if table is None:
        return []
    if page.state.finished:
        title = _("Final ranking")
    if not table.groups:
        return [(title, table)]
    return [(_("Group %(name)s") % {"name": name}, group) for name, group in table.groups]


def _parts(page: "TournamentPage", kind: str, boards: RoundBoards) -> Iterator[Part]:
    match kind:
        case "podium":
            yield Part(kind, _("Final ranking"), page.podium)
        case "tables":
            cards = page.open_cards if page.is_open else page.cards
            yield from _pages(kind, _("Tables"), cards, _tables_at_a_time(cards))
        case "names":
            yield from _pages(kind, _("Find your table"), seatings(page), LINES * NAME_COLUMNS)
        case "boards":
            playing = [table for table in boards.tables if _is_live(table)]
            yield from _pages(kind, pgettext("tournament", "Boards"), playing, BOARDS)
        case "standings":
            yield from _standings(page)
        case "bracket" if page.bracket is not None:
            yield Part(kind, _("Bracket"), page.bracket)
        case "entrants":
            there = [one for one in page.state.entrants.values() if not one.dropped]
            named = sorted(there, key=lambda one: fold(page.labels[one.number]))
            shown = [(page.labels[one.number], one.present) for one in named]
            yield from _pages(kind, _("Entrants"), shown, LINES * NAME_COLUMNS)
        case _:
            pass


def _standings(page: "TournamentPage") -> Iterator[Part]:
    begun = page.state.finished or any(
        table.result is not None
        for stage in page.state.stages.values()
        for row in stage.rounds.values()
        for table in row.tables.values()
    )
    if not begun:
        return
    # Their numbers go on from group to group: each part is found again by its own.
    shown = [
        (title, rows)
        for title, table in rankings(page)
        for rows in _cut(table.rows, LINES * RANKING_COLUMNS)
    ]
    for number, (title, rows) in enumerate(shown, 1):
        yield Part("standings", title, rows, number, len(shown))


def _tables_at_a_time(cards: Sequence[TableCard]) -> int:
    seats = max((len(card.seats) for card in cards), default=1)
    return TABLE_COLUMNS * max(1, LINES // (seats + 1))


def _is_live(table: TableBoard) -> bool:
    return table.board is not None and not table.card.has_result


def _pages(kind: str, title: str, items: Sequence[Any], size: int) -> Iterator[Part]:
    pages = _cut(items, size)
    for number, shown in enumerate(pages, 1):
        yield Part(kind, title, shown, number, len(pages))


def _cut(items: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
