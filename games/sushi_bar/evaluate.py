"""What a choice is worth to a seat, in hundredths of a point.

A portion is worth what it adds to the prospects of its owner, and a stolen one also what its victim
loses. Setting dice aside is worth the exact expectation of the throws that are left, given that
the turn then ends with the best portion on offer.
"""

from functools import lru_cache
from typing import NamedTuple

from games.core.events import Event
from games.sushi_bar.components import (
    DICE,
    PACKED,
    PARTS,
    ROWS,
    THROWN,
    THROWS,
    blue_of,
    bones_of,
    red_of,
    sushi_of,
)
from games.sushi_bar.events import DiceKept, PortionStolen, PortionTaken
from games.sushi_bar.rules import forced, stacks_of, symbols_for
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
    """Return what a legal choice is worth to `seat`; larger is better."""
    if isinstance(choice, PortionStolen):
        return _steal(view, seat, choice)
    worths = _worths(view, seat)
    if isinstance(choice, PortionTaken):
        offered = worths.sushi if choice.row == "sushi" else worths.bones
        return offered[symbols_for(view.dice, choice.row) - 1]
    if isinstance(choice, DiceKept):
        kept = view.kept + PACKED[choice.dice]
        loose = view.loose - len(choice.dice)
        final, last_throw, two_throws = _expectations(worths)
        if loose == 0:
            return final[kept] - 1  # a portion that can be had at once needs no detour
        if loose == 1 or view.throw == THROWS - 1:
            return last_throw[kept]
        return two_throws[kept]
    return 0


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


def _gain(outlook: Outlook, *, sushi: int = 0, bone: int = 0) -> int:
    """Return what one more portion on top adds."""
    after = outlook._replace(
        sushi=(*outlook.sushi, sushi) if sushi else outlook.sushi,
        bones=(*outlook.bones, bone) if bone else outlook.bones,
    )
    return prospects(after) - prospects(outlook)


def _steal(view: State, seat: int, choice: PortionStolen) -> int:
    mine, theirs = _outlook(view, seat), _outlook(view, choice.victim)
    if choice.stack == "sushi":
        tile, left = _without(theirs.sushi, choice.position)
        gain, after = _gain(mine, sushi=tile), theirs._replace(sushi=left)
    else:
        tile, left = _without(theirs.bones, choice.position)
        gain, after = _gain(mine, bone=tile), theirs._replace(bones=left)
    return gain + (prospects(theirs) - prospects(after)) // (view.seats - 1)


def _without(stack: tuple[int, ...], position: int) -> tuple[int, tuple[int, ...]]:
    index = len(stack) - position
    return stack[index], stack[:index] + stack[index + 1 :]


def _worths(view: State, seat: int) -> Worths:
    mine = _outlook(view, seat)
    row, index = forced(view)
    steals: dict[str, tuple[int, int]] = {}
    for stack in ROWS:
        tops, others = [IMPOSSIBLE], [IMPOSSIBLE]
        for victim, tiles in enumerate(stacks_of(view, stack)):
            if victim != seat:
                for position in range(1, len(tiles) + 1):
                    worth = _steal(view, seat, PortionStolen(seat, victim, stack, position))
                    (tops if position == 1 else others).append(worth)
        steals[stack] = (max(tops), max(tops + others))
    sushi = tuple(_gain(mine, sushi=tile) for tile in view.sushi[:DICE])
    bones = tuple(_gain(mine, bone=tile) for tile in view.bones[:DICE])
    forced_gain = (
        _gain(mine, bone=view.bones[index])
        if row == "bones"
        else _gain(mine, sushi=view.sushi[index])
    )
    return Worths(sushi, bones, *steals["sushi"], *steals["bones"], forced_gain)


@lru_cache(maxsize=128)
def _expectations(worths: Worths) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Return by packed dice: what all five end with, and what dice set aside promise.

    The second table is for one throw that is left, the third for two of them.
    """
    final = {PACKED[dice]: _best(worths, PACKED[dice]) for dice in THROWN[DICE]}
    last_throw = {
        PACKED[kept]: sum(
            ways * final[PACKED[kept] + PACKED[dice]] for dice, ways in THROWN[DICE - size].items()
        )
        // 6 ** (DICE - size)
        for size in range(1, DICE)
        for kept in THROWN[size]
    }
    promise = {**last_throw, **final}
    two_throws = {
        PACKED[kept]: sum(
            ways * max(promise[PACKED[kept] + PACKED[part]] for part in PARTS[dice])
            for dice, ways in THROWN[DICE - size].items()
        )
        // 6 ** (DICE - size)
        for size in range(1, DICE - 1)
        for kept in THROWN[size]
    }
    return final, last_throw, two_throws


def _best(worths: Worths, dice: int) -> int:
    """Return the worth of the best portion that all five dice allow, or of the forced one."""
    best = IMPOSSIBLE
    if 1 <= sushi_of(dice) <= len(worths.sushi):
        best = worths.sushi[sushi_of(dice) - 1]
    if 1 <= bones_of(dice) <= len(worths.bones):
        best = max(best, worths.bones[bones_of(dice) - 1])
    if blue_of(dice) >= 3:
        best = max(best, worths.any_sushi if blue_of(dice) > 3 else worths.top_sushi)
    if red_of(dice) >= 3:
        best = max(best, worths.any_bone if red_of(dice) > 3 else worths.top_bone)
    return worths.forced if best == IMPOSSIBLE else best
