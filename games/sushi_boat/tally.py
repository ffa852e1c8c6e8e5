"""A count: what lies before each seat at the end, scored by the same rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome
from games.core.setup import Setup
from games.sushi_boat.components import COPIES, CUBES, DISHES, PLATES, WASABIS
from games.sushi_boat.scoring import ranked, score
from games.sushi_boat.state import kit_of

MOST_YEN = 50
"""What the bank holds; nobody ends with more."""
_FIELDS = ("stack", "dishes", "cubes", "yen")


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return what is counted of one seat: its stack from the bottom, side dishes, cubes and yen."""
    kit = kit_of(setup)
    faces = tuple(plate for plate in PLATES if kit.plates[plate])
    return (
        Field(
            "stack",
            faces,
            many=True,
            least=0,
            most=2 * (kit.turns // kit.seats),
            supply=tuple(kit.plates[plate] for plate in faces),
            ordered=True,
        ),
        Field(
            "dishes",
            DISHES,
            many=True,
            least=0,
            most=len(DISHES) * COPIES,
            supply=(COPIES,) * len(DISHES),
        ),
        Field("cubes", ()),
        Field("yen", ()),
    )


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score `{"stack": [bottom, …, top], "dishes": […], "cubes": 3, "yen": 2}` of each seat.

    Raises `bad_tables`, `tally_too_many` when there is more of something than in the box, or a
    code `count_…` for cubes and yen that no match could leave.
    """
    kit = kit_of(setup)
    if len(tables) != kit.seats:
        raise RuleViolation("bad_tables", expected=kit.seats, found=len(tables))
    for table in tables:
        _require_table(table)
    stacks = [_listed(table, "stack", kit.plates) for table in tables]
    eaten = [_listed(table, "dishes", dict.fromkeys(DISHES, COPIES)) for table in tables]
    _require_box(stacks, kit.plates)
    _require_box(eaten, dict.fromkeys(DISHES, COPIES))
    cubes = [_counted(table, "cubes") for table in tables]
    yen = [_counted(table, "yen") for table in tables]
    for laid, dishes, left in zip(cubes, eaten, yen, strict=True):
        most = WASABIS * CUBES + dishes.count("takoyaki")
        if not 0 <= laid <= most:
            raise RuleViolation("count_wrong_cubes", found=laid, most=most)
        if not 0 <= left <= MOST_YEN:
            raise RuleViolation("count_wrong_yen", found=left, most=MOST_YEN)
    lines = score(stacks, eaten, cubes, second_after_tie=kit.second_after_tie)
    return ranked(lines, yen, final=True, ending="complete")


def _require_table(table: object) -> None:
    if not isinstance(table, Mapping) or not table.keys() <= set(_FIELDS):
        raise RuleViolation("bad_tables", fields=list(_FIELDS))


def _listed(table: Mapping[str, Any], name: str, box: Mapping[str, int]) -> list[str]:
    items = table.get(name, [])
    if not isinstance(items, list | tuple) or not all(
        isinstance(item, str) and item in box for item in items
    ):
        raise RuleViolation("bad_tables", field=name)
    return list(items)


def _counted(table: Mapping[str, Any], name: str) -> int:
    number = table.get(name, 0)
    if type(number) is not int:
        raise RuleViolation("bad_tables", field=name)
    return number


def _require_box(piles: Sequence[Sequence[str]], box: Mapping[str, int]) -> None:
    held = Counter(item for pile in piles for item in pile)
    for item in sorted(held):
        if held[item] > box[item]:
            raise RuleViolation("tally_too_many", item=[item], found=held[item], box=box[item])
