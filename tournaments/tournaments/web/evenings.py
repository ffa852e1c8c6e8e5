"""An open evening: who is free, who plays, and which tables could be begun now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import ngettext

from replays.kept import Kept
from tournaments.people.names import sorting_key
from tournaments.tournaments.director.evenings import (
    at_a_table,
    boxes_left,
    free_entrants,
    suggested_tables,
)
from tournaments.tournaments.director.games import seats_of
from tournaments.tournaments.director.rules import GameAtHand
from tournaments.tournaments.director.state import Stage
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import game_title, names

_suggested: Kept[tuple[Any, ...]] = Kept(limit=64)


class GameOffer(NamedTuple):
    """A game of the evening."""

    position: int
    title: str
    least: int
    most: int
    left: int | None
    """Boxes that are not on a table; None: always another."""

    @property
    def is_taken(self) -> bool:
        return self.left is not None and self.left < 1


class Person(NamedTuple):
    """Somebody at the evening."""

    number: int
    label: str
    table: int = 0
    ticked: bool = False


class SuggestedTable(NamedTuple):
    """A table that could be begun now."""

    game: GameOffer
    entrants: tuple[int, ...]
    names: str


@dataclass
class EveningView:
    """The floor of an open evening as it is now."""

    page: TournamentPage
    stage: Stage

    @cached_property
    def free(self) -> list[Person]:
        """Who is there and does not play."""
        sent = self.page.sent("begin_table")
        ticked = sent.getlist("entrants") if sent is not None else []
        return self._people(dict.fromkeys(free_entrants(self.page.state, self.stage), 0), ticked)

    @cached_property
    def playing(self) -> list[Person]:
        """Who sits at a table now, table by table."""
        return self._people(at_a_table(self.stage))

    @property
    def away(self) -> list[Person]:
        """Who was entered and is not there."""
        entrants = self.page.state.entrants
        return self._people(dict.fromkeys((n for n in entrants if not entrants[n].present), 0))

    def _people(self, tables: Mapping[int, int], ticked: Sequence[str] = ()) -> list[Person]:
        people = [
            Person(number, self.page.labels[number], table, str(number) in ticked)
            for number, table in tables.items()
        ]
        return sorted(people, key=lambda one: (one.table, sorting_key(one.label), one.number))

    @property
    def present(self) -> int:
        return sum(entrant.present for entrant in self.page.state.entrants.values())

    @cached_property
    def games(self) -> list[GameOffer]:
        return [self._offer(*one) for one in enumerate(self.stage.rules.games)]

    def _offer(self, position: int, game: GameAtHand) -> GameOffer:
        seats = seats_of(game)
        # A box whose rules are no longer installed cannot be put on a table.
        left = boxes_left(self.stage, position) if seats else 0
        least, most = min(seats, default=0), max(seats, default=0)
        return GameOffer(position, game_title(game), least, most, left)

    @cached_property
    def suggestion(self) -> list[SuggestedTable]:
        """Tables to take or ignore; none while too few are free."""
        return [
            SuggestedTable(
                self.games[int(table.game)],
                table.entrants,
                names(table.entrants, self.page.labels),
            )
            for table in self._suggested
        ]

    @property
    def _suggested(self) -> tuple[Any, ...]:
        """The same, sought once for a version: it says the same to everybody who looks."""
        state, stage = self.page.state, self.stage
        key = (self.page.tournament.id, state.version, stage.number)
        return _suggested.get(key, lambda: suggested_tables(state, stage))

    @property
    def suggestion_words(self) -> str:
        """The suggestion in one line, such as "Tables for the 9 who are free: 5 + 4"."""
        sizes = " + ".join(str(len(table.entrants)) for table in self.suggestion)
        words = ngettext(
            "A table for the %(count)s who is free: %(sizes)s",
            "Tables for the %(count)s who are free: %(sizes)s",
            len(self.free),
        )
        return words % {"count": len(self.free), "sizes": sizes}
