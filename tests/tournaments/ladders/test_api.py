from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.envelope import Envelope
from replays.models import StoredEvent
from replays.services import life
from replays.services.matches import NewMatch, create_match
from tests.answers import Answer
from tests.factories import NOW, bearer, make_bot, make_club, make_player, make_token, make_user
from tests.tournaments.ladders.nights import GAME, acting, at, played, work
from tournaments.ladders.commands import Freeze, NewLadder
from tournaments.ladders.models import Ladder, LadderDue, LadderNote, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import create_ladder, lead
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db

WRITTEN_TO = (StoredEvent, Ladder, LadderPlayer, RatedMatch, LadderDue, LadderNote)


@pytest.fixture
def staff() -> dict[str, str]:
    return bearer(make_token()[1])


@pytest.fixture
def club() -> Club:
    return make_club(slug="here")


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [make_player(club, name) for name in ("Ana A", "Bo B", "Chloé C", "Dan D")]


def send(
    client: Client,
    method: str,
    path: str,
    body: dict[str, Any] | bytes | str | None = None,
    headers: dict[str, str] | None = None,
    kind: str = "application/json",
) -> Answer:
    return getattr(client, method)(f"/api/v1/{path}", body, content_type=kind, headers=headers)


def read(client: Client, path: str, **headers: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1/{path}", headers=headers)
    assert response.status_code == 200, response.content
    return response.json()


def is_refused(response: Answer, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code), response.content
    assert response.json()["detail"]


def at_version(headers: dict[str, str], ladder: UUID) -> dict[str, str]:
    return headers | {"If-Match": f'"{Ladder.objects.get(pk=ladder).version}"'}


def own(club: Club, title: str = "Cup", **rules: Any) -> UUID:
    return create_ladder(
        club=club, wanted=NewLadder(title=title, rules=rules), envelope=Envelope("cli", NOW)
    ).stream_id


def row_counts() -> list[int]:
    return [model.objects.count() for model in WRITTEN_TO]


def night(club: Club, people: list[Player]) -> UUID:
    match = played(club, people, [40, 30, 20, 10][: len(people)])
    work()
    return match


def test_a_ladder_is_begun_once_per_key_and_found(
    client: Client, staff: dict[str, str], club: Club
) -> None:
    body = {"title": " Winter  cup", "rules": {"games": [GAME], "start": 1000}}
    headers = staff | {"Idempotency-Key": "one"}
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
    client: Client, staff: dict[str, str], club: Club
) -> None:
    own(club)
    begun = send(client, "post", "clubs/here/ladders/usual", None, staff).json()
    assert begun["begun"] == len(begun["ladders"]) > 1
    assert send(client, "post", "clubs/here/ladders/usual", None, staff).json()["begun"] == 0
    titles, address = [], "/api/v1/clubs/here/ladders?limit=2"
    while address:
        page = client.get(address, headers={"Accept-Language": "fr"}).json()
        titles += [(row["usual"], row["title"]) for row in page["results"]]
        address = page["next"]
    assert titles[0][0] == "overall"
    assert titles[-1] == ("", "Cup")
    assert len(titles) == begun["begun"] + 1
    assert begun["ladders"][0]["title"] == "All games"


