"""Reports, stops, rulings, reopenings and substitutes through the API."""

from typing import Any
from uuid import UUID

import pytest

from replays.models import MatchSeat, Note
from tests.replays.api.conftest import Table, refused, script

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def write(
    table: Table, match: UUID, action: str, body: dict[str, Any], version: int
) -> dict[str, Any]:
    answer = table.arbiter.post(f"/matches/{match}/{action}", body, version)
    assert answer.status_code == 201, answer.content
    return answer.json()


def read(table: Table, match: UUID) -> dict[str, Any]:
    return table.public.get(f"/matches/{match}").json()


def test_four_numbers_on_a_slip_are_a_match(table: Table) -> None:
    match = table.begin("plain", 4, options={"title": "Go"})
    done = write(table, match, "report", {"scores": [31, 18, 31, 7]}, 1)
    assert (done["status"], done["finished"]) == ("reported", True)
    seats = read(table, match)["seats"]
    assert [seat["place"] for seat in seats] == [1, 3, 1, 4]
    assert [seat["score"] for seat in seats] == [31, 18, 31, 7]


def test_rounds_places_and_a_count_are_reports_too(table: Table) -> None:
    by_round = table.begin("plain", options={"title": "Go"})
    write(table, by_round, "report", {"rounds": [[3, 1], [0, 5]]}, 1)
    assert [seat["score"] for seat in read(table, by_round)["seats"]] == [3, 6]
    by_place = table.begin("plain", options={"title": "Go"})
    write(table, by_place, "report", {"places": [2, 1]}, 1)
    assert [seat["place"] for seat in read(table, by_place)["seats"]] == [2, 1]
    counted = table.begin("plain", options={"title": "Go"})
    write(table, counted, "report", {"tables": [{"score": 4}, {"score": 9}]}, 1)
    assert [seat["score"] for seat in read(table, counted)["seats"]] == [4, 9]


def test_rounds_are_told_when_they_are_over_and_make_the_result(table: Table) -> None:
    match = table.begin("sushi_go_party", options={"menu": "sushi_go"})
    fields = table.public.get(f"/matches/{match}/needs").json()["count"]
    assert [(field["name"], field["round"]) for field in fields] == [
        ("round1", 1),
        ("round2", 2),
        ("round3", 3),
    ]
    first = [{"round1": ["squid_on_wasabi", "maki3"]}, {"round1": ["egg"]}]
    done = write(table, match, "count", {"round": 1, "tables": first}, 1)
    assert (done["status"], done["finished"]) == ("open", False)
    early = table.arbiter.post(f"/matches/{match}/report", {"counted": True}, 2)
    assert refused(early, 409, "rounds_missing")["params"] == {"rounds": [2, 3]}
    write(table, match, "count", {"round": 2, "tables": [{"round2": []}, {"round2": []}]}, 2)
    write(table, match, "count", {"round": 3, "tables": [{"round3": []}, {"round3": []}]}, 3)
    rows = table.public.get(f"/matches/{match}/events").json()["events"]
    assert rows[1]["payload"] == {"round": 1, "scores": None, "tables": first}
    assert write(table, match, "report", {"counted": True}, 4)["status"] == "reported"
    assert [seat["score"] for seat in read(table, match)["seats"]] == [15, 1]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"round": 1}, 422, "empty_count"),
        ({"round": 1, "scores": [1]}, 422, "bad_scores"),
        ({"round": 1, "tables": [{"soup": 1}, {}]}, 422, "bad_tables"),
        ({"round": 0, "scores": [1, 2]}, 400, "invalid_input"),
        ({"scores": [1, 2]}, 400, "invalid_input"),
        ({"round": 1, "scores": [1, 2], "places": [1, 2]}, 400, "invalid_input"),
    ],
)
def test_a_round_that_does_not_fit_is_refused(
    table: Table, body: dict[str, Any], status: int, code: str
) -> None:
    match = table.begin("sushi_go_party")
    refused(table.arbiter.post(f"/matches/{match}/count", body, 1), status, code)
    assert table.public.get(f"/matches/{match}").json()["version"] == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"scores": [1, 2], "rounds": [[1, 2]]}, 422, "crowded_report"),
        ({"scores": [1, 2, 3]}, 422, "bad_scores"),
        ({"places": [3, 7]}, 422, "bad_places"),
        ({"rounds": [[1]]}, 422, "bad_rounds"),
        ({"tables": [{"soup": 1}]}, 422, "bad_tables"),
        ({"scores": ["1", 2]}, 400, "invalid_input"),
        ({"scores": []}, 400, "invalid_input"),
        ({"scores": [True, 2]}, 400, "invalid_input"),
        ({"scores": "12"}, 400, "invalid_input"),
        ({"points": [1, 2]}, 400, "invalid_input"),
    ],
)
def test_a_report_that_makes_no_result_is_refused(
    table: Table, body: dict[str, Any], status: int, code: str
) -> None:
    match = table.begin("plain", options={"title": "Go"})
    refused(table.arbiter.post(f"/matches/{match}/report", body, 1), status, code)
    assert read(table, match)["version"] == 1


