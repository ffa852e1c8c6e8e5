"""What the API tells about ladders."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.envelope import Envelope
from replays.services import life
from tests.factories import NOW, make_club, make_player
from tests.tournaments.ladders.doors import (
    is_refused,
    night,
    own,
    read,
    row_counts,
    send,
)
from tests.tournaments.ladders.nights import GAME, acting, at, played, work
from tournaments.ladders.commands import Freeze
from tournaments.ladders.models import LadderNote, LadderPlayer
from tournaments.ladders.services.ladders import lead
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db


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