def test_the_table_is_sorted_searched_filtered_and_paged(
    client: Client, club: Club, people: list[Player]
) -> None:
    night(club, people)
    table = f"ladders/{usual_id(club.id)}/players"
    lines = read(client, table)["results"]
    assert [(line["rank"], line["label"], line["shown"]) for line in lines] == [
        (1, "Ana A.", 1524.0),
        (2, "Bo B.", 1508.0),
        (3, "Chloé C.", 1492.0),
        (4, "Dan D.", 1476.0),
    ]
    assert lines[0] | {"player": "", "last_at": ""} == {
        "player": "",
        "label": "Ana A.",
        "rank": 1,
        "moved": None,
        "gained": None,
        "shown": 1524.0,
        "mu": 1524.0,
        "sigma": 0.0,
        "matches": 1,
        "won": 1,
        "last_at": "",
        "provisional": True,
        "hidden": False,
    }
    by_name = read(client, f"{table}?sort=name&reverse=yes")["results"]
    assert [line["rank"] for line in by_name] == [4, 3, 2, 1]
    assert [line["rank"] for line in read(client, f"{table}?search=chloe")["results"]] == [3]
    assert read(client, f"{table}?established=yes")["results"] == []
    first = read(client, f"{table}?limit=3")
    assert first["previous"] is None
    second = client.get(first["next"]).json()
    assert [line["rank"] for line in second["results"]] == [4]
    assert second["next"] is None
    back = client.get(second["previous"]).json()
    assert (back["results"], back["previous"]) == (first["results"], None)
    last = client.get(
        client.get(read(client, f"{table}?limit=2")["next"]).json()["previous"]
    ).json()
    assert [line["rank"] for line in last["results"]] == [1, 2]
    one = read(client, f"{table}?limit=1&sort=rating")
    third = client.get(client.get(client.get(one["next"]).json()["next"]).json()["previous"]).json()
    assert [line["rank"] for line in third["results"]] == [2]
    for query, code in (
        ("sort=luck", "bad_choice"),
        ("hidden=maybe", "bad_choice"),
        ("cursor=x", "bad_cursor"),
        ("limit=0", "bad_limit"),
        ("x=1", "unknown_parameter"),
    ):
        is_refused(client.get(f"/api/v1/{table}?{query}"), 400, code)
    gone = first["next"].split("cursor=")[1].split("&")[0]
    is_refused(client.get(f"/api/v1/{table}?search=ana&cursor={gone}"), 400, "bad_cursor")


def test_those_away_for_long_are_listed_when_asked_for(
    client: Client, club: Club, people: list[Player]
) -> None:
    ladder = own(club, hidden_days=1)
    night(club, people[:2])
    LadderPlayer.objects.filter(ladder=ladder).update(last_at=NOW - timedelta(days=4000))
    assert read(client, f"ladders/{ladder}/players")["results"] == []
    lines = read(client, f"ladders/{ladder}/players?hidden=yes")["results"]
    assert [(line["rank"], line["hidden"]) for line in lines] == [(None, True)] * 2
    file = client.get(f"/api/v1/ladders/{ladder}/players.csv?hidden=yes").content.decode()
    away = file.splitlines()[0].split(",").index("away")
    assert [row.split(",")[away] for row in file.splitlines()[1:]] == ["1", "1"]


def test_the_table_comes_as_a_file_with_every_digit_and_no_formula(
    client: Client, club: Club, people: list[Player]
) -> None:
    ladder = own(club, system="openskill")
    risky = make_player(club, nickname="=1+1", display="nickname")
    night(club, [people[0], risky])
    answer = client.get(f"/api/v1/ladders/{ladder}/players.csv?sort=rating")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert f"{ladder}-players.csv" in answer.headers["Content-Disposition"]
    heading, *rows = answer.content.decode().split("\r\n")[:3]
    columns = heading.split(",")
    best, worst = (dict(zip(columns, row.split(","), strict=True)) for row in rows)
    row = LadderPlayer.objects.get(ladder=ladder, player_id=people[0].id)
    assert (best["rank"], best["label"], best["provisional"]) == ("1", "Ana A.", "1")
    assert [best["shown"], best["mu"], best["sigma"]] == [
        repr(row.shown),
        repr(row.mu),
        repr(row.sigma),
    ]
    assert best["rating"] == str(round(row.shown, 1))
    assert worst["label"].startswith("'=")
    assert (best["away"], worst["won"]) == ("0", "0")


