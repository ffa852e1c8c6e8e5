"""What a choice is worth to a seat, in hundredths of a point.

A portion is worth what it adds to the prospects of its owner, and a stolen one also what its victim
loses. Setting dice aside is worth the exact expectation of the throws that are left, given that
the turn then ends with the best portion on offer.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import itemgetter, mul
from typing import NamedTuple

from games.core.events import Event
from games.sushi_bar.components import (
    DICE,
    PACKED,
    PARTS,
    ROWS,
    THROWN,
    THROWS,
    UNPACKED,
    Row,
    blue_of,
    bones_of,
    red_of,
    sushi_of,
)
from games.sushi_bar.events import DiceKept, PortionStolen, PortionTaken
from games.sushi_bar.rules import symbols_for
from games.sushi_bar.state import State

POINT = 100
IMPOSSIBLE = -(10**6)
# How fast the hope fades that one more portion comes, and what a sushi that comes is worth.
FADING = 80
COMING_SUSHI = 300


class Outlook(NamedTuple):
    """What one seat holds, bottom first, and how many portions it may expect, in hundredths."""

    sushi: tuple[int, ...]
    bones: tuple[int, ...]
    more_sushi: int
    more_bones: int


class Worths(NamedTuple):
    """What everything that dice can reach is worth to the seat to move."""

    sushi: tuple[int, ...]
    bones: tuple[int, ...]
    top_sushi: int
    any_sushi: int
    top_bone: int
    any_bone: int
    forced: int


def evaluate(view: State, seat: int, choice: Event) -> int:
    if isinstance(choice, PortionStolen):
        return _steal(_outlook(view, seat), _outlook(view, choice.victim), choice, view.seats)
    worths = _worths(
        tuple(map(tuple, view.sushi_stacks)),
        tuple(map(tuple, view.bone_stacks)),
        tuple(view.sushi),
        tuple(view.bones),
        seat,
    )
    if isinstance(choice, PortionTaken):
        offered = worths.sushi if choice.row == "sushi" else worths.bones
        return offered[symbols_for(view.dice, choice.row) - 1]
    if isinstance(choice, DiceKept):
        kept = view.kept + PACKED[choice.dice]
        loose = view.loose - len(choice.dice)
        if loose == 0:
            return _promises(worths)[_PLACE[kept]] - 1  # a portion in reach needs no detour
        if loose == 1 or view.throw == THROWS - 1:
            return _promises(worths)[_PLACE[kept]]
        return _two_throws(worths, kept)
    return 0


@lru_cache(maxsize=16384)
def prospects(outlook: Outlook) -> int:
    """Return what two stacks promise, in hundredths of a point.

    Sushi above the bones counts as far as bones may come; room that the bones give counts as far
    as sushi may come to fill it and no other bone would make it count.
    """
    held = len(outlook.bones)
    total = POINT * sum(outlook.bones)
    for index, tile in enumerate(outlook.sushi):
        missing = index - held + 1
        total += POINT * tile if missing <= 0 else tile * _hope(outlook.more_bones, missing)
    for missing in range(1, held - len(outlook.sushi) + 1):
        otherwise = POINT - _hope(outlook.more_bones, missing)
        total += COMING_SUSHI * _hope(outlook.more_sushi, missing) * otherwise // POINT**2
    return total


def _hope(coming: int, missing: int) -> int:
    return POINT * coming // (coming + FADING * missing) if coming else 0


def _outlook(view: State, seat: int) -> Outlook:
    return Outlook(
        tuple(view.sushi_stacks[seat]),
        tuple(view.bone_stacks[seat]),
        POINT * len(view.sushi) // view.seats,
        POINT * len(view.bones) // view.seats,
    )


def _gain(outlook: Outlook, row: Row, tile: int) -> int:
    """Return what one more portion adds to what two stacks promise."""
    sushi, bones, *more = outlook
    if row == "sushi":
        sushi += (tile,)
    else:
        bones += (tile,)
    return prospects(Outlook(sushi, bones, *more)) - prospects(outlook)


def _steal(mine: Outlook, theirs: Outlook, choice: PortionStolen, seats: int) -> int:
    sushi, bones, *more = theirs
    stack = sushi if choice.stack == "sushi" else bones
    index = len(stack) - choice.position
    left = stack[:index] + stack[index + 1 :]
    after = Outlook(left, bones, *more) if choice.stack == "sushi" else Outlook(sushi, left, *more)
    loss = prospects(theirs) - prospects(after)
    return _gain(mine, choice.stack, stack[index]) + loss // (seats - 1)


@lru_cache(maxsize=2048)
def _worths(
    sushi_stacks: tuple[tuple[int, ...], ...],
    bone_stacks: tuple[tuple[int, ...], ...],
    sushi: tuple[int, ...],
    bones: tuple[int, ...],
    seat: int,
) -> Worths:
    seats = len(sushi_stacks)
    coming = POINT * len(sushi) // seats, POINT * len(bones) // seats
    outlooks = [Outlook(*stacks, *coming) for stacks in zip(sushi_stacks, bone_stacks, strict=True)]
    mine = outlooks[seat]
    steals: dict[str, tuple[int, int]] = {}
    for stack in ROWS:
        tops, others = [IMPOSSIBLE], [IMPOSSIBLE]
        for victim, theirs in enumerate(outlooks):
            if victim != seat:
                tiles = theirs.sushi if stack == "sushi" else theirs.bones
                for position in range(1, len(tiles) + 1):
                    choice = PortionStolen(seat, victim, stack, position)
                    worth = _steal(mine, theirs, choice, seats)
                    (tops if position == 1 else others).append(worth)
        steals[stack] = (max(tops), max(tops + others))
    return Worths(
        tuple([_gain(mine, "sushi", tile) for tile in sushi[:DICE]]),
        tuple([_gain(mine, "bones", tile) for tile in bones[:DICE]]),
        *steals["sushi"],
        *steals["bones"],
        _gain(mine, "bones", min(bones)) if bones else _gain(mine, "sushi", min(sushi)),
    )


def _getter(places: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return a quick way to read several places of a table; always more than one."""
    get: Callable[[Sequence[int]], tuple[int, ...]] = itemgetter(*places)
    return get


