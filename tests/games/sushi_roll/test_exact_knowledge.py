"""Unknown dice against an oracle that keeps every possible world: refused if and only if none is.

A world says of each die its kind, the face it shows and whether the record knows that face.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

import pytest

from games.core.events import Event
from games.core.rng import SeededRng, pick
from games.sushi_roll.components import KIND_OF, pack
from games.sushi_roll.events import ChopsticksUsed, DiceRolled, DieTaken, MenuUsed
from games.sushi_roll.state import State
from tests.games.contract.play_laws import refusal as refused_for
from tests.games.sushi_roll.table import RULES, started
from tests.scale import scaled

POOL = ("maki", "maki", "nigiri", "nigiri", "nigiri", "dessert")
"""The dice whose place nobody knows; all others lie on trays, as it were."""
DICE = 2
OPTIONS = {"maki_faces": [3, 0, 3], "nigiri_faces": [3, 0, 3], "dessert_faces": [6, 0, 0]}
FACES = ("maki1", "maki3", "egg", "squid", "dessert1")
RUNS = scaled(20_000)

Die = tuple[str, str, bool]
Belt = tuple[Die, ...]


class World(NamedTuple):
    """Two belts and the dice in the hand for a menu."""

    belts: tuple[Belt, Belt]
    hand: tuple[str, ...] = ()


def beginning() -> set[World]:
    """Return every world before the first roll: the faces say nothing yet."""
    deals = {tuple(deal[: 2 * DICE]) for deal in permutations(POOL)}
    return {
        World((tuple((kind, "", False) for kind in deal[:DICE]), _dice(deal[DICE:])))
        for deal in deals
    }


def _dice(kinds: tuple[str, ...]) -> Belt:
    return tuple((kind, "", False) for kind in kinds)


def after(worlds: set[World], seat: int, event: Event) -> set[World]:
    """Return every world that an event may lead to."""
    return {
        World((_sorted(new.belts[0]), _sorted(new.belts[1])), tuple(sorted(new.hand)))
        for world in worlds
        for new in _after(world, seat, event)
    }


def _sorted(belt: Belt) -> Belt:
    return tuple(sorted(belt))


def _after(world: World, seat: int, event: Event) -> Iterator[World]:
    mine, theirs = world.belts[seat], world.belts[1 - seat]
    match event:
        case DieTaken(face=face):
            for left, _ in _off(mine, face):
                yield _world(seat, left, theirs)
        case MenuUsed(faces=faces):
            found: list[tuple[Belt, tuple[str, ...]]] = [(mine, ())]
            for one in faces:
                found = [
                    (left, (*hand, die[0])) for belt, hand in found for left, die in _off(belt, one)
                ]
            for left, hand in set(found):
                yield _world(seat, left, theirs, hand)
        case DiceRolled(faces=faces) if world.hand:
            for dice in _rolls(world.hand, faces):
                yield _world(seat, mine + dice, theirs)
        case DiceRolled(faces=faces):
            for dice in _rolls(tuple(die[0] for die in mine), faces):
                yield _world(seat, dice, theirs)
        case ChopsticksUsed(given=given, taken=taken):
            for (left, out), (rest, new) in product(_off(mine, given), _off(theirs, taken)):
                coming = (new[0], new[1], taken is not None)
                going = (out[0], out[1], given is not None)
                yield _world(seat, (*left, coming), (*rest, going))


def _world(seat: int, mine: Belt, theirs: Belt, hand: tuple[str, ...] = ()) -> World:
    return World((mine, theirs) if seat == 0 else (theirs, mine), hand)


def _off(belt: Belt, face: str | None) -> Iterator[tuple[Belt, Die]]:
    """Yield what is left and the die, for each die that may be meant."""
    for place, die in enumerate(belt):
        if (face is None and not die[2]) or die[1] == face:
            yield belt[:place] + belt[place + 1 :], die


def _rolls(kinds: tuple[str, ...], faces: tuple[str | None, ...]) -> Iterator[Belt]:
    if len(kinds) != len(faces):
        return
    for seen in set(permutations(faces)):
        shows = [
            [face for face in FACES if KIND_OF[face] == kind and one in (None, face)]
            for kind, one in zip(kinds, seen, strict=True)
        ]
        for result in product(*shows):
            yield tuple(
                (kind, face, one is not None)
                for kind, face, one in zip(kinds, result, seen, strict=True)
            )


def small_table() -> State:
    """Return two belts of unknown dice, about to be rolled, with few dice that they can be."""
    state = started(2, **OPTIONS)
    state.phase = "roll"
    state.turn = state.kit.size - DICE + 1
    state.blanks = [DICE, DICE]
    state.pool = pack(POOL)
    state.menus, state.chopsticks = [9, 9], [6, 6]
    return state


def attempt(state: State, rng: SeededRng) -> Event:
    """Return something that may or may not be possible for the seat to act."""
    seat = state.seat
    face = pick(rng, FACES)
    maybe = pick(rng, (*FACES, None, None, None))
    if state.phase in ("roll", "reroll"):
        (need,) = RULES.needs(state)
        number = need.forms[0].fields[0].least
        shown = tuple(pick(rng, (*FACES, None, None, None)) for _ in range(number))
        return DiceRolled(seat, shown)
    match rng.below(4):
        case 0:
            return DieTaken(seat, face)
        case 1 | 2:
            picked = [maybe, pick(rng, (*FACES, None))][: 1 + rng.below(2)]
            return MenuUsed(seat, tuple(picked))
        case _:
            return ChopsticksUsed(seat, 1 - seat, maybe, pick(rng, (*FACES, None, None)))


def forgets(state: State, event: Event) -> bool:
    """Tell whether a swap moves an unnamed die among unknown dice of different kinds."""
    if not isinstance(event, ChopsticksUsed):
        return False
    for seat, die in ((event.seat, event.given), (event.opponent, event.taken)):
        dice = RULES.to_data(state)["belts"][seat]
        kinds = {one["kind"] for one in dice if one["face"] is None}
        if die is None and len(kinds) > 1:
            return True
    return False


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(10))
def test_an_event_is_refused_exactly_when_no_world_explains_it(batch: int) -> None:
    first = beginning()
    refused = accepted = 0
    for run in range(batch, RUNS, 10):
        rng = SeededRng(f"worlds/{run}")
        state, worlds, exact = small_table(), first, True
        for _ in range(14):
            if state.phase == "draw":
                break
            event = attempt(state, rng)
            if isinstance(event, ChopsticksUsed) and not state.size(event.opponent):
                continue
            possible = after(worlds, state.seat, event)
            forgot = forgets(state, event)
            passing = state.turn
            why = refused_for(RULES, state, event)
            if why is not None:
                assert not possible, (run, event, why, state)
                refused += 1
                continue
            if exact:
                assert possible, (run, event, state)
            elif not possible:
                break
            accepted += 1
            RULES.apply(state, event)
            exact = exact and not forgot
            worlds = possible
            if state.turn != passing:
                worlds = {World((world.belts[1], world.belts[0])) for world in worlds}
                worlds = {World((_fresh(w.belts[0]), _fresh(w.belts[1]))) for w in worlds}
    assert refused > accepted // 10
    assert accepted > refused // 10


def _fresh(belt: Belt) -> Belt:
    """Return dice that are about to be rolled again: their faces say nothing."""
    return _sorted(tuple((kind, "", False) for kind, _, _ in belt))
