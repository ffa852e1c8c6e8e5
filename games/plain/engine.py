"""A game without moves: its results are reported, and its scores give the places."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core import open_table
from games.core.canonical import LARGEST_INTEGER
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Field, Need
from games.core.outcome import Outcome, ScoreLine, shared_places
from games.core.rng import Rng
from games.core.setup import Option, Setup
from games.core.words import say
from games.plain.options import OPTIONS
from games.plain.state import State
from games.plain.words import WORDS


class Plain:
    """Any box by name, for 2 to 8 seats."""

    slug = "plain"
    version = 1
    seats = range(2, 9)
    reported_only = True
    counts_are_linked = False
    words = WORDS

    view = staticmethod(open_table.view)
    redact = staticmethod(open_table.redact)
    determinize = staticmethod(open_table.determinize)

    def options(self) -> tuple[Option, ...]:
        return OPTIONS

    def start(self, setup: Setup) -> State:
        return State(setup.options["winner"] == "lowest", setup.seats)

    def needs(self, _state: State) -> tuple[Need, ...]:
        return ()

    def choices(self, _state: State, _seat: int) -> Iterator[Event]:
        return iter(())

    def sample(self, _state: State, need: Need, _rng: Rng) -> Event:
        raise RuleViolation("not_expected", type=need.kind)

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

    def evaluate(self, _view: State, _seat: int, _choice: Event) -> int:
        return 0

    def to_data(self, state: State) -> dict[str, Any]:
        return {"seats": state.seats, "winner": "lowest" if state.lowest_wins else "highest"}

    def turn(self, _state: State) -> str:
        return ""

    def write(self, _state: State, event: Event, _labels: Sequence[str]) -> str:
        raise RuleViolation("not_expected", type=event.type)

    def read(self, _state: State, text: str, _labels: Sequence[str]) -> Event:
        raise RuleViolation("bad_notation", text=text[:80])

    def describe(self, _state: State, event: Event, _labels: Sequence[str], _language: str) -> str:
        raise RuleViolation("not_expected", type=event.type)

    def text_board(self, _state: State, labels: Sequence[str], language: str) -> str:
        return say(WORDS, "board.reported", language, seats=", ".join(labels))


def _score(table: object) -> int:
    if not isinstance(table, Mapping) or set(table) != {"score"}:
        raise RuleViolation("bad_tables", fields=["score"])
    score = table["score"]
    if type(score) is not int:
        raise RuleViolation("bad_tables", field="score")
    if abs(score) > LARGEST_INTEGER:
        raise RuleViolation("integer_too_large", limit=LARGEST_INTEGER)
    return score