_PLACE = {packed: place for place, packed in enumerate(UNPACKED)}
"""Where packed dice stand in a table of promises."""
_LAST = tuple(
    (
        _PLACE[PACKED[kept]],
        _getter([_PLACE[PACKED[kept] + PACKED[dice]] for dice in THROWN[DICE - size]]),
        tuple(THROWN[DICE - size].values()),
        6 ** (DICE - size),
    )
    for size in range(1, DICE)
    for kept in THROWN[size]
)
"""Dice set aside with one throw left: what all five may become, in how many ways each."""
_FINAL = tuple(
    (_PLACE[dice], sushi_of(dice), bones_of(dice), blue_of(dice), red_of(dice))
    for dice in [PACKED[thrown] for thrown in THROWN[DICE]]
)


@lru_cache(maxsize=2048)
def _promises(worths: Worths) -> tuple[int, ...]:
    """Return by place what all five dice end with, and what fewer promise with one throw left."""
    promises = [0] * len(_PLACE)
    sushi = _by_number(worths.sushi)
    bones = _by_number(worths.bones)
    blue = (*[IMPOSSIBLE] * 3, worths.top_sushi, worths.any_sushi, worths.any_sushi)
    red = (*[IMPOSSIBLE] * 3, worths.top_bone, worths.any_bone, worths.any_bone)
    for place, s, b, u, r in _FINAL:
        best = max(sushi[s], bones[b], blue[u], red[r])
        promises[place] = worths.forced if best == IMPOSSIBLE else best
    for place, get, ways, throws in _LAST:
        promises[place] = sum(map(mul, ways, get(promises))) // throws
    return tuple(promises)


@lru_cache(maxsize=16384)
def _two_throws(worths: Worths, kept: int) -> int:
    """Return what dice set aside promise when the others may be thrown twice."""
    promises = _promises(worths)
    gets, ways, throws = _rethrows(kept)
    best = [max(get(promises)) for get in gets]
    total: int = sum(map(mul, ways, best))
    return total // throws


@cache
def _rethrows(
    kept: int,
) -> tuple[tuple[Callable[[Sequence[int]], tuple[int, ...]], ...], tuple[int, ...], int]:
    """Return for each throw of the loose dice what may be held after it, and its ways."""
    loose = DICE - len(UNPACKED[kept])
    gets = tuple(
        _getter([_PLACE[kept + PACKED[part]] for part in PARTS[dice]]) for dice in THROWN[loose]
    )
    return gets, tuple(THROWN[loose].values()), 6**loose


def _by_number(offered: tuple[int, ...]) -> tuple[int, ...]:
    """Return by number of dice what a row offers: nothing for none, nor past its end."""
    return (IMPOSSIBLE, *offered, *[IMPOSSIBLE] * (DICE - len(offered)))
