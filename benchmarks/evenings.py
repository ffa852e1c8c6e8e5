"""The largest pages of a club's year, beside the code that drew every cell and table anew."""

from itertools import zip_longest

from benchmarks.earlier import earlier_figures_of, figures_of
from benchmarks.timing import Row

BEFORE = "0097e0c"
TARGET = 0.150
PAGES = {
    "season": "page of a season, 200 players and 30 evenings, CPU time",
    "evening": "page of an open evening, 60 people, CPU time",
}


def evening_rows() -> list[Row]:
    """Measure the page of a season and that of an open evening."""
    ours = figures_of("evening_cost.py", *PAGES)
    before = earlier_figures_of("evening_cost.py", BEFORE, *PAGES) or ()
    return [
        Row(
            name,
            "page",
            spent,
            f"commit {BEFORE}",
            earlier,
            f"<= {TARGET * 1000:.0f} ms",
            spent <= TARGET,
        )
        for name, spent, earlier in zip_longest(PAGES.values(), ours, before)
    ]
