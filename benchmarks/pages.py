"""Server time and queries of the match page, beside the code of before the stage."""

from itertools import zip_longest

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.earlier import earlier_figures_of, figures_of
from benchmarks.store import LONG, OurStore
from benchmarks.timing import Row
from games.core.events import Event

BEFORE = "1d7fdded13dd"
"""The last commit whose page told a whole log and asked for every step."""
TARGET = 0.015
PAGES = {
    "page:10": "match page, 10 events",
    f"page:{LONG}": f"match page, {LONG} events",
    f"fresh:{LONG}": f"the same, each time at a step nobody looked at, {LONG} events",
}


def page_rows(events: list[Event]) -> list[Row]:
    """Measure the match page at the end of a log of 10 and of 200 events, in CPU time."""
    ours = figures_of("match_cost.py", *PAGES)
    before = earlier_figures_of("match_cost.py", BEFORE, *PAGES) or ()
    asked = _queries(events)
    return [
        Row(
            f"{name} ({asked} queries)",
            "page",
            spent,
            f"commit {BEFORE}",
            earlier,
            f"<= {TARGET * 1000:.0f} ms",
            spent <= TARGET,
        )
        for name, spent, earlier in zip_longest(PAGES.values(), ours, before)
    ]


def _queries(events: list[Event]) -> int:
    """Return how many queries a page takes, however long its log is."""
    store = OurStore(events)
    match_id = store.new_match()
    store.append(match_id, 1, store.events)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(f"/matches/{match_id}/?ply={LONG}").status_code == 200
    return len(queries)
