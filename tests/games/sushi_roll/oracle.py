"""Unknown dice the naive way: every possible world of a small table, kept one by one.

A world says of each die its kind, the face it shows and whether the record knows that face.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from games.core.events import Event
from games.sushi_roll.components import KIND_OF, pack
from games.sushi_roll.events import ChopsticksUsed, DiceRolled, DieTaken, MenuUsed
from games.sushi_roll.state import State
from tests.games.sushi_roll.table import started

DICE = 2
"""Dice on each belt."""

Die = tuple[str, str, bool]
Belt = tuple[Die, ...]
Noted = list[list[str]]


class Box(NamedTuple):
    """The dice whose place nobody knows and their faces; all others lie on trays, as it were."""

    seats: int
    pool: tuple[str, ...]
    options: dict[str, list[int]]
    faces: tuple[str, ...]


TWO_FACES = Box(
    2,
    ("maki", "maki", "nigiri", "nigiri", "nigiri", "dessert"),
    {"maki_faces": [3, 0, 3], "nigiri_faces": [3, 0, 3], "dessert_faces": [6, 0, 0]},
    ("maki1", "maki3", "egg", "squid", "dessert1"),
)
THREE_BELTS = Box(
    3,
    ("maki", "maki", "nigiri", "nigiri", "special", "special", "dessert"),
    {
        "maki_faces": [6, 0, 0],
        "nigiri_faces": [6, 0, 0],
        "special_faces": [6, 0, 0, 0, 0, 0, 0],
        "dessert_faces": [6, 0, 0],
    },
    ("maki1", "egg", "wasabi", "dessert1"),
)
BOXES = (TWO_FACES, THREE_BELTS)


class World(NamedTuple):
    """The belts before the seats, and the dice in the hand for a menu."""

    belts: tuple[Belt, ...]
    hand: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[list[str]]:
        return [sorted(kind for kind, _, _ in belt) for belt in self.belts]


@cache
def deals(number: int) -> tuple[World, ...]:
    """Return every world of a box before the first roll: the faces say nothing yet."""
    box = BOXES[number]
    dealt = sorted({deal[: DICE * box.seats] for deal in permutations(box.pool)})
    belts = [[deal[DICE * seat :][:DICE] for seat in range(box.seats)] for deal in dealt]
    return tuple(dict.fromkeys(World(tuple(map(_unrolled, held))) for held in belts))


def _unrolled(kinds: tuple[str, ...]) -> Belt:
    return tuple((kind, "", False) for kind in sorted(kinds))


def beginning(number: int, noted: Noted) -> set[World]:
    """Return the worlds in which the belts hold at least these kinds."""
    return {
        world
        for world in deals(number)
        if all(
            held.count(kind) >= kinds.count(kind)
            for held, kinds in zip(world.kinds, noted, strict=True)
            for kind in kinds
        )
    }


def small_table(number: int, noted: Noted) -> State:
    """Return belts about to be rolled, with few dice that they can be."""
    box = BOXES[number]
    state = started(box.seats, **box.options)
    state.phase = "roll"
    state.turn = state.kit.size - DICE + 1
    state.kinds = [pack(kinds) for kinds in noted]
    state.blanks = [DICE - len(kinds) for kinds in noted]
    state.pool = pack(box.pool) - sum(state.kinds)
    state.menus, state.chopsticks = [20] * box.seats, [20] * box.seats  # never too few
    return state


def after(box: Box, worlds: set[World], seat: int, event: Event) -> set[World]:
    """Return every world that an event may lead to."""
    return {
        World(tuple(tuple(sorted(belt)) for belt in new.belts), tuple(sorted(new.hand)))
        for world in worlds
        for new in _after(box, world, seat, event)
    }


def passed(worlds: set[World]) -> set[World]:
    """Return the worlds after each belt went to the left and its dice were picked up."""
    fresh = {tuple(_unrolled(tuple(kinds)) for kinds in world.kinds) for world in worlds}
    return {World((*belts[-1:], *belts[:-1])) for belts in fresh}


def _after(box: Box, world: World, seat: int, event: Event) -> Iterator[World]:
    mine = world.belts[seat]
    match event:
        case DieTaken(face=face):
            for left, _ in _off(mine, face):
                yield _with(world, {seat: left})
        case MenuUsed(faces=faces):
            found: list[tuple[Belt, tuple[str, ...]]] = [(mine, ())]
            for one in faces:
                found = [
                    (left, (*hand, die[0])) for belt, hand in found for left, die in _off(belt, one)
                ]
            for left, hand in set(found):
                yield _with(world, {seat: left}, hand)
        case DiceRolled(faces=faces) if world.hand:
            for dice in _rolls(box, world.hand, faces):
                yield _with(world, {seat: mine + dice})
        case DiceRolled(faces=faces):
            for dice in _rolls(box, tuple(die[0] for die in mine), faces):
                yield _with(world, {seat: dice})
        case ChopsticksUsed(opponent=opponent, given=given, taken=taken):
            theirs = world.belts[opponent]
            for (left, out), (rest, new) in product(_off(mine, given), _off(theirs, taken)):
                coming = (new[0], new[1], taken is not None)
                going = (out[0], out[1], given is not None)
                yield _with(world, {seat: (*left, coming), opponent: (*rest, going)})


def _with(world: World, belts: dict[int, Belt], hand: tuple[str, ...] = ()) -> World:
    return World(tuple(belts.get(seat, belt) for seat, belt in enumerate(world.belts)), hand)


def _off(belt: Belt, face: str | None) -> Iterator[tuple[Belt, Die]]:
    """Yield what is left and the die, for each die that may be meant."""
    for place, die in enumerate(belt):
        if (face is None and not die[2]) or die[1] == face:
            yield belt[:place] + belt[place + 1 :], die


def _rolls(box: Box, kinds: tuple[str, ...], faces: tuple[str | None, ...]) -> Iterator[Belt]:
    if len(kinds) != len(faces):
        return
    for seen in set(permutations(faces)):
        shows = [
            [face for face in box.faces if KIND_OF[face] == kind and one in (None, face)]
            for kind, one in zip(kinds, seen, strict=True)
        ]
        for result in product(*shows):
            yield tuple(
                (kind, face, one is not None)
                for kind, face, one in zip(kinds, result, seen, strict=True)
            )
