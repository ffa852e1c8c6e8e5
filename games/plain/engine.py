"""A game without moves: its results are reported, and its scores give the places."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.canonical import LARGEST_INTEGER
from games.core.engine import Engine
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Field, Need
from games.core.outcome import Outcome, ScoreLine, shared_places
from games.core.setup import Setup
from games.core.words import say
from games.plain.options import OPTIONS
from games.plain.state import State
from games.plain.words import WORDS


class Plain(Engine[State]):
    """Any box by name, for 2 to 8 seats."""

    slug = "plain"
    seats = range(2, 9)
    reported_only = True
    words = WORDS
    club_options = OPTIONS

    def start(self, setup: Setup) -> State:
        return State(setup.options["winner"] == "lowest", setup.seats)

    def needs(self, _state: State) -> tuple[Need, ...]:
        return ()

    def check(self, _state: State, event: Event) -> None:
        raise RuleViolation("not_expected", type=event.type)

    def apply(self, state: State, event: Event) -> None:
        """Change nothing: no event passes `check`."""

    def outcome(self, state: State) -> Outcome:
        """Return an open outcome: only a report can end this match."""
        return Outcome(
            final=False,
            places=(1,) * state.seats,
            scores=(0,) * state.seats,
            breakdown=((),) * state.seats,
            ending="running",
        )

    def count_fields(self, _setup: Setup) -> tuple[Field, ...]:
        return (Field("score", of=()),)

    def tally(self, setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
        """Rank one `{"score": n}` per seat; equal scores share the better place."""
        if len(tables) != setup.seats:
            raise RuleViolation("bad_tables", expected=setup.seats, found=len(tables))
        scores = tuple(_score(table) for table in tables)
        highest_wins = not self.start(setup).lowest_wins
        return Outcome(
            final=True,
            places=shared_places(scores, reverse=highest_wins),
            scores=scores,
            breakdown=tuple((ScoreLine("score", score),) for score in scores),
        )

    def to_data(self, state: State) -> dict[str, Any]:
        return {"seats": state.seats, "winner": "lowest" if state.lowest_wins else "highest"}

    def turn(self, _state: State) -> str:
        return ""

    def text_board(self, _state: State, labels: Sequence[str], language: str) -> str:
        return say(self.words, "board.reported", language, seats=", ".join(labels))


def _score(table: object) -> int:
    if not isinstance(table, Mapping) or set(table) != {"score"}:
        raise RuleViolation("bad_tables", fields=["score"])
    score = table["score"]
    if type(score) is not int:
        raise RuleViolation("bad_tables", field="score")
    if abs(score) > LARGEST_INTEGER:
        raise RuleViolation("integer_too_large", limit=LARGEST_INTEGER)
    return score