def test_every_change_has_its_parts_and_a_sentence_in_the_readers_language(
    client: Client, club: Club, people: list[Player]
) -> None:
    match = night(club, people)
    played(club, people[:2], [1, 1], minutes=60)
    work()
    address = f"ladders/{usual_id(club.id)}/players/{people[1].id}/changes"
    newest, oldest = read(client, address)["results"]
    assert newest["text"].startswith(("0: drew with Ana A. (0)", "+1: drew with Ana A."))
    assert oldest["text"] == "+8: beat Chloé C. (+8) and Dan D. (+8), lost to Ana A. (−8)"
    assert oldest["match"] == str(match)
    assert oldest["factor"] == 48
    assert {part["opponent"]: part["delta"] for part in oldest["parts"]} == {
        str(people[0].id): -8.0,
        str(people[2].id): 8.0,
        str(people[3].id): 8.0,
    }
    assert sum(part["delta"] for part in newest["parts"]) == pytest.approx(newest["delta"])
    assert (oldest["shown_before"], oldest["shown"]) == (1500.0, 1508.0)
    page = read(client, f"{address}?limit=1")
    assert client.get(page["next"]).json()["results"] == [oldest]
    for path, code in (
        (f"ladders/{usual_id(club.id)}/players/{uuid4()}/changes", "unknown_player"),
        (f"ladders/{usual_id(club.id)}/players/{make_player().id}/changes", "unknown_player"),
        (f"ladders/{uuid4()}/players/{people[1].id}/changes", "unknown_ladder"),
    ):
        is_refused(client.get(f"/api/v1/{path}"), 404, code)


def test_the_changes_of_a_merged_player_are_those_of_whom_they_became(
    client: Client, club: Club, people: list[Player]
) -> None:
    night(club, people)
    twin = make_player(club, "Ana Again")
    played(club, [twin, people[1]], [5, 3], minutes=60)
    merge_players(player_id=twin.id, into_id=people[0].id, envelope=Envelope("cli", at(90)))
    work()
    ladder = usual_id(club.id)
    rows = read(client, f"ladders/{ladder}/players/{twin.id}/changes")["results"]
    assert [row["player"] for row in rows] == [str(people[0].id)] * 2
    assert rows == read(client, f"ladders/{ladder}/players/{people[0].id}/changes")["results"]


def test_a_match_says_where_it_counts_and_why_not_elsewhere(
    client: Client, club: Club, people: list[Player]
) -> None:
    other = own(club, "Others", games=["plain"])
    match = night(club, people[:2])
    found = read(client, f"matches/{match}/ratings")
    by_ladder = {row["ladder"]: row for row in found["ladders"]}
    assert len(by_ladder) == 3
    refused = by_ladder[str(other)]
    assert (refused["rated"], refused["reason"], refused["changes"]) == (False, "other_game", [])
    assert refused["detail"] == "This ladder is for another game."
    counted = by_ladder[str(usual_id(club.id))]
    assert (counted["rated"], counted["reason"], counted["detail"]) == (True, "", "")
    assert [row["text"] for row in counted["changes"]] == [
        "+24: beat Bo B. (+24)",
        "−24: lost to Ana A. (−24)",
    ]
    assert read(client, f"ladders/{other}/matches/{match}") == refused
    assert read(client, f"ladders/{usual_id(club.id)}/matches/{match}") == counted
    is_refused(client.get(f"/api/v1/matches/{uuid4()}/ratings"), 404, "unknown_match")
    elsewhere = own(make_club())
    address = f"/api/v1/ladders/{elsewhere}/matches/{match}"
    is_refused(client.get(address), 404, "unknown_match")


