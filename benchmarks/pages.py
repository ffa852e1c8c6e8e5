"""Server time and queries of the match page, for a short and a long log."""

import time
from functools import partial

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.store import LONG, OurStore
from benchmarks.timing import Batch, Row, best_of
from games.core.events import Event


def page_rows(events: list[Event], *, rounds: int) -> list[Row]:
    """Measure the match page at the end of a log of 10 and of 200 events."""
    ours = OurStore(events)
    client = Client()
    rows = []
    for length in (10, LONG):
        match_id = ours.new_match()
        ours.append(match_id, 1, ours.events[:length])
        address = f"/matches/{match_id}/?ply={length}"
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        name = f"match page, {length} events ({len(queries)} queries)"
        (spent,) = best_of(
            [partial(_page_batch, client, address)], rounds=rounds, clock=time.process_time
        )
        rows.append(Row(name, "page", spent, "", None, "< 15 ms", spent < 0.015))
    return rows


def _page_batch(client: Client, address: str) -> Batch:
    def run() -> int:
        for _ in range(5):
            client.get(address)
        return 5

    return run
