"""What a choice is worth to a seat, in hundredths of a point.

A die is worth what it adds to what the seat may expect of its tray and its tokens. A menu is worth
the exact expectation of the best die after the roll, less the menu; chopsticks the best die after
the swap, less the chopsticks. What a token is worth beyond its half point fades towards the end.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.core.events import Event
from games.sushi_roll.components import (
    APPETIZER_SYMBOLS,
    FACES,
    GAINS,
    KIND_OF,
    KINDS,
    MAKI,
    NIGIRI,
    ROUNDS,
    SIDES,
)
from games.sushi_roll.events import ChopsticksUsed, DieTaken, MenuUsed
from games.sushi_roll.scoring import (
    TRIPLE,
    dessert_points,
    dishes,
    maki_points,
    rolls_on,
    set_points,
    symbols_on,
)
from games.sushi_roll.state import Faces, State

POINT = 100
# How often in a hundred turns one more symbol comes along and is the best there is.
COMING = {"dumpling": 20, "tempura": 15, "sashimi": 8}
COMING_NIGIRI = 45
# What a wasabi adds to a turn in which a nigiri comes along, and a symbol to a race that is open.
TRIPLED_GAIN = 380
MAKI_SYMBOL = 90
DESSERT = 85
# What a token may do before the end, and what it is worth then.
MENU_USE = 30
CHOPSTICKS_USE = 110
TOKEN_LEFT = 50


class Worths(NamedTuple):
    """What taking a die is worth now: by face, and by kind for each of its sides, rising."""

    face: dict[str, int]
    sides: dict[str, tuple[int, ...]]
    menu: int
    chopsticks: int


def evaluate(view: State, seat: int, choice: Event) -> int:
    if not isinstance(choice, DieTaken | MenuUsed | ChopsticksUsed):
        return 0
    worths = _worths(
        tuple(view.trays),
        tuple(view.desserts),
        seat,
        view.kit.size - view.turn,
        ROUNDS - view.round,
        tuple(view.kit.sides.values()),
    )
    if isinstance(choice, DieTaken):
        return worths.face[choice.face]
    others = list(view.faces[seat])
    if isinstance(choice, ChopsticksUsed):
        if choice.given in others:
            others.remove(choice.given)
        if choice.taken is not None:
            others.append(choice.taken)
        return max([worths.face[face] for face in others], default=0) - worths.chopsticks
    rolled = []
    for face in choice.faces:
        if face in others:
            others.remove(face)
            rolled.append(worths.sides[KIND_OF[face]])
    best = max([worths.face[face] for face in others], default=-POINT)
    return _hope(tuple(rolled), best) - worths.menu


@lru_cache(maxsize=16384)
def _hope(dice: tuple[tuple[int, ...], ...], best: int) -> int:
    """Return the expectation of the largest of `best` and some dice, each given by its sides."""
    steps = sorted({best, *(value for die in dice for value in die if value > best)})
    total, before = 0, 0
    for step in steps:
        ways = 1
        for die in dice:
            ways *= sum([value <= step for value in die])
        total += (ways - before) * step
        before = ways
    throws: int = SIDES ** len(dice)
    return total // throws


@lru_cache(maxsize=1024)
def _worths(  # noqa: PLR0913  (the key of the cache)
    trays: tuple[Faces, ...],
    desserts: tuple[int, ...],
    seat: int,
    left: int,
    rounds: int,
    sides: tuple[Faces, ...],
) -> Worths:
    """Return the worth of every die to a seat with so many turns and rounds to come after this."""
    tray = dishes(trays[seat])
    free = tray.count("wasabi")
    size = len(trays[seat]) + 1 + left
    coming = left + rounds * size
    time = POINT * coming // (ROUNDS * size)
    menu = TOKEN_LEFT + MENU_USE * time // POINT
    chopsticks = TOKEN_LEFT + CHOPSTICKS_USE * time // POINT
    tokens = {"menus": menu, "chopsticks": chopsticks}
    symbols, rolls = symbols_on(tray), rolls_on(trays)
    worth: dict[str, int] = {}
    for face in FACES:
        if face in APPETIZER_SYMBOLS:
            name, number = APPETIZER_SYMBOLS[face]
            held = symbols[name]
            worth[face] = _set(name, held + number, left) - _set(name, held, left)
        elif face in MAKI:
            won = _race(maki_points, rolls, seat, MAKI[face])
            worth[face] = (left * MAKI_SYMBOL * MAKI[face] + won) // (left + 1)
        elif face in NIGIRI:
            value = POINT * NIGIRI[face]
            worth[face] = TRIPLE * value - _wasabi(free, left) if free else value
        elif face in GAINS:
            sort, number = GAINS[face]
            if sort == "desserts":
                won = _race(dessert_points, desserts, seat, number)
                worth[face] = (time * DESSERT * number + (POINT - time) * won) // POINT
            else:
                worth[face] = tokens[sort] * number
        else:
            worth[face] = _wasabi(free + 1, left)
    return Worths(
        worth,
        {
            kind: tuple(sorted([worth[face] for face in faces]))
            for kind, faces in zip(KINDS, sides, strict=True)
        },
        menu,
        chopsticks,
    )


@cache
def _set(name: str, held: int, left: int) -> int:
    """Return what symbols of an appetizer promise with so many turns to come."""
    if not left:
        return POINT * set_points(name, held)
    without = _set(name, held, left - 1)
    more = max(without, _set(name, held + 1, left - 1))
    return without + COMING[name] * (more - without) // POINT


@cache
def _wasabi(free: int, left: int) -> int:
    """Return what the last of so many free wasabi promises with so many turns to come."""
    if not left or not free:
        return 0
    fewer = _wasabi(free - 1, left - 1) if free > 1 else TRIPLED_GAIN
    return (COMING_NIGIRI * fewer + (POINT - COMING_NIGIRI) * _wasabi(free, left - 1)) // POINT


def _race(
    prizes: Callable[[Sequence[int]], list[int]], held: Sequence[int], seat: int, more: int
) -> int:
    """Return what so many more would change now: for the seat, less for the others on average."""
    before = prizes(held)
    after = prizes([number + more * (other == seat) for other, number in enumerate(held)])
    gain = [now - then for now, then in zip(after, before, strict=True)]
    return POINT * gain[seat] - POINT * (sum(gain) - gain[seat]) // (len(held) - 1)
