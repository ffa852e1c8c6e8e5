"""Points at the end: runs of a colour, groups of different types, side dishes, Gyoza and cubes."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.core.outcome import Outcome, ScoreLine, ranked
from games.sushi_boat.components import (
    COLOUR_OF,
    GROUP_POINTS,
    MOST_DISHES,
    SECOND_DISHES,
    TIED_MOST,
    TIED_SECOND,
    WHITE,
)
from games.sushi_boat.state import State
from games.sushi_boat.variety import best_groups


def runs(stack: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield colour and length of every run, bottom first; white plates neither count nor break."""
    colours = [COLOUR_OF[plate] for plate in stack]
    for colour, plates in groupby(colour for colour in colours if colour != WHITE):
        yield colour, len(list(plates))


def run_points(stack: Sequence[str]) -> int:
    """Return what the runs of a stack are worth: each its length less one."""
    points = 0
    last = ""
    for plate in stack:
        colour = COLOUR_OF[plate]
        if colour == last:
            points += 1
        elif colour != WHITE:
            last = colour
    return points


def dish_points(counts: Sequence[int], *, second_after_tie: bool) -> list[int]:
    """Return what each seat gets for the number of its side dishes (A2)."""
    points = [0] * len(counts)
    ranks = sorted({count for count in counts if count}, reverse=True)
    if not ranks:
        return points
    firsts = [seat for seat, count in enumerate(counts) if count == ranks[0]]
    for seat in firsts:
        points[seat] = MOST_DISHES if len(firsts) == 1 else TIED_MOST
    if len(ranks) > 1 and (len(firsts) == 1 or second_after_tie):
        seconds = [seat for seat, count in enumerate(counts) if count == ranks[1]]
        for seat in seconds:
            points[seat] = SECOND_DISHES if len(seconds) == 1 else TIED_SECOND
    return points


def score(
    stacks: Sequence[Sequence[str]],
    eaten: Sequence[Sequence[str]],
    cubes: Sequence[int],
    *,
    second_after_tie: bool,
) -> list[tuple[ScoreLine, ...]]:
    majority = dish_points([len(dishes) for dishes in eaten], second_after_tie=second_after_tie)
    return [
        _lines(stacks[seat], eaten[seat], majority[seat], cubes[seat])
        for seat in range(len(stacks))
    ]


def outcome(state: State) -> Outcome:
    """Return the score as it stands; final after the turn of the last card.

    Yen break ties at every place (A22, A28).
    """
    kit = state.kit
    lines = score(state.stacks, state.eaten, state.cubes, second_after_tie=kit.second_after_tie)
    return ranked(lines, state.yen, final=state.phase == "over")


def _lines(
    stack: Sequence[str], eaten: Sequence[str], majority: int, cubes: int
) -> tuple[ScoreLine, ...]:
    long = [length for _, length in runs(stack) if length > 1]
    groups = best_groups(stack)
    variety = sum([GROUP_POINTS[size] for size in groups])
    lines = [
        ScoreLine("runs", run_points(stack), " + ".join(map(str, long))),
        ScoreLine("variety", variety, " + ".join(map(str, groups))),
        ScoreLine("dishes", majority, str(len(eaten))),
    ]
    if gyoza := eaten.count("gyoza"):
        lines.append(ScoreLine("gyoza", gyoza))
    return (*lines, ScoreLine("cubes", cubes))
