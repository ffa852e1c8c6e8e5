"""The tables of a round as small boards, for a projector and whoever cannot see them all."""

from typing import TYPE_CHECKING, NamedTuple

from replays.ports import Actor
from replays.web.boards import SmallBoard, small_boards
from tournaments.tournaments.web.tables import TableCard

if TYPE_CHECKING:
    from tournaments.tournaments.web.pages import TournamentPage


class TableBoard(NamedTuple):
    """A table, and its board once somebody recorded a move there."""

    card: TableCard
    board: SmallBoard | None


class RoundBoards(NamedTuple):
    tables: list[TableBoard]

    @property
    def games(self) -> list[str]:
        """The games whose boards are shown."""
        return sorted({table.board.game for table in self.tables if table.board})

    @property
    def styles(self) -> list[str]:
        """The style sheets of the games that are played."""
        return sorted({table.board.styles for table in self.tables if table.board} - {""})


def boards_of(page: "TournamentPage", actor: Actor) -> RoundBoards:
    """Return the tables of the newest round, and of an open evening those that are playing."""
    cards = page.open_cards if page.is_open else page.cards
    matches = [card.view.match for card in cards]
    boards = small_boards(actor, {match for match in matches if match is not None})
    found = [boards.get(match) if match is not None else None for match in matches]
    return RoundBoards([TableBoard(*pair) for pair in zip(cards, found, strict=True)])
