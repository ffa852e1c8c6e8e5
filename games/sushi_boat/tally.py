"""A count: what lies before each seat at the end, scored by the same rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.counts import pile, read_counts, require_box
from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ranked
from games.core.setup import Setup
from games.sushi_boat.components import COPIES, CUBES, DISHES, PLATES, WASABIS
from games.sushi_boat.scoring import score
from games.sushi_boat.state import Kit, kit_of

MOST_YEN = 50
"""What the bank holds; nobody ends with more."""
_KNOWN = {"stack": PLATES, "dishes": DISHES, "cubes": None, "yen": None}


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return what is counted of one seat: its stack from the bottom, side dishes, cubes and yen."""
    kit = kit_of(setup)
    return (
        pile(
            "stack",
            {plate: kit.plates[plate] for plate in PLATES if kit.plates[plate]},
            _most_plates(kit),
            ordered=True,
        ),
        pile("dishes", dict.fromkeys(DISHES, COPIES)),
        Field("cubes", ()),
        Field("yen", ()),
    )


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score `{"stack": [bottom, …, top], "dishes": […], "cubes": 3, "yen": 2}` of each seat.

    Raises `bad_tables`, `tally_too_many` when there is more of something than in the box, or a
    code `count_…` for a stack, cubes or yen that no match could leave.
    """
    kit = kit_of(setup)
    counts = read_counts(_KNOWN, kit.seats, tables)
    stacks, eaten, cubes, yen = ([count[name] for count in counts] for name in _KNOWN)
    require_box(stacks, kit.plates, option="plates")
    require_box(eaten, dict.fromkeys(DISHES, COPIES))
    highest = _most_plates(kit)
    for number, (stack, dishes, laid, left) in enumerate(
        zip(stacks, eaten, cubes, yen, strict=True), 1
    ):
        if len(stack) > highest:
            raise RuleViolation(
                "count_stack_too_high", number=number, found=len(stack), most=highest
            )
        most = WASABIS * CUBES + dishes.count("takoyaki")
        if not 0 <= laid <= most:
            raise RuleViolation("count_wrong_cubes", found=laid, most=most)
        if not 0 <= left <= MOST_YEN:
            raise RuleViolation("count_wrong_yen", found=left, most=MOST_YEN)
    lines = score(stacks, eaten, cubes, second_after_tie=kit.second_after_tie)
    return ranked(lines, yen, final=True)


def _most_plates(kit: Kit) -> int:
    """Return how high a stack can be: one plate eaten and one brought by the staff each turn."""
    return 2 * (kit.turns // kit.seats)
