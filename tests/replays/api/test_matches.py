"""Matches are begun, listed page by page, narrowed by filters, and read one by one."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from replays.envelope import Envelope
from replays.models import StoredEvent, Stream
from replays.services.matches import NewMatch, create_match
from tests.answers import Answer
from tests.factories import NOW, make_club, make_player
from tests.replays.api.conftest import API, Table, refused

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_match_is_begun_with_every_option_resolved(table: Table) -> None:
    body = {
        "club": str(table.club.id),
        "game": "hidden_game",
        "players": [*table.seats(2), None],
        "options": {"hand_size": 4},
        "source": "online",
    }
    answer = table.arbiter.post("/matches", body)
    match = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{API}/matches/{match['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert match["options"]["hand_size"] == 4
    assert match["options"]["passing"] is True
    assert match["source"] == "online"
    assert match["status"] == "open"
    assert match["version"] == 1
    assert [seat["player"] for seat in match["seats"]] == [*table.seats(2), None]
    assert [seat["label"] for seat in match["seats"]] == ["Player0 T.", "Player1 T.", None]
    assert table.public.client.get(answer.headers["Location"]).json() == match


def test_the_same_idempotency_key_begins_one_match(table: Table) -> None:
    body = {"club": str(table.club.id), "game": "sushi_bar", "players": table.seats()}
    first = table.arbiter.post("/matches", body, Idempotency_Key="slip-17")
    again = table.arbiter.post("/matches", body, Idempotency_Key="slip-17")
    assert first.json() == again.json()
    assert Stream.objects.filter(kind="match").count() == 1
    other = table.arbiter.post("/matches", body | {"source": "online"}, Idempotency_Key="slip-17")
    refused(other, 422, "request_key_reused")
    assert StoredEvent.objects.count() == 1


@pytest.mark.parametrize("found", ["nowhere", "in another club"])
def test_only_players_of_the_club_can_be_seated(table: Table, found: str) -> None:
    stranger = uuid4() if found == "nowhere" else make_player(make_club()).id
    body = {"club": str(table.club.id), "game": "sushi_bar"}
    begun = table.arbiter.post("/matches", body | {"players": [table.seats(1)[0], str(stranger)]})
    refused(begun, 422, "unknown_player")
    assert Stream.objects.filter(kind="match").count() == 0
    match = table.begin()
    taken = table.arbiter.post(
        f"/matches/{match}/takeover", {"seat": 0, "player": str(stranger)}, 1
    )
    refused(taken, 422, "unknown_player")
    assert StoredEvent.objects.count() == 1


def test_one_match_is_read_with_its_version_as_etag(table: Table) -> None:
    match = table.whole()
    answer = table.public.get(f"/matches/{match}")
    assert answer.headers["ETag"] == f'"{answer.json()["version"]}"'
    assert answer.json()["status"] == "finished"
    assert answer.json()["result_kind"] == "derived"
    assert sorted(seat["place"] for seat in answer.json()["seats"])[0] == 1
    assert {"Authorization", "Cookie", "Accept-Language"} <= {
        name.strip() for name in answer.headers["Vary"].split(",")
    }


def test_a_match_that_does_not_exist_is_not_found(table: Table) -> None:
    refused(table.public.get(f"/matches/{uuid4()}"), 404, "unknown_match")
    refused(table.public.get("/matches/not-an-id"), 404, "not_found")


@pytest.fixture
def many(table: Table) -> list[str]:
    """Seven matches of two clubs, two of them created in the same microsecond."""
    other = make_club()
    return [
        begin(
            table,
            max(number, 1),
            club_id=table.club.id if number < 5 else other.id,
            game="plain" if number % 2 else "sushi_bar",
            players=[table.players[number % 3].id, table.players[7].id]
            if number < 5
            else [None, None],
            options={"title": "Go"} if number % 2 else {},
            source="table" if number < 6 else "bots",
        )
        for number in range(7)
    ]


def begin(table: Table, minutes: int, **fields: Any) -> str:
    usual: dict[str, Any] = {"club_id": table.club.id, "game": "sushi_bar"}
    usual["players"] = [player.id for player in table.players[:2]]
    envelope = Envelope("cli", NOW + timedelta(minutes=minutes))
    done = create_match(match=NewMatch(**usual | fields), envelope=envelope)
    return str(done.stream_id)


def ids(answer: Answer) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [match["id"] for match in answer.json()["results"]]


def test_pages_cover_the_list_once_newest_first_even_when_matches_are_added(
    table: Table, many: list[str]
) -> None:
    page = table.public.get("/matches", {"limit": 3})
    seen = ids(page)
    assert seen == many[:3:-1]
    begin(table, minutes=60)
    while page.json()["next"]:
        page = table.public.client.get(page.json()["next"])
        seen += ids(page)
    assert sorted(seen) == sorted(many)
    assert page.json()["previous"] is not None


def test_filters_narrow_the_list(table: Table, many: list[str]) -> None:
    get = table.public.get
    assert set(ids(get("/matches", {"club": str(table.club.id)}))) == set(many[:5])
    assert set(ids(get("/matches", {"game": "plain"}))) == set(many[1::2])
    of_player = get("/matches", {"player": str(table.players[0].id)})
    assert set(ids(of_player)) == {many[0], many[3]}
    assert ids(get("/matches", {"source": "bots"})) == [many[6]]
    assert len(ids(get("/matches", {"status": "open"}))) == 7
    assert ids(get("/matches", {"status": "finished"})) == []
    late = {"created_from": "2026-11-16T19:35:00Z"}
    assert set(ids(get("/matches", late))) == set(many[5:])
    early = {"created_before": "2026-11-16T20:32:00+01:00"}
    assert set(ids(get("/matches", early))) == set(many[:2])
    assert ids(get("/matches", {"ended_from": "2026-11-16T00:00:00Z"})) == []
    both = {"game": "plain", "club": str(table.club.id), "limit": 1}
    assert ids(get("/matches", both)) == [many[3]]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"cursor": "nonsense"}, "bad_cursor"),
        ({"cursor": "cD1ub3RhZGF0ZQ=="}, "bad_cursor"),
        ({"cursor": "cD0yMDI2LTExLTE2AA=="}, "bad_cursor"),
        ({"limit": "0"}, "bad_limit"),
        ({"limit": "201"}, "bad_limit"),
        ({"limit": "ten"}, "bad_limit"),
        ({"limit": "9" * 5000}, "bad_limit"),
        ({"club": "x"}, "invalid_input"),
        ({"player": "x"}, "invalid_input"),
        ({"status": "asleep"}, "invalid_input"),
        ({"source": "dreams"}, "invalid_input"),
        ({"game": "a" * 41}, "invalid_input"),
        ({"game": "\0"}, "invalid_input"),
        ({"created_from": "yesterday"}, "invalid_input"),
        ({"ended_before": "9999-99-99T00:00:00Z"}, "invalid_input"),
        ({"colour": "red"}, "unknown_parameter"),
    ],
)
def test_a_bad_parameter_of_the_list_is_refused(
    table: Table, many: list[str], params: dict[str, str], code: str
) -> None:
    refused(table.public.get("/matches", params), 400, code)