def test_a_match_is_rated_at_once_and_again_without_harm(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    match = played(club, people[:2], [3, 5])
    for _ in range(2):
        answer = send(client, "post", f"ladders/{ladder}/matches", {"match": str(match)}, staff)
        assert answer.status_code == 200, answer.content
        assert [row["delta"] for row in answer.json()["changes"]] == [-24.0, 24.0]
    assert RatedMatch.objects.filter(ladder=ladder).count() == 1


def test_a_re_rating_is_told_with_whom_it_moved(
    client: Client, club: Club, people: list[Player]
) -> None:
    played(club, people, [40, 30, 20, 10], minutes=300)
    work()
    late = played(club, people[:2], [1, 5], minutes=10, entered=400)
    work()
    [note] = read(client, f"ladders/{usual_id(club.id)}/notes")["results"]
    assert (note["cause"], note["subject"], note["matches"]) == ("late", str(late), 2)
    assert note["text"] == "a match was entered late"
    moves = {move["label"]: (move["before"], move["after"]) for move in note["moves"]}
    assert moves["Ana A."][0] == 1524.0
    assert moves["Ana A."][1] < 1524.0


@pytest.mark.parametrize("kind", ["application/json", "text/csv"])
def test_a_start_list_comes_as_a_file_or_as_text(
    client: Client, staff: dict[str, str], club: Club, people: list[Player], kind: str
) -> None:
    ladder = own(club)
    text = "nom;cote;parties\nAna A;1612,5;40\nChloé C;1480;\n"
    body = {"text": text} if kind == "application/json" else text.encode("cp1252")
    headers = at_version(staff, ladder) | {"Idempotency-Key": "list"}
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
    client: Client, staff: dict[str, str], club: Club, people: list[Player], text: str, code: str
) -> None:
    ladder = own(club)
    work()
    before = row_counts()
    for body, kind in (({"text": text}, "application/json"), (text, "text/csv")):
        headers = at_version(staff, ladder)
        answer = send(client, "post", f"ladders/{ladder}/start-list", body, headers, kind)
        is_refused(answer, 422, code)
    assert row_counts() == before


