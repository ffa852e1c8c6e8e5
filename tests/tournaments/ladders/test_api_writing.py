"""What the API does to ladders, once each, and what it refuses."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from replays.envelope import Envelope
from replays.services import life
from replays.services.matches import NewMatch, create_match
from tests.factories import NOW, bearer, make_bot, make_club, make_player, make_token, make_user
from tests.tournaments.ladders.doors import (
    at_version,
    is_refused,
    night,
    own,
    read,
    row_counts,
    send,
)
from tests.tournaments.ladders.nights import GAME, acting, played, work
from tournaments.ladders.commands import Freeze
from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import lead
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db


def test_a_ladder_is_begun_once_per_key_and_found(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    body = {"title": " Winter  cup", "rules": {"games": [GAME], "start": 1000}}
    headers = staff_headers | {"Idempotency-Key": "one"}
    first = send(client, "post", "clubs/here/ladders", body, headers)
    assert first.status_code == 201, first.content
    made = first.json()
    assert first.headers["Location"] == f"/api/v1/ladders/{made['id']}"
    assert (made["title"], made["rules"]["start"], made["status"]) == ("Winter cup", 1000, "open")
    assert send(client, "post", "clubs/here/ladders", body, headers).json()["id"] == made["id"]
    assert read(client, "clubs/here/ladders")["results"] == [made]
    assert read(client, "clubs/here/ladders?status=frozen")["results"] == []
    is_refused(client.get("/api/v1/clubs/here/ladders?status=x"), 400, "bad_choice")
    answer = client.get(f"/api/v1/ladders/{made['id']}")
    assert (answer.json(), answer.headers["ETag"]) == (made, '"1-en"')


def test_the_usual_ladders_are_begun_once_and_listed_first_in_the_readers_language(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    own(club)
    begun = send(client, "post", "clubs/here/ladders/usual", None, staff_headers).json()
    assert begun["begun"] == len(begun["ladders"]) > 1
    assert (
        send(client, "post", "clubs/here/ladders/usual", None, staff_headers).json()["begun"] == 0
    )
    titles, address = [], "/api/v1/clubs/here/ladders?limit=2"
    while address:
        page = client.get(address, headers={"Accept-Language": "fr"}).json()
        titles += [(row["usual"], row["title"]) for row in page["results"]]
        address = page["next"]
    assert titles[0][0] == "overall"
    assert titles[-1] == ("", "Cup")
    assert len(titles) == begun["begun"] + 1
    assert begun["ladders"][0]["title"] == "All games"


def test_a_match_is_rated_at_once_and_again_without_harm(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    match = played(club, people[:2], [3, 5])
    for _ in range(2):
        answer = send(
            client, "post", f"ladders/{ladder}/matches", {"match": str(match)}, staff_headers
        )
        assert answer.status_code == 200, answer.content
        assert [row["delta"] for row in answer.json()["changes"]] == [-24.0, 24.0]
    assert RatedMatch.objects.filter(ladder=ladder).count() == 1


@pytest.mark.parametrize("kind", ["application/json", "text/csv"])
def test_a_start_list_comes_as_a_file_or_as_text(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player], kind: str
) -> None:
    ladder = own(club)
    text = "nom;cote;parties\nAna A;1612,5;40\nChloé C;1480;\n"
    body = {"text": text} if kind == "application/json" else text.encode("cp1252")
    headers = at_version(staff_headers, ladder) | {"Idempotency-Key": "list"}
    for _ in range(2):
        answer = send(client, "post", f"ladders/{ladder}/start-list", body, headers, kind)
        assert (answer.status_code, answer.json()["version"]) == (200, 2), answer.content
    work()
    lines = read(client, f"ladders/{ladder}/players")["results"]
    assert [(line["label"], line["mu"], line["matches"]) for line in lines] == [
        ("Ana A.", 1612.5, 40),
        ("Chloé C.", 1480.0, 0),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name,rating,colour\nAna A,1500,red\n", "unknown_columns"),
        ("name,rating\nAna A,-5\n", "bad_start_rating"),
        ("name,rating\nAna A,0\n", "bad_start_rating"),
        ("name,rating\nNobody Atall,1500\n", "start_unknown_player"),
        ("name,rating\nAna A,1500\nana a,1600\n", "player_listed_twice"),
        ("name\nAna A\n", "missing_columns"),
        ("\n", "start_list_empty"),
        ("name,rating\nAna A,1500\nBo B,x\n", "bad_start_rating"),
    ],
)
def test_a_list_with_something_wrong_writes_nothing(
    client: Client,
    staff_headers: dict[str, str],
    club: Club,
    people: list[Player],
    text: str,
    code: str,
) -> None:
    ladder = own(club)
    work()
    before = row_counts()
    for body, kind in (({"text": text}, "application/json"), (text, "text/csv")):
        headers = at_version(staff_headers, ladder)
        answer = send(client, "post", f"ladders/{ladder}/start-list", body, headers, kind)
        is_refused(answer, 422, code)
    assert row_counts() == before


def test_what_cannot_be_rated_is_refused_by_its_reason_and_nothing_is_written(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder, frozen = own(club), own(club, "Frozen")
    lead(ladder_id=frozen, command=Freeze(), envelope=Envelope("cli", NOW))
    twin = make_player(club, "Ana Again")
    twice = played(club, [people[0], twin, people[1]], [5, 4, 3])
    merge_players(player_id=twin.id, into_id=people[0].id, envelope=Envelope("cli", NOW))
    whole = played(club, people[:2], [5, 3])
    voided = played(club, people[:2], [5, 3], minutes=5)
    life.void_match(**acting(voided))
    guest = make_player(club, "Guest G", guest=True)
    with_guest = played(club, [people[0], guest], [5, 3])
    with_bot = played(club, [people[0], people[1], make_bot(club)], [5, 4, 3])
    unrated = played(club, people[:2], [5, 3], rated=False)
    unfinished = create_match(
        match=NewMatch(
            club_id=club.id, game=GAME, players=[people[0].id, people[1].id], options={}
        ),
        envelope=Envelope("cli", NOW),
    ).stream_id
    work()
    before = row_counts()
    for at_ladder, match, status, code in (
        (ladder, unfinished, 409, "match_unfinished"),
        (ladder, twice, 409, "player_twice"),
        (frozen, whole, 409, "ladder_frozen"),
        (ladder, voided, 409, "match_voided"),
        (ladder, with_guest, 409, "too_few_rated"),
        (ladder, with_bot, 409, "with_bot"),
        (ladder, unrated, 409, "not_rated"),
        (ladder, uuid4(), 404, "unknown_match"),
        (uuid4(), whole, 404, "unknown_ladder"),
    ):
        body = {"match": str(match)}
        answer = send(client, "post", f"ladders/{at_ladder}/matches", body, staff_headers)
        is_refused(answer, status, code)
    assert row_counts() == before


def test_a_frozen_ladder_refuses_every_change_but_going_on(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    night(club, people)
    frozen = send(
        client, "post", f"ladders/{ladder}/freeze", None, at_version(staff_headers, ladder)
    )
    assert (frozen.status_code, frozen.json()["status"]) == (200, "frozen")
    before = row_counts()
    headers = at_version(staff_headers, ladder)
    for method, path, body in (
        ("patch", "", {"title": "Other"}),
        ("post", "/start-list", {"text": "name,rating\nAna A,1500\n"}),
        ("post", "/freeze", None),
        ("post", "/rebuild", None),
    ):
        answer = send(client, method, f"ladders/{ladder}{path}", body, headers)
        is_refused(answer, 409, "ladder_frozen")
    assert row_counts() == before
    late = played(club, people[:2], [5, 3], minutes=30)
    work()
    said = read(client, f"ladders/{ladder}/matches/{late}")
    assert (said["rated"], said["reason"]) == (False, "ladder_frozen")
    thawed = send(client, "post", f"ladders/{ladder}/thaw", None, headers)
    assert (thawed.status_code, thawed.json()["status"]) == (200, "open")
    is_refused(
        send(client, "post", f"ladders/{ladder}/thaw", None, at_version(staff_headers, ladder)),
        409,
        "ladder_not_frozen",
    )
    work()
    assert read(client, f"ladders/{ladder}/matches/{late}")["changes"]
    assert read(client, f"ladders/{ladder}")["matches"] == 2


def test_single_rules_are_changed_and_everything_is_rated_anew(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club, start=1000)
    night(club, people)
    address = f"ladders/{ladder}"
    seen = client.get(f"/api/v1/{address}", headers={"Accept-Language": "fr"}).headers["ETag"]
    body = {"rules": {"k": {"provisional": 24}}}
    revised = send(client, "patch", address, body, staff_headers | {"If-Match": seen}).json()
    assert (revised["rules"]["start"], revised["rules"]["k"]["provisional"]) == (1000, 24)
    work()
    best = read(client, f"ladders/{ladder}/players?limit=1")["results"][0]
    assert best["mu"] == 1012.0


def test_a_new_period_goes_on_from_the_old_ladder(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    night(club, people)
    body = {"title": "Spring", "share": 50, "rules": {"since": "2099-01-01"}}
    headers = staff_headers | {"Idempotency-Key": "spring"}
    answer = send(client, "post", f"ladders/{ladder}/periods", body, headers)
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert (made["period_of"], made["title"]) == (str(ladder), "Spring")
    assert (made["period_of_title"], made["club_name"]) == ("Cup", club.name)
    assert answer.headers["Location"] == f"/api/v1/ladders/{made['id']}"
    again = send(client, "post", f"ladders/{ladder}/periods", body, headers)
    assert again.json()["id"] == made["id"]
    assert Ladder.objects.get(pk=ladder).status == "frozen"
    work()
    best = read(client, f"ladders/{made['id']}/players?limit=1")["results"][0]
    assert best["mu"] == 1512.0
    before = row_counts()
    far = send(client, "post", f"ladders/{ladder}/periods", body | {"share": 101}, staff_headers)
    assert far.status_code == 400
    assert row_counts() == before


def test_a_rebuild_says_how_many_matches_it_rated_and_moves_nobody(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    night(club, people)
    ladder = usual_id(club.id)
    answer = send(client, "post", f"ladders/{ladder}/rebuild", None, staff_headers)
    said = {"ladder": str(ladder), "title": "All games", "matches": 1, "moved": 0}
    assert answer.json() == said
    LadderPlayer.objects.filter(ladder=ladder, player_id=people[0].id).update(mu=1.0)
    damaged = send(client, "post", f"ladders/{ladder}/rebuild", None, staff_headers).json()
    assert damaged["moved"] == 1


def test_only_staff_may_write_and_a_version_is_asked_for(
    client: Client, staff_headers: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    match = played(club, people[:2], [5, 3])
    work()
    before = row_counts()
    writes = (
        ("patch", f"ladders/{ladder}", {"title": "Other"}),
        ("post", f"ladders/{ladder}/start-list", {"text": "name,rating\nAna A,1500\n"}),
        ("post", f"ladders/{ladder}/freeze", None),
        ("post", f"ladders/{ladder}/thaw", None),
        ("post", f"ladders/{ladder}/periods", {"title": "x", "share": 0}),
        ("post", f"ladders/{ladder}/rebuild", None),
        ("post", f"ladders/{ladder}/matches", {"match": str(match)}),
        ("post", "clubs/here/ladders", {"title": "x"}),
        ("post", "clubs/here/ladders/usual", None),
    )
    strangers = [
        bearer(make_token(scopes=("read",))[1]),
        bearer(make_token(club=make_club("Other"))[1]),
        bearer(make_token(make_user())[1]),
    ]
    for method, path, body in writes:
        assert send(client, method, path, body).status_code == 401, path
        for stranger in strangers:
            headers = stranger | {"If-Match": '"1"'}
            assert send(client, method, path, body, headers).status_code == 403, path
    for method, path, body in writes[:4]:
        stale = staff_headers | {"If-Match": '"7"'}
        is_refused(send(client, method, path, body, stale), 412, "version_conflict")
    assert row_counts() == before
    changed = send(client, *writes[0], staff_headers)
    assert (changed.status_code, changed.json()["title"]) == (200, "Other")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"title": ""}, 400, "invalid_input"),
        ({"title": "x", "surprise": 1}, 400, "invalid_input"),
        ({"title": "x", "rules": {"start": 0}}, 422, "bad_ladder_rules"),
        ({"title": "x", "rules": {"start": -1500}}, 422, "bad_ladder_rules"),
        ({"title": "x", "rules": {"luck": 1}}, 422, "bad_ladder_rules"),
        ({"title": "x", "rules": {"system": "glicko"}}, 422, "bad_ladder_rules"),
        ({"title": "x", "rules": {"games": ["chess960"]}}, 422, "unknown_game"),
        (
            {"title": "x", "rules": {"since": "2026-12-31", "until": "2026-01-01"}},
            422,
            "bad_ladder_dates",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: Client,
    staff_headers: dict[str, str],
    club: Club,
    body: dict[str, Any],
    status: int,
    code: str,
) -> None:
    before = row_counts()
    is_refused(send(client, "post", "clubs/here/ladders", body, staff_headers), status, code)
    assert row_counts() == before


def test_what_is_not_there_or_too_large_says_so(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    ladder = own(club)
    is_refused(client.get(f"/api/v1/ladders/{uuid4()}"), 404, "unknown_ladder")
    is_refused(client.get("/api/v1/clubs/nowhere/ladders"), 404, "unknown_club")
    before = row_counts()
    headers = at_version(staff_headers, ladder)
    for body, kind in (
        (b"x" * 1_048_577, "text/csv"),
        ({"text": "x" * 1_048_577}, "application/json"),
    ):
        answer = send(client, "post", f"ladders/{ladder}/start-list", body, headers, kind)
        is_refused(answer, 413, "body_too_large")
    answer = send(client, "post", f"ladders/{ladder}/start-list", b"\x00", headers, "text/csv")
    is_refused(answer, 422, "list_not_text")
    answer = send(client, "post", f"ladders/{ladder}/start-list", "x", headers, "text/plain")
    is_refused(answer, 415, "unsupported_media_type")
    assert row_counts() == before
