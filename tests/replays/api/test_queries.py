"""How many queries an answer takes does not depend on how long the log or the list is."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.replays.api.conftest import Table, script

pytestmark = pytest.mark.django_db


def queries(ask: Callable[..., Any]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = ask()
    assert answer.status_code < 300, answer.content
    return len(captured)


@pytest.fixture
def short_and_long(table: Table) -> tuple[UUID, UUID]:
    short, long = table.begin("hidden_game"), table.begin("hidden_game")
    events = script("hidden_game")
    table.play(short, events[:3], 1)
    table.play(long, events[:-1], 1)
    table.arbiter.get("/games")
    return short, long


READS = [
    ("", {}),
    ("/events", {}),
    ("/events", {"as": "seat:0"}),
    ("/events", {"as": "arbiter"}),
    ("/state", {"as": "seat:1"}),
    ("/needs", {"as": "arbiter"}),
    ("/choices", {"seat": 0}),
    ("/export", {"format": "kgn"}),
    ("/export", {"format": "jsonl"}),
    ("/verify", {}),
]


@pytest.mark.parametrize(("path", "params"), READS)
def test_reading_a_long_log_takes_as_many_queries_as_a_short_one(
    table: Table, short_and_long: tuple[UUID, ...], path: str, params: dict[str, Any]
) -> None:
    counts = [
        queries(lambda match=match: table.arbiter.get(f"/matches/{match}{path}", params))
        for match in short_and_long
    ]
    assert counts[0] == counts[1] <= 14


def test_a_move_takes_as_many_queries_late_as_early(table: Table) -> None:
    match = table.begin("hidden_game")
    events = script("hidden_game")
    counts = [
        queries(lambda at=at: table.play(match, [events[at]], at + 1)) for at in range(len(events))
    ]
    assert len(set(counts[1:-1])) == 1
    assert counts[1] <= 17


def test_a_page_of_many_matches_takes_as_many_queries_as_one_of_few(table: Table) -> None:
    table.begin()
    few = queries(lambda: table.public.get("/matches"))
    for _ in range(10):
        table.begin()
    assert queries(lambda: table.public.get("/matches")) == few <= 4