def test_what_cannot_be_rated_is_refused_by_its_reason_and_nothing_is_written(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
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
        answer = send(client, "post", f"ladders/{at_ladder}/matches", body, staff)
        is_refused(answer, status, code)
    assert row_counts() == before


def test_a_frozen_ladder_refuses_every_change_but_going_on(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    night(club, people)
    frozen = send(client, "post", f"ladders/{ladder}/freeze", None, at_version(staff, ladder))
    assert (frozen.status_code, frozen.json()["status"]) == (200, "frozen")
    before = row_counts()
    headers = at_version(staff, ladder)
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
        send(client, "post", f"ladders/{ladder}/thaw", None, at_version(staff, ladder)),
        409,
        "ladder_not_frozen",
    )
    work()
    assert read(client, f"ladders/{ladder}/matches/{late}")["changes"]
    assert read(client, f"ladders/{ladder}")["matches"] == 2


def test_single_rules_are_changed_and_everything_is_rated_anew(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club, start=1000)
    night(club, people)
    address = f"ladders/{ladder}"
    seen = client.get(f"/api/v1/{address}", headers={"Accept-Language": "fr"}).headers["ETag"]
    body = {"rules": {"k": {"provisional": 24}}}
    revised = send(client, "patch", address, body, staff | {"If-Match": seen}).json()
    assert (revised["rules"]["start"], revised["rules"]["k"]["provisional"]) == (1000, 24)
    work()
    best = read(client, f"ladders/{ladder}/players?limit=1")["results"][0]
    assert best["mu"] == 1012.0


def test_a_new_period_goes_on_from_the_old_ladder(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    night(club, people)
    body = {"title": "Spring", "share": 50, "rules": {"since": "2099-01-01"}}
    headers = staff | {"Idempotency-Key": "spring"}
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
    far = send(client, "post", f"ladders/{ladder}/periods", body | {"share": 101}, staff)
    assert far.status_code == 400
    assert row_counts() == before


def test_a_rebuild_says_how_many_matches_it_rated_and_moves_nobody(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
) -> None:
    night(club, people)
    ladder = usual_id(club.id)
    answer = send(client, "post", f"ladders/{ladder}/rebuild", None, staff)
    said = {"ladder": str(ladder), "title": "All games", "matches": 1, "moved": 0}
    assert answer.json() == said
    LadderPlayer.objects.filter(ladder=ladder, player_id=people[0].id).update(mu=1.0)
    damaged = send(client, "post", f"ladders/{ladder}/rebuild", None, staff).json()
    assert damaged["moved"] == 1


def test_a_planned_table_is_foreseen_without_an_account(
    client: Client, club: Club, people: list[Player]
) -> None:
    night(club, people)
    ladder = usual_id(club.id)
    ids = [str(one.id) for one in people]

    def ask(body: dict[str, Any], status: int = 200) -> dict[str, Any]:
        before = row_counts()
        answer = send(client, "post", f"ladders/{ladder}/forecast", body)
        assert answer.status_code == status, answer.content
        assert row_counts() == before
        return answer.json()

    table = ask({"players": ids})["players"]
    assert sum(seat["first"] for seat in table) == pytest.approx(1)
    assert table[0]["first"] > table[3]["first"]
    assert [(seat["delta"], seat["parts"], seat["text"]) for seat in table] == [(None, [], "")] * 4
    newcomer = make_player(club, "New N")
    result = ask({"players": [ids[0], str(newcomer.id)], "places": [2, 1]})["players"]
    assert result[0]["delta"] == -result[1]["delta"] < -24
    assert result[1]["text"].startswith("+26: beat Ana A.")
    by_scores = ask({"players": [ids[0], str(newcomer.id)], "scores": [3, 7]})["players"]
    assert by_scores == result
    twin = make_player(club, "Ana Again")
    merge_players(player_id=twin.id, into_id=people[0].id, envelope=Envelope("cli", NOW))
    guest = make_player(club, "Guest G", guest=True)
    for body, status, code in (
        ({"players": [ids[0], ids[0]]}, 422, "player_twice"),
        ({"players": [ids[0], str(twin.id)]}, 422, "player_twice"),
        ({"players": ids[:1]}, 422, "too_many_at_table"),
        ({"players": [ids[0], str(uuid4())]}, 422, "unknown_player"),
        ({"players": [ids[0], str(make_player().id)]}, 422, "unknown_player"),
        ({"players": [ids[0], str(guest.id)]}, 409, "too_few_rated"),
        ({"players": ids, "places": [1, 2]}, 422, "bad_places"),
        ({"players": ids, "places": [1, 2, 3, 4], "scores": [1]}, 422, "bad_scores"),
        ({"players": ids * 3}, 400, "invalid_input"),
    ):
        assert ask(body, status)["code"] == code


def test_a_player_is_read_with_ratings_and_record(
    client: Client, club: Club, people: list[Player]
) -> None:
    night(club, people)
    twin = make_player(club, "Ana Again")
    last = played(club, [people[1], twin], [5, 3], minutes=60)
    merge_players(player_id=twin.id, into_id=people[0].id, envelope=Envelope("cli", at(90)))
    work()
    for asked in (people[0], twin):
        ratings = read(client, f"players/{asked.id}/ratings")
        assert (ratings["player"], ratings["label"]) == (str(people[0].id), "Ana A.")
        assert [row["title"] for row in ratings["ratings"]] == ["All games", "Sushi Bar"]
        assert ratings["ratings"][0]["matches"] == 2
        record = read(client, f"players/{asked.id}/record")
        assert record["games"] == [{"game": GAME, "played": 2, "won": 1, "places": 3}]
        assert [(row["seat"], row["won"]) for row in record["seats"]] == [(0, 1), (1, 0)]
        assert record["opponents"][0] == {
            "player": str(people[1].id),
            "label": "Bo B.",
            "met": 2,
            "ahead": 1,
            "level": 0,
            "behind": 1,
        }
        assert [row["place"] for row in record["lately"]] == [2, 1]
        assert record["lately"][0]["match"] == str(last)
    is_refused(client.get(f"/api/v1/players/{uuid4()}/ratings"), 404, "unknown_player")
    is_refused(client.get(f"/api/v1/players/{uuid4()}/record"), 404, "unknown_player")


def test_only_staff_may_write_and_a_version_is_asked_for(
    client: Client, staff: dict[str, str], club: Club, people: list[Player]
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
        is_refused(send(client, method, path, body, staff), 428, "precondition_required")
        stale = staff | {"If-Match": '"7"'}
        is_refused(send(client, method, path, body, stale), 412, "version_conflict")
    assert row_counts() == before


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
    client: Client, staff: dict[str, str], club: Club, body: dict[str, Any], status: int, code: str
) -> None:
    before = row_counts()
    is_refused(send(client, "post", "clubs/here/ladders", body, staff), status, code)
    assert row_counts() == before


def test_many_players_and_matches_cost_no_more_queries_than_few(client: Client, club: Club) -> None:
    counts = []
    for size, nights in ((2, 1), (5, 6)):
        here = make_club()
        people = [make_player(here, f"Person{number} X") for number in range(size)]
        for number in range(nights):
            match = played(here, people, [9 - seat for seat in range(size)], minutes=60 * number)
        work()
        played(here, people, list(range(size)), minutes=1, entered=600)
        work()
        ladder, who = usual_id(here.id), people[0].id
        assert LadderNote.objects.filter(ladder=ladder).count() == (nights > 1)
        ids = [str(one.id) for one in people]
        for path in (
            f"clubs/{here.slug}/ladders",
            f"ladders/{ladder}",
            f"ladders/{ladder}/players",
            f"ladders/{ladder}/players.csv",
            f"ladders/{ladder}/players/{who}/changes",
            f"ladders/{ladder}/matches/{match}",
            f"ladders/{ladder}/forecast",
            f"players/{who}/ratings",
            f"players/{who}/record",
            f"matches/{match}/ratings",
        ):
            with CaptureQueriesContext(connection) as captured:
                if path.endswith("forecast"):
                    answer = send(client, "post", path, {"players": ids})
                else:
                    answer = client.get(f"/api/v1/{path}")
            assert answer.status_code == 200, answer.content
            counts.append((path.rpartition("/")[2], len(captured)))
    half = len(counts) // 2
    assert [count for _path, count in counts[:half]] == [count for _path, count in counts[half:]]
    assert max(count for _path, count in counts) <= 12


def test_the_notes_of_many_re_ratings_cost_no_more_queries_than_one(
    client: Client, club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    counts = []
    for size in (1, 5):
        for _ in range(size):
            LadderNote.objects.create(
                id=uuid4(),
                ladder_id=ladder,
                cause="late",
                subject=uuid4(),
                at=NOW,
                matches=1,
                moves=[[str(one.id), 1500.0, None] for one in people[:size]],
            )
        with CaptureQueriesContext(connection) as captured:
            read(client, f"ladders/{ladder}/notes")
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4


def test_a_note_names_the_player_or_the_ladder_it_is_about(
    client: Client, club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    for cause, subject in (("player", people[0].id), ("rules", ladder), ("late", uuid4())):
        LadderNote.objects.create(
            id=uuid4(), ladder_id=ladder, cause=cause, subject=subject, at=NOW, matches=1, moves=[]
        )
    notes = read(client, f"ladders/{ladder}/notes")["results"]
    assert {note["cause"]: note["subject_label"] for note in notes} == {
        "player": "Ana A.",
        "rules": "Cup",
        "late": "",
    }


def test_what_is_not_there_or_too_large_says_so(
    client: Client, staff: dict[str, str], club: Club
) -> None:
    ladder = own(club)
    is_refused(client.get(f"/api/v1/ladders/{uuid4()}"), 404, "unknown_ladder")
    is_refused(client.get("/api/v1/clubs/nowhere/ladders"), 404, "unknown_club")
    before = row_counts()
    headers = at_version(staff, ladder)
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


def test_a_frozen_ladder_keeps_what_a_match_changed_though_it_goes_on_again(
    client: Client, club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    match = night(club, people[:2])
    lead(ladder_id=ladder, command=Freeze(), envelope=Envelope("cli", at(60)))
    life.reopen_match(**acting(match))
    work()
    by_ladder = {row["ladder"]: row for row in read(client, f"matches/{match}/ratings")["ladders"]}
    kept, going_on = by_ladder[str(ladder)], by_ladder[str(usual_id(club.id))]
    assert [row["delta"] for row in kept["changes"]] == [24.0, -24.0]
    assert kept["changes"][0]["ended_at"] is None
    assert (going_on["rated"], going_on["reason"], going_on["changes"]) == (
        True,
        "match_unfinished",
        [],
    )
