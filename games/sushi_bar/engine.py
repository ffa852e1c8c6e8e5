"""Sushi Bar as the contract wants it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Field, Need
from games.core.outcome import Outcome
from games.core.rng import Rng, pick, shuffle
from games.core.setup import Option, Setup
from games.core.viewer import Viewer
from games.sushi_bar import evaluate, needs, notation, rules, scoring, text, view
from games.sushi_bar.components import DIE
from games.sushi_bar.events import DiceRolled, RowsLaid
from games.sushi_bar.options import OPTIONS
from games.sushi_bar.state import State
from games.sushi_bar.words import WORDS


class SushiBar:
    """Seat 0 is the one who last ate sushi: it throws first, and play goes by rising seats."""

    slug = "sushi_bar"
    version = 1
    seats = range(2, 6)
    reported_only = False
    counts_are_linked = False
    words = WORDS

    # Plain functions: a replay of a million events should not pay for a second call each.
    needs = staticmethod(needs.needs)
    choices = staticmethod(rules.choices)
    check = staticmethod(rules.check)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(scoring.outcome)
    evaluate = staticmethod(evaluate.evaluate)
    to_data = staticmethod(view.to_data)
    turn = staticmethod(notation.turn)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(text.describe)
    text_board = staticmethod(text.text_board)

    def options(self) -> tuple[Option, ...]:
        return OPTIONS

    def start(self, setup: Setup) -> State:
        """Return the empty table before the rows are laid."""
        return State(
            setup.seats,
            tuple(sorted(cast(list[int], setup.options["sushi_values"]))),
            tuple(sorted(cast(list[int], setup.options["bone_values"]))),
            bool(setup.options["hide_covered"]),
        )

    def sample(self, state: State, need: Need, rng: Rng) -> Event:
        """Shuffle the rows or throw the loose dice."""
        if need.kind == "rows" and state.phase == "laying":
            sushi, bones = list(state.sushi_values), list(state.bone_values)
            shuffle(rng, sushi)
            shuffle(rng, bones)
            return RowsLaid(tuple(sushi), tuple(bones))
        if need.kind == "throw" and state.phase == "throwing":
            return DiceRolled(tuple(pick(rng, DIE) for _ in range(state.loose)))
        raise RuleViolation("not_expected", type=need.kind)

    def view(self, state: State, viewer: Viewer) -> State:
        """Return the state itself: nothing is hidden from anybody."""
        return state.clone()

    def redact(self, event: Event, state: State, viewer: Viewer) -> Event:
        """Return the event itself: nothing is hidden from anybody."""
        return event

    def determinize(self, view: State, rng: Rng) -> State:
        """Return the view itself: it has no unknowns."""
        return view.clone()

    def count_fields(self, setup: Setup) -> tuple[Field, ...]:
        """Return the two stacks of a seat, bottom first."""
        return scoring.count_fields(self.start(setup))

    def tally(self, setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
        """Score the stacks that lie before each seat."""
        return scoring.tally(self.start(setup), tables)
