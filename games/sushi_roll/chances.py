"""Everything chance does: belts, dice out of the bag, rolls; and unknown dice made known."""

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng, pick
from games.sushi_roll.components import pack, unpack
from games.sushi_roll.events import BeltsDealt, DiceDrawn, DiceRolled
from games.sushi_roll.knowledge import Belt, belt_of, put_back, sorted_faces
from games.sushi_roll.state import State


def sample(state: State, need: Need, rng: Rng) -> Event:
    if need.kind != state.phase:
        raise RuleViolation("not_expected", type=need.kind)
    if state.phase == "belts":
        return BeltsDealt(rng.below(state.seats))
    seat = state.seat
    if state.phase == "draw":
        return DiceDrawn(seat, tuple(_out_of_bag(state.pool, state.kit.size, rng)))
    if state.phase in ("roll", "reroll"):
        kinds = _rolled_kinds(state, rng)
        return DiceRolled(seat, tuple([pick(rng, state.kit.sides[kind]) for kind in kinds]))
    raise RuleViolation("not_expected", type=need.kind)


def determinize(view: State, rng: Rng) -> State:
    state = view.clone()
    for seat in range(state.seats):
        belt = _with_kinds(belt_of(state, seat), rng)
        if state.picked_blind and seat == state.seat:
            hand = _any_of(unpack(belt.kinds), state.picked_blind, rng)
            belt = belt._replace(kinds=belt.kinds - pack(hand))
            state.picked += pack(hand)
            state.picked_blind = 0
        if _has_rolled(state, seat):
            belt = _with_faces(state, belt, rng)
        put_back(state, seat, belt)
    return state


def _rolled_kinds(state: State, rng: Rng) -> list[str]:
    """Return the kinds of the dice about to be rolled; what is not known of them is drawn."""
    belt = _with_kinds(belt_of(state, state.seat), rng)
    if state.phase == "roll":
        return unpack(belt.kinds)
    return [*unpack(state.picked), *_any_of(unpack(belt.kinds), state.picked_blind, rng)]


def _with_kinds(belt: Belt, rng: Rng) -> Belt:
    drawn = pack(_out_of_bag(belt.pool, belt.blanks, rng))
    return Belt(belt.faces, belt.kinds + drawn, 0, belt.pool - drawn)


def _with_faces(state: State, belt: Belt, rng: Rng) -> Belt:
    faces = [*belt.faces, *[pick(rng, state.kit.sides[kind]) for kind in unpack(belt.kinds)]]
    return belt._replace(faces=sorted_faces(tuple(faces)), kinds=0)


def _has_rolled(state: State, seat: int) -> bool:
    """Tell whether the dice on a belt lie as they were rolled."""
    if state.phase == "roll":
        return (seat - state.red) % state.seats < state.step
    return state.phase in ("choose", "reroll")


def _out_of_bag(packed: int, dice: int, rng: Rng) -> list[str]:
    return _any_of(unpack(packed), dice, rng)


def _any_of(kinds: list[str], dice: int, rng: Rng) -> list[str]:
    for place in range(dice):
        other = place + rng.below(len(kinds) - place)
        kinds[place], kinds[other] = kinds[other], kinds[place]
    return kinds[:dice]
