"""What chance does: customers, action cards, dice, and who bets first."""

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng, pick, shuffle
from games.sushi_express import events as facts
from games.sushi_express.cards import unseen
from games.sushi_express.components import CUSTOMERS, FACES, actions_in, customers_in
from games.sushi_express.rules import in_stock
from games.sushi_express.state import State


def sample(state: State, need: Need, rng: Rng) -> Event:
    if need.kind != state.phase:
        raise RuleViolation("not_expected", type=need.kind)
    match need.kind:
        case "throw":
            return facts.DiceThrown((pick(rng, FACES), pick(rng, FACES)))
        case "rethrow":
            return facts.DieRerolled(pick(rng, FACES))
        case "draw":
            return facts.ActionDrawn(state.acting, pick(rng, actions_in(unseen(state))))
        case "reveal":
            stock = customers_in([in_stock(state, kind) for kind in range(len(CUSTOMERS))])
            shuffle(rng, stock)
            return facts.CustomersRevealed(tuple(stock[: state.missing()]))
        case "first":
            return facts.FirstPlayerDrawn(rng.below(state.seats))
        case _:
            raise RuleViolation("not_expected", type=need.kind)
