"""What chance does: hands dealt, and cards drawn for a Menu."""

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng
from games.sushi_go_party.checks import MENU_DRAW
from games.sushi_go_party.events import Dealt, MenuDrawn
from games.sushi_go_party.hidden import draw
from games.sushi_go_party.state import State


def sample(state: State, need: Need, rng: Rng) -> Event:
    if need.kind == "deal" and state.phase == "deal":
        size = state.kit.hand_size
        return Dealt(len(state.hands), state.round, draw(state, size, rng))
    if need.kind == "draw" and state.phase == "draw":
        return MenuDrawn(state.acting, draw(state, MENU_DRAW, rng))
    raise RuleViolation("not_expected", type=need.kind)
