"""A count: the customers and the hand of each seat at the end, scored by the same rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.counts import pile, read_counts, require_box
from games.core.needs import Field
from games.core.outcome import Outcome
from games.core.setup import Setup
from games.sushi_express.components import ACTIONS, BOX, CUSTOMERS, TIP_ACTION
from games.sushi_express.options import not_in_box
from games.sushi_express.scoring import result
from games.sushi_express.state import start


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return the customers before a seat and the action cards left in its hand."""
    copies = zip(CUSTOMERS, start(setup).copies, strict=True)
    return (
        pile("customers", {name: count for name, count in copies if count}),
        pile("actions", dict(zip(ACTIONS, BOX, strict=True))),
    )


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score `{"customers": […], "actions": […]}` as they lie before each seat at the end.

    Raises `bad_tables`, `customer_not_in_box`, or `tally_too_many` when there are more of a card
    than in the box.
    """
    counts = read_counts({"customers": CUSTOMERS, "actions": ACTIONS}, setup.seats, tables)
    for field in count_fields(setup):
        piles = [count[field.name] for count in counts]
        box = dict(zip(field.of, field.supply, strict=True))
        for name in dict.fromkeys(name for held in piles for name in held if name not in box):
            raise not_in_box(name)
        require_box(piles, box)
    customers = [[count["customers"].count(name) for name in CUSTOMERS] for count in counts]
    actions = [[count["actions"].count(name) for name in ACTIONS] for count in counts]
    tips = [held[TIP_ACTION] for held in actions]
    left = [sum(held) - more for held, more in zip(actions, tips, strict=True)]
    return result(customers, tips, left, final=True)