def test_a_match_is_stopped_with_what_counts_and_reopened(table: Table) -> None:
    match = table.begin()
    table.play(match, script()[:5], 1)
    stopped = write(
        table, match, "stop", {"reason": "time", "result": "score", "note": "The bar closes."}, 6
    )
    assert stopped["status"] == "stopped"
    assert Note.objects.get().text == "The bar closes."
    refused(table.play(match, script()[5:6], 7), 409, "match_ended")
    assert write(table, match, "reopen", {"note": "One more."}, 7)["status"] == "open"
    assert table.play(match, script()[5:6], 8).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {"reason": "time", "result": "places"},
        {"reason": "time", "result": "none", "places": [1, 2]},
    ],
)
def test_a_stop_that_contradicts_itself_is_refused(table: Table, body: dict[str, Any]) -> None:
    match = table.begin()
    refused(table.arbiter.post(f"/matches/{match}/stop", body, 1), 422, "bad_stop")


def test_an_arbiter_rules_over_what_was_derived(table: Table) -> None:
    match = table.whole()
    version = read(table, match)["version"]
    write(table, match, "rule", {"places": [2, 1], "note": "A card was marked."}, version)
    ruled = read(table, match)
    assert ruled["result_kind"] == "ruled"
    assert [seat["place"] for seat in ruled["seats"]] == [2, 1]


def test_matches_are_abandoned_and_voided(table: Table) -> None:
    assert write(table, table.begin(), "abandon", {}, 1)["status"] == "abandoned"
    assert write(table, table.begin(), "void", {"note": ""}, 1)["status"] == "voided"


def test_a_substitute_takes_a_seat(table: Table) -> None:
    match = table.begin()
    third = str(table.players[2].id)
    write(table, match, "takeover", {"seat": 1, "player": third}, 1)
    assert read(table, match)["seats"][1]["player"] == third
    write(table, match, "takeover", {"seat": 1, "player": None}, 2)
    assert MatchSeat.objects.get(match_id=match, seat=1).player_id is None
    answer = table.arbiter.post(f"/matches/{match}/takeover", {"seat": 2, "player": None}, 3)
    assert answer.status_code == 422


def test_a_note_that_is_not_text_is_refused(table: Table) -> None:
    match = table.begin()
    notes: list[Any] = [7, ["x"], "x" * 2001, {}]
    for note in notes:
        answer = table.arbiter.post(f"/matches/{match}/void", {"note": note}, 1)
        refused(answer, 400, "invalid_input")


def test_places_that_contradict_the_scores_are_refused_with_a_code(table: Table) -> None:
    match = table.begin("plain", options={"title": "Go"})
    body = {"scores": [5, 4], "places": [2, 1]}
    answer = table.arbiter.post(f"/matches/{match}/report", body, 1)
    refused(answer, 422, "places_contradict_scores")
    write(table, match, "rule", body, 1)


def test_a_score_the_game_cannot_give_takes_confirm(table: Table) -> None:
    match = table.begin("sushi_go_party")
    body = {"scores": [420, 12]}
    asked = table.arbiter.post(f"/matches/{match}/report", body, 1)
    problem = refused(asked, 409, "score_unlikely")
    assert problem["params"] == {"seat": 0, "score": 420, "least": -27, "most": 200}
    write(table, match, "report", body | {"confirm": True}, 1)
    assert [seat["score"] for seat in read(table, match)["seats"]] == [420, 12]
