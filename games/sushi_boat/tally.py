"""A count: what lies before each seat at the end, scored by the same rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.core.counts import pile, read_counts
from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ranked
from games.core.setup import Setup
from games.sushi_boat.components import COPIES, CUBES, DISHES, PLATES, WASABIS
from games.sushi_boat.scoring import score
from games.sushi_boat.state import kit_of

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
            2 * (kit.turns // kit.seats),
            ordered=True,
        ),
        pile("dishes", dict.fromkeys(DISHES, COPIES)),
        Field("cubes", ()),
        Field("yen", ()),
    )


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score `{"stack": [bottom, …, top], "dishes": […], "cubes": 3, "yen": 2}` of each seat.

    Raises `bad_tables`, `tally_too_many` when there is more of something than in the box, or a
    code `count_…` for cubes and yen that no match could leave.
    """
    kit = kit_of(setup)
    counts = read_counts(_KNOWN, kit.seats, tables)
    stacks, eaten, cubes, yen = ([count[name] for count in counts] for name in _KNOWN)
    _require_box(stacks, kit.plates)
    _require_box(eaten, dict.fromkeys(DISHES, COPIES))
    for laid, dishes, left in zip(cubes, eaten, yen, strict=True):
        most = WASABIS * CUBES + dishes.count("takoyaki")
        if not 0 <= laid <= most:
            raise RuleViolation("count_wrong_cubes", found=laid, most=most)
        if not 0 <= left <= MOST_YEN:
            raise RuleViolation("count_wrong_yen", found=left, most=MOST_YEN)
    lines = score(stacks, eaten, cubes, second_after_tie=kit.second_after_tie)
    return ranked(lines, yen, final=True)


def _require_box(piles: Sequence[Sequence[str]], box: Mapping[str, int]) -> None:
    held = Counter(item for pile in piles for item in pile)
    for item in sorted(held):
        if held[item] > box[item]:
            raise RuleViolation("tally_too_many", item=[item], found=held[item], box=box[item])
