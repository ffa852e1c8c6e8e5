"""Sushi Go Party! as the contract wants it."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Field, Need
from games.core.outcome import Outcome
from games.core.rng import Rng
from games.core.setup import Option, Setup
from games.sushi_go_party import hidden, notation, rules, scoring, tally, text
from games.sushi_go_party import needs as asking
from games.sushi_go_party import view as views
from games.sushi_go_party.checks import MENU_DRAW
from games.sushi_go_party.evaluate import evaluate
from games.sushi_go_party.events import Dealt, MenuDrawn
from games.sushi_go_party.options import OPTIONS
from games.sushi_go_party.state import State, start
from games.sushi_go_party.words import WORDS


class SushiGoParty:
    """Seats sit clockwise: hands go from each seat to the next higher one, its left neighbour."""

    slug = "sushi_go_party"
    version = 1
    seats = range(2, 9)
    reported_only = False
    counts_are_linked = True
    words = WORDS

    start = staticmethod(start)
    needs = staticmethod(asking.needs)
    choices = staticmethod(asking.choices)
    check = staticmethod(rules.check)
    apply = staticmethod(rules.apply)
    view = staticmethod(views.view)
    redact = staticmethod(views.redact)
    determinize = staticmethod(views.determinize)
    outcome = staticmethod(scoring.outcome)
    evaluate = staticmethod(evaluate)
    to_data = staticmethod(views.to_data)
    turn = staticmethod(notation.turn)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(text.describe)
    text_board = staticmethod(text.text_board)

    def options(self) -> tuple[Option, ...]:
        return OPTIONS

    def sample(self, state: State, need: Need, rng: Rng) -> Event:
        """Deal the next hand, or draw four cards for a Menu."""
        if need.kind == "deal" and state.phase == "deal":
            size = state.kit.hand_size
            return Dealt(len(state.hands), state.round, hidden.draw(state, size, rng))
        if need.kind == "draw" and state.phase == "draw":
            return MenuDrawn(state.acting, hidden.draw(state, MENU_DRAW, rng))
        raise RuleViolation("not_expected", type=need.kind)

    def count_fields(self, setup: Setup) -> tuple[Field, ...]:
        """Return what is counted of a seat at the end of each round."""
        return tally.count_fields(setup)

    def tally(self, setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
        """Score what lay before each seat at the end of each round."""
        return tally.tally(setup, tables)
