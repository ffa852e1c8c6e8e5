"""A match over the API's stream: everything, once, in order, to who may have it."""

import json
import urllib.request
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from replays.services import life, undo
from tests.factories import bearer, make_club, make_member, make_token
from tests.replays.sittings import Sitting
from tests.streams import Event, Stream
from tests.threads import run_together
from tournaments.people.models import ApiToken, Club

pytestmark = [pytest.mark.database, pytest.mark.services, pytest.mark.usefixtures("fresh_database")]


@pytest.fixture
def sitting() -> Sitting:
    return Sitting("sushi_go_party", seats=3)


def address(url: str, sitting: Sitting, query: str = "") -> str:
    return f"{url}/api/v1/matches/{sitting.id}/stream{query}"


def feed(url: str, sitting: Sitting, headers: dict[str, str] | None = None) -> list[Any]:
    request = urllib.request.Request(
        f"{url}/api/v1/matches/{sitting.id}/events?limit=1000", headers=headers or {}
    )
    with urllib.request.urlopen(request) as answer:
        rows: list[Any] = json.load(answer)["events"]
    return rows


def versions(events: list[Event]) -> list[int]:
    return [int(event.id) for event in events]


def test_what_was_is_told_first_and_what_is_appended_follows(
    live_server_url: str, sitting: Sitting
) -> None:
    sitting.play_on(5)
    with Stream(address(live_server_url, sitting)) as stream:
        assert stream.status == 200
        assert stream.answer.headers["Content-Type"] == "text/event-stream"
        assert stream.answer.headers["X-Accel-Buffering"] == "no"
        events = stream.take(6)
        for _ in range(4):
            sitting.play()
            events += stream.take(1)
        sitting.do(undo.rewind, to=3)
        events += stream.take(1)
    assert versions(events) == list(range(1, 12))
    assert {event.kind for event in events} == {"entry"}
    assert [event.data for event in events] == feed(live_server_url, sitting)


@pytest.mark.parametrize("where", ["header", "query"])
def test_who_comes_back_goes_on_where_they_were(
    live_server_url: str, sitting: Sitting, where: str
) -> None:
    sitting.play_on(8)
    headers = {"Last-Event-ID": "4"} if where == "header" else {}
    query = "" if where == "header" else "?after=4"
    with Stream(address(live_server_url, sitting, query), headers) as stream:
        assert versions(stream.take(5)) == [5, 6, 7, 8, 9]
        sitting.play()
        assert versions(stream.take(1)) == [10]


def test_whoever_joins_while_it_goes_on_misses_and_doubles_nothing(
    live_server_url: str, sitting: Sitting
) -> None:
    def watch() -> list[int]:
        with Stream(address(live_server_url, sitting)) as stream:
            return versions(stream.take(41))

    def record() -> list[int]:
        for _ in range(40):
            sitting.play()
        connection.close()
        return list(range(1, 42))

    told = run_together([record, *[watch] * 8])
    assert told == [list(range(1, 42))] * 9


def test_a_visitor_is_told_what_a_visitor_may_know(live_server_url: str, sitting: Sitting) -> None:
    sitting.play_on(30)
    with Stream(address(live_server_url, sitting)) as stream:
        events = stream.take(31)
    assert [event.data for event in events] == feed(live_server_url, sitting)
    assert all("hash" not in event.data and "actor" not in event.data for event in events)
    for eyes in ("arbiter", "seat:1"):
        with Stream(address(live_server_url, sitting, f"?as={eyes}")) as refused:
            assert refused.status == 403


@pytest.fixture
def club() -> Club:
    return make_club()


def test_a_token_that_is_taken_back_ends_its_stream_and_no_other(
    live_server_url: str, club: Club
) -> None:
    sitting = Sitting(club_id=club.id)
    token, text = make_token(make_member(club, "arbiter"), ("read",))
    with (
        Stream(address(live_server_url, sitting, "?as=arbiter"), bearer(text)) as arbiter,
        Stream(address(live_server_url, sitting)) as visitor,
    ):
        assert versions(arbiter.take(1)) == versions(visitor.take(1)) == [1]
        sitting.play()
        [seen] = arbiter.take(1)
        assert "hash" in seen.data
        assert versions(visitor.take(1)) == [2]
        ApiToken.objects.filter(pk=token.pk).update(revoked_at=datetime.now(UTC))
        sitting.play()
        assert list(arbiter) == []
        assert versions(visitor.take(1)) == [3]


def test_what_becomes_the_clubs_own_is_followed_by_the_club_alone(
    live_server_url: str, club: Club
) -> None:
    sitting = Sitting(club_id=club.id)
    _token, text = make_token(make_member(club), ("read",))
    with (
        Stream(address(live_server_url, sitting), bearer(text)) as member,
        Stream(address(live_server_url, sitting)) as visitor,
    ):
        assert versions(member.take(1)) == versions(visitor.take(1)) == [1]
        Club.objects.filter(pk=club.id).update(visibility="club")
        sitting.play()
        assert versions(member.take(1)) == [2]
        assert list(visitor) == []
    with Stream(address(live_server_url, sitting)) as later:
        assert later.status == 404


def test_a_visitor_of_a_club_that_waits_for_the_end_hears_nothing_before(
    live_server_url: str, club: Club
) -> None:
    Club.objects.filter(pk=club.id).update(spectator_delay=None)
    sitting = Sitting(club_id=club.id)
    with Stream(address(live_server_url, sitting)) as visitor:
        assert versions(visitor.take(1)) == [1]
        sitting.play_on(6)
        assert visitor.is_silent_for(0.5)
        sitting.do(life.stop_match, reason="time", result="score")
        assert versions(visitor.take(7)) == list(range(2, 9))


@pytest.mark.parametrize("query", ["?after=x", "?after=-1", "?as=nobody", "?limit=3"])
def test_a_stream_is_refused_as_any_request_is(
    live_server_url: str, sitting: Sitting, query: str
) -> None:
    with Stream(address(live_server_url, sitting, query)) as stream:
        assert stream.status == 400
        assert stream.answer.headers["Content-Type"] == "application/problem+json"


def test_only_so_many_follow_from_one_address(
    live_server_url: str, sitting: Sitting, settings: Any
) -> None:
    settings.STREAMS_PER_ADDRESS = 2
    with Stream(address(live_server_url, sitting)) as first:
        first.take(1)
        with Stream(address(live_server_url, sitting)) as second:
            second.take(1)
            with Stream(address(live_server_url, sitting)) as third:
                assert third.status == 429
                assert int(third.answer.headers["Retry-After"]) > 0


def test_who_asks_for_the_headers_alone_is_not_kept_waiting(
    live_server_url: str, sitting: Sitting
) -> None:
    for path in (f"/api/v1/matches/{sitting.id}/stream", f"/live/steps/{sitting.id}/"):
        asked = urllib.request.Request(f"{live_server_url}{path}", method="HEAD")
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert answer.headers["Content-Type"] == "text/event-stream"
            assert answer.read() == b""
