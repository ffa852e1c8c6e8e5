"""A count: the two stacks before each seat at the end, scored by the same rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.core.counts import pile, read_counts, require_box
from games.core.needs import Field
from games.core.outcome import Outcome, ranked
from games.core.setup import Setup
from games.sushi_bar.components import ROWS, VALUES_OPTION
from games.sushi_bar.scoring import score_lines
from games.sushi_bar.state import start


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return the two stacks of a seat, bottom first."""
    return tuple(pile(row, box, ordered=True) for row, box in _box(setup).items())


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score the stacks `{"sushi": [bottom, …, top], "bones": […]}` that lie before each seat.

    Raises `bad_tables`, or `tally_too_many` when there are more of a portion than in the box.
    """
    counts = read_counts(dict.fromkeys(ROWS, int), setup.seats, tables)
    for row, box in _box(setup).items():
        require_box([count[row] for count in counts], box, option=VALUES_OPTION[row])
    return ranked([score_lines(count["sushi"], count["bones"]) for count in counts], final=True)


def _box(setup: Setup) -> dict[str, Counter[int]]:
    """Return how many portions of each value there are; a state has them in rising order."""
    state = start(setup)
    values = (state.sushi_values, state.bone_values)
    return {row: Counter(own) for row, own in zip(ROWS, values, strict=True)}
