"""Server time and queries of the match page, beside the code of before the stage."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.earlier import beside
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
    asked = _queries(events)
    named = {page: f"{name} ({asked} queries)" for page, name in PAGES.items()}
    return [row for row, _ in beside("match_cost.py", BEFORE, named, target=TARGET)]


def _queries(events: list[Event]) -> int:
    """Return how many queries a page takes, however long its log is."""
    store = OurStore(events)
    match_id = store.new_match()
    store.append(match_id, 1, store.events)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(f"/matches/{match_id}/?ply={LONG}").status_code == 200
    return len(queries)
