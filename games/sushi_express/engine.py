"""Sushi Express as the contract wants it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Field, Need
from games.core.outcome import Outcome
from games.core.rng import Rng, pick, shuffle
from games.core.setup import Option, Setup
from games.sushi_express import (
    choices,
    evaluate,
    flow,
    needs,
    notation,
    rules,
    scoring,
    text,
)
from games.sushi_express import events as facts
from games.sushi_express import (
    view as views,
)
from games.sushi_express.cards import unseen
from games.sushi_express.components import CUSTOMERS, FACES, actions_in, copies_of, customers_in
from games.sushi_express.options import OPTIONS
from games.sushi_express.state import State
from games.sushi_express.words import WORDS


class SushiExpress:
    """Seats sit clockwise; chance says which of them bets first."""

    slug = "sushi_express"
    version = 1
    seats = range(3, 7)
    reported_only = False
    counts_are_linked = False
    words = WORDS

    # Plain functions: a replay of a million events should not pay for a second call each.
    needs = staticmethod(needs.needs)
    choices = staticmethod(choices.choices)
    check = staticmethod(rules.check)
    apply = staticmethod(flow.apply)
    view = staticmethod(views.view)
    redact = staticmethod(views.redact)
    determinize = staticmethod(views.determinize)
    outcome = staticmethod(scoring.outcome)
    evaluate = staticmethod(evaluate.evaluate)
    to_data = staticmethod(views.to_data)
    turn = staticmethod(notation.turn)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(text.describe)
    text_board = staticmethod(text.text_board)

    def options(self) -> tuple[Option, ...]:
        return OPTIONS

    def start(self, setup: Setup) -> State:
        """Return the table before the first customers are turned up."""
        others = cast(list[str], setup.options["other_colours"])
        return State(setup.seats, copies_of(tuple(others)))

    def sample(self, state: State, need: Need, rng: Rng) -> Event:
        """Draw customers, an action card or the first player, or throw dice."""
        if need.kind != state.phase:
            raise RuleViolation("not_expected", type=need.kind)
        if need.kind == "throw":
            return facts.DiceThrown((pick(rng, FACES), pick(rng, FACES)))
        if need.kind == "rethrow":
            return facts.DieRerolled(pick(rng, FACES))
        if need.kind == "draw":
            return facts.ActionDrawn(state.acting, pick(rng, actions_in(unseen(state))))
        if need.kind == "reveal":
            stock = customers_in([rules.in_stock(state, kind) for kind in range(len(CUSTOMERS))])
            shuffle(rng, stock)
            return facts.CustomersRevealed(tuple(stock[: state.missing()]))
        if need.kind == "first":
            return facts.FirstPlayerDrawn(rng.below(state.seats))
        raise RuleViolation("not_expected", type=need.kind)

    def count_fields(self, setup: Setup) -> tuple[Field, ...]:
        """Return the customers before a seat and the action cards left in its hand."""
        return scoring.count_fields(self.start(setup))

    def tally(self, setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
        """Score the customers and the hand of each seat."""
        return scoring.tally(self.start(setup), tables)
