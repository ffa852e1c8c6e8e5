"""Events are appended by whoever saw the newest version, and read by whoever may know them."""

import pytest

from replays.models import StoredEvent
from tests.replays.api.conftest import Table, refused, script

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_events_are_appended_one_request_after_the_other(table: Table) -> None:
    match = table.begin()
    events = script()
    first = table.play(match, events[:2], 1)
    assert first.status_code == 201
    assert first.json() == {
        "match": str(match),
        "first_version": 2,
        "last_version": 3,
        "repeated": False,
        "status": "open",
        "finished": False,
    }
    assert first.headers["ETag"] == '"3"'
    tag = table.public.get(f"/matches/{match}/state").headers["ETag"]
    rest = table.arbiter.post(f"/matches/{match}/events", {"events": events[2:]}, If_Match=tag)
    assert rest.json()["finished"] is True
    assert rest.json()["last_version"] == len(events) + 2


def test_a_repeated_request_gets_its_first_answer_and_writes_nothing(table: Table) -> None:
    match = table.begin()
    body = {"events": script()[:2]}
    path = f"/matches/{match}/events"
    first = table.arbiter.post(path, body, 1, Idempotency_Key="k1").json()
    again = table.arbiter.post(path, body, 1, Idempotency_Key="k1").json()
    later = table.arbiter.post(path, body, 3, Idempotency_Key="k1").json()
    assert again == later == first | {"repeated": True}
    assert StoredEvent.objects.count() == 3


def test_the_same_key_of_two_callers_is_two_requests(table: Table) -> None:
    from django.test import Client

    from tests.factories import bearer, make_token
    from tests.replays.api.conftest import Door

    other = Door(Client(), bearer(make_token()[1]))
    one, two = table.begin(), table.begin()
    body = {"events": script()[:1]}
    assert (
        table.arbiter.post(f"/matches/{one}/events", body, 1, Idempotency_Key="k").status_code
        == 201
    )
    assert other.post(f"/matches/{two}/events", body, 1, Idempotency_Key="k").status_code == 201


def test_all_events_of_a_request_are_written_or_none(table: Table) -> None:
    match = table.begin()
    events = script()[:3]
    wrong = [*events, events[0]]
    refused(table.play(match, wrong, 1), 422, "not_expected")
    assert StoredEvent.objects.count() == 1


def test_the_feed_gives_the_versions_after_one_and_says_whether_more_follow(table: Table) -> None:
    match = table.whole()
    path = f"/matches/{match}/events"
    whole = table.public.get(path, {"limit": 1000}).json()
    assert [row["version"] for row in whole["events"]] == list(range(1, whole["version"] + 1))
    assert whole["more"] is False
    part = table.public.get(path, {"after": 2, "limit": 2}).json()
    assert part["events"] == whole["events"][2:4]
    assert part["more"] is True
    assert table.public.get(path, {"after": whole["version"]}).json()["events"] == []


def test_only_the_arbiter_reads_hashes_and_only_the_club_who_wrote(table: Table) -> None:
    match = table.whole()
    path = f"/matches/{match}/events"
    rows = table.public.get(path, {"as": "arbiter", "limit": 1000}).json()["events"]
    stored = list(StoredEvent.objects.order_by("version").values_list("hash", flat=True))
    assert [row["hash"] for row in rows] == stored
    usual = {"version", "type", "schema", "payload", "recorded_at", "reveals"}
    assert all(set(row) == usual | {"hash"} for row in rows)
    for viewer in ("public", "seat:0"):
        seen = table.public.get(path, {"as": viewer, "limit": 1000})
        assert all(set(row) == usual for row in seen.json()["events"])
        known = table.arbiter.get(path, {"as": viewer, "limit": 1000})
        assert known.headers["ETag"] != seen.headers["ETag"]
        for row in known.json()["events"]:
            assert set(row) == usual | {"actor", "by"}
            assert row["actor"].startswith("token:")
            assert row["by"].startswith("test (")


def test_a_reader_who_has_the_newest_version_is_told_so(table: Table) -> None:
    match = table.begin()
    path = f"/matches/{match}/events"
    tag = table.public.get(path).headers["ETag"]
    assert tag == '"1-public"'
    again = table.public.get(path, **{"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    table.play(match, script()[:1], 1)
    assert table.public.get(path, **{"If-None-Match": tag}).status_code == 200


def test_chance_is_drawn_here_only_where_there_is_no_table(table: Table) -> None:
    match = table.begin(source="online")
    drawn = table.arbiter.post(f"/matches/{match}/chance", {}, 1, Idempotency_Key="roll")
    again = table.arbiter.post(f"/matches/{match}/chance", {}, 1, Idempotency_Key="roll")
    assert drawn.status_code == 201
    assert again.json() == drawn.json() | {"repeated": True}
    at_table = table.begin()
    refused(table.arbiter.post(f"/matches/{at_table}/chance", {}, 1), 422, "physical_table")
    body = {"rigged": True}
    refused(table.arbiter.post(f"/matches/{match}/chance", body, 2), 400, "invalid_input")
