"""Everything chance does: belts, dice out of the bag, rolls; and unknown dice made known."""

from typing import TypeVar

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng, pick
from games.sushi_roll.components import pack, unpack
from games.sushi_roll.events import BeltsDealt, DiceDrawn, DiceRolled
from games.sushi_roll.knowledge import belt_of, sorted_faces
from games.sushi_roll.state import State
from games.sushi_roll.worlds import Worlds, dice_told, pool_told

_Die = TypeVar("_Die")


def sample(state: State, need: Need, rng: Rng) -> Event:
    if need.kind != state.phase:
        raise RuleViolation("not_expected", type=need.kind)
    if state.phase == "belts":
        return BeltsDealt(rng.below(state.seats))
    seat = state.seat
    if state.phase == "draw":
        drawn = _any_of(unpack(state.pool), state.kit.size, rng)
        return DiceDrawn(seat, tuple(drawn))
    if state.phase in ("roll", "reroll"):
        kinds = _rolled_kinds(state, rng)
        return DiceRolled(seat, tuple([pick(rng, state.kit.sides[kind]) for kind in kinds]))
    raise RuleViolation("not_expected", type=need.kind)


def determinize(view: State, rng: Rng) -> State:
    state = _with_kinds(view, rng)
    if state.picked_blind:
        seat = state.seat
        hand = pack(_any_of(unpack(state.kinds[seat]), state.picked_blind, rng))
        state.kinds[seat] -= hand
        state.picked += hand
        state.picked_blind = 0
    for seat in range(state.seats):
        if _has_rolled(state, seat):
            faces = [pick(rng, state.kit.sides[kind]) for kind in unpack(state.kinds[seat])]
            state.faces[seat] = sorted_faces((*state.faces[seat], *faces))
            state.kinds[seat] = 0
    return state


def _rolled_kinds(state: State, rng: Rng) -> list[str]:
    """Return the kinds of the dice about to be rolled; what is not known of them is drawn."""
    if any(state.blanks):
        state = _with_kinds(state, rng)
    kinds = unpack(state.kinds[state.seat])
    if state.phase == "roll":
        return kinds
    return [*unpack(state.picked), *_any_of(kinds, state.picked_blind, rng)]


def _with_kinds(view: State, rng: Rng) -> State:
    """Return a position with the kinds of all dice: one of its tables, and blanks drawn."""
    state = view.clone()
    if state.worlds is not None:
        _choose_table(state, state.worlds, rng)
    for seat, blanks in enumerate(state.blanks):
        drawn = pack(_any_of(unpack(state.pool), blanks, rng))
        state.kinds[seat] += drawn
        state.pool -= drawn
    state.blanks = [0] * state.seats
    return state


def _choose_table(state: State, worlds: Worlds, rng: Rng) -> None:
    table = pick(rng, sorted(worlds.tables))
    told = {chunk: dice_told(table, chunk) for chunk in worlds.chunks}
    for seat in range(state.seats):
        dice, size = told[worlds.chunks[belt_of(state, seat)]], state.hidden(seat)
        mine = _any_of(dice, size, rng)
        del dice[:size]
        state.blanks[seat] = mine.count(None)
        state.kinds[seat] = pack(kind for kind in mine if kind is not None)
    state.pool = pool_told(table)
    state.worlds = None


def _has_rolled(state: State, seat: int) -> bool:
    """Tell whether the dice on a belt lie as they were rolled."""
    if state.phase == "roll":
        return (seat - state.red) % state.seats < state.step
    return state.phase in ("choose", "reroll")


def _any_of(dice: list[_Die], number: int, rng: Rng) -> list[_Die]:
    """Return some of the dice, which it brings to their front."""
    for place in range(number):
        other = place + rng.below(len(dice) - place)
        dice[place], dice[other] = dice[other], dice[place]
    return dice[:number]
