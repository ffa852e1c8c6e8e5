"""What chance does: the rows and the throws."""

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng, pick, shuffle
from games.sushi_bar.components import DIE
from games.sushi_bar.events import DiceRolled, RowsLaid
from games.sushi_bar.state import State


def sample(state: State, need: Need, rng: Rng) -> Event:
    if need.kind == "rows" and state.phase == "laying":
        sushi, bones = list(state.sushi_values), list(state.bone_values)
        shuffle(rng, sushi)
        shuffle(rng, bones)
        return RowsLaid(tuple(sushi), tuple(bones))
    if need.kind == "throw" and state.phase == "throwing":
        return DiceRolled(tuple(pick(rng, DIE) for _ in range(state.loose)))
    raise RuleViolation("not_expected", type=need.kind)
