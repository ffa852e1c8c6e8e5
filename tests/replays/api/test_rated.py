"""Whether a match counts is decided when it begins; when it ended may be told later."""

from datetime import UTC, datetime
from typing import Any

import pytest

from replays.models import Match, StoredEvent
from tests.replays.api.conftest import Table, refused

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def body_of(table: Table, **fields: Any) -> dict[str, Any]:
    return {"club": str(table.club.id), "game": "sushi_bar", "players": table.seats()} | fields


@pytest.mark.parametrize(
    ("fields", "rated"),
    [
        ({}, True),
        ({"rated": None}, True),
        ({"rated": True}, True),
        ({"rated": False}, False),
        ({"source": "online"}, None),
        ({"source": "online", "rated": True}, True),
        ({"source": "online", "rated": False}, False),
    ],
)
def test_a_match_says_whether_it_is_rated(
    table: Table, fields: dict[str, Any], rated: bool | None
) -> None:
    answer = table.arbiter.post("/matches", body_of(table, **fields))
    assert answer.status_code == 201, answer.content
    assert answer.json()["rated"] is rated
    read = table.public.get(f"/matches/{answer.json()['id']}").json()
    assert read["rated"] is rated
    [listed] = table.public.get("/matches").json()["results"]
    assert listed["rated"] is rated


@pytest.mark.parametrize("rated", ["yes", 1, [], "true"])
def test_rated_is_true_false_or_left_out(table: Table, rated: list[Any] | int | str) -> None:
    answer = table.arbiter.post("/matches", body_of(table, rated=rated))
    problem = refused(answer, 400, "invalid_input")
    assert problem["errors"][0]["pointer"] == "/rated"
    assert not Match.objects.exists()


def test_a_result_entered_later_says_when_the_match_was_over(table: Table) -> None:
    match = table.begin()
    body = {"scores": [3, 5], "ended_at": "2026-01-03T22:15:00+01:00"}
    answer = table.arbiter.post(f"/matches/{match}/report", body, 1)
    assert answer.status_code == 201, answer.content
    read = table.public.get(f"/matches/{match}").json()
    assert datetime.fromisoformat(read["ended_at"]) == datetime(2026, 1, 3, 21, 15, tzinfo=UTC)
    plain = table.begin()
    before = datetime.now(UTC)
    table.arbiter.post(f"/matches/{plain}/report", {"scores": [3, 5], "ended_at": None}, 1)
    read = table.public.get(f"/matches/{plain}").json()
    assert before <= datetime.fromisoformat(read["ended_at"]) <= datetime.now(UTC)


@pytest.mark.parametrize(
    ("moment", "status", "code"),
    [
        ("yesterday", 400, "invalid_input"),
        ("2026-01-03T22:15:00", 400, "invalid_input"),
        ("2026-13-03T22:15:00Z", 400, "invalid_input"),
        (1767474900, 400, "invalid_input"),
        ("1899-12-31T23:59:59Z", 422, "bad_end_time"),
        ("0001-01-01T00:00:00+14:00", 422, "bad_end_time"),
        ("9999-12-31T23:59:59-14:00", 422, "bad_end_time"),
        ("2999-01-01T00:00:00Z", 422, "bad_end_time"),
    ],
)
def test_a_match_cannot_have_ended_at_such_a_time(
    table: Table, moment: int | str, status: int, code: str
) -> None:
    match = table.begin()
    body = {"scores": [3, 5], "ended_at": moment}
    refused(table.arbiter.post(f"/matches/{match}/report", body, 1), status, code)
    assert StoredEvent.objects.filter(stream_id=match).count() == 1
