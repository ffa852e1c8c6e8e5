import csv
import json
from io import StringIO
from typing import Any
from uuid import uuid4

import jsonschema
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.models import Note, StoredEvent
from tests.answers import Answer
from tests.described import api_description
from tests.factories import bearer, make_club, make_player, make_token, make_user
from tests.tournaments.people.test_api import post
from tests.tournaments.tournaments.doors import FINAL, PLAIN, SWISS, Evening
from tournaments.tournaments.director.commands.catalogue import command_class, command_names
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

READS = ["", "/standings", "/rounds", "/entrants", "/events", "/cut"]


@pytest.fixture
def reader_headers() -> dict[str, str]:
    return bearer(make_token(scopes=("read",))[1])


def get(
    client: Client, path: str, headers: dict[str, str] | None = None, status: int = 200
) -> dict[str, Any]:
    response = client.get(f"/api/v1/{path}", headers=headers)
    assert response.status_code == status, response.content
    return response.json()


def refused(response: Answer, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["Content-Type"] == "application/problem+json"


def command(
    client: Client,
    evening: Evening,
    name: str,
    body: list[Any] | dict[str, Any],
    headers: dict[str, str] | None,
) -> Answer:
    return post(client, f"{evening.path}/commands/{name}", body, headers)


def test_a_whole_tournament_is_directed_through_the_api(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    made = post(client, f"clubs/{club.slug}/tournaments", {"title": "Friday"}, staff_headers)
    assert made.status_code == 201
    path = made.json()["id"]
    assert made.headers["Location"] == f"/api/v1/tournaments/{path}"

    def do(name: str, **fields: Any) -> dict[str, Any]:
        response = post(client, f"tournaments/{path}/commands/{name}", fields, staff_headers)
        assert response.status_code == 201, response.content
        return response.json()

    do("set_stage", stage=1, rules=SWISS | {"rounds": 1})
    do("set_stage", stage=2, rules=FINAL)
    players = [str(make_player(club).id) for _ in range(8)]
    do("enter", players=players, present=True)
    do("start_stage", stage=1)
    do("propose", stage=1)
    proposal = get(client, f"tournaments/{path}/proposal", staff_headers)
    assert len(proposal["tables"]) == 2
    do("publish", stage=1)
    for table in (1, 2):
        do("record", stage=1, round=1, table=table, scores=[9, 7, 5, 3])
    do("close_stage", stage=1)
    cut = get(client, f"tournaments/{path}/cut")
    assert (len(cut["inside"]), len(cut["alternates"])) == (4, 4)
    do("start_stage", stage=2)
    do("propose", stage=2)
    do("publish", stage=2)
    do("record", stage=2, round=1, table=1, scores=[1, 2, 3, 4])
    [final] = get(client, f"tournaments/{path}/bracket")["tables"]
    assert [slot["place"] for slot in final["slots"]] == [4, 3, 2, 1]
    do("close_stage", stage=2)
    do("finish")
    detail = get(client, f"tournaments/{path}")
    assert (detail["status"], detail["stage"]) == ("finished", 2)
    overall = get(client, f"tournaments/{path}/standings?stage=0")["standings"]
    assert [row["place"] for row in overall[:4]] == [1, 2, 3, 4]
    assert overall[0]["entrant"] == final["slots"][3]["entrant"]
    entrants = get(client, f"tournaments/{path}/entrants")["results"]
    assert {row["place"] for row in entrants} >= {1, 2, 3, 4}


def test_every_command_has_an_address_that_describes_the_fields_of_the_command() -> None:
    paths = api_description()["paths"]
    for name in command_names():
        operation = paths[f"/api/v1/tournaments/{{tournament_id}}/commands/{name}"]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        fields = command_class(name).__struct_fields__
        assert set(body["properties"]) == {*fields, "note"}, name
        assert body["additionalProperties"] is False
        assert operation["summary"]
        assert operation["description"]
        assert "$ref" not in json.dumps(body)
        assert '"null"' not in json.dumps(body)
        headers = {parameter["name"] for parameter in operation["parameters"]}
        assert {"If-Match", "Idempotency-Key"} <= headers
        assert unexplained(body) == [], name
        assert body["example"] == command_class(name).example
        jsonschema.validate(body["example"], body)


def unexplained(schema: dict[str, Any], path: str = "") -> list[Any]:
    """Return the fields of a body, and of what is inside it, that nothing is said about."""
    fields = [(f"{path}.{name}", inner) for name, inner in schema.get("properties", {}).items()]
    missing = [name for name, inner in fields if not inner.get("description")]
    inside = [*fields, (path, schema["items"])] if "items" in schema else fields
    return missing + [name for at, inner in inside for name in unexplained(inner, at)]


def test_no_command_is_for_strangers_readers_or_tokens_of_another_club(
    client: Client, reader_headers: dict[str, str]
) -> None:
    evening = Evening(entrants=2)
    before = StoredEvent.objects.count()
    body = {"stage": 1, "round": 1, "table": 1, "entrant": 1}
    player = bearer(make_token(make_user(), scopes=("record",))[1])
    elsewhere = bearer(make_token(club=make_club())[1])
    for name in command_names():
        refused(command(client, evening, name, body, None), 401, "not_authenticated")
        for headers in (reader_headers, player, elsewhere):
            response = command(client, evening, name, body if name == "report" else {}, headers)
            refused(response, 403, "permission_denied")
        assert StoredEvent.objects.count() == before, name


def test_a_player_at_the_table_reports_in_their_own_name_only(client: Client) -> None:
    evening = Evening().start()
    tables = evening.announce()
    one, other = tables[1][:2]
    users = {}
    for entrant in (one, other):
        player = evening.players[entrant - 1]
        player.user = users[entrant] = make_user()
        player.save()
    body = {"stage": 1, "round": 1, "table": 1, "scores": [9, 7, 5, 3]}
    mine = bearer(make_token(users[one])[1])
    assert command(client, evening, "report", body | {"entrant": one}, mine).status_code == 201
    refused(
        command(client, evening, "report", body | {"entrant": other}, mine),
        403,
        "permission_denied",
    )
    refused(command(client, evening, "record", body, mine), 403, "permission_denied")
    elsewhere = tables[2][0]
    refused(
        command(client, evening, "report", body | {"entrant": elsewhere}, mine),
        403,
        "permission_denied",
    )
    refused(
        command(client, evening, "report", body | {"entrant": one, "table": 2}, mine),
        403,
        "permission_denied",
    )
    theirs = bearer(make_token(users[other])[1])
    command(client, evening, "report", body | {"entrant": other}, theirs)
    table = get(client, f"{evening.path}/rounds")["rounds"][0]["tables"][0]
    assert (table["status"], table["origin"]) == ("confirmed", "players")


def test_a_token_without_the_scope_record_reports_nothing(client: Client) -> None:
    evening = Evening().start()
    one = evening.announce()[1][0]
    player = evening.players[one - 1]
    player.user = make_user()
    player.save()
    body = {"stage": 1, "round": 1, "table": 1, "scores": [9, 7, 5, 3], "entrant": one}
    reading = bearer(make_token(player.user, scopes=("read",))[1])
    refused(command(client, evening, "report", body, reading), 403, "permission_denied")


def test_a_command_with_a_version_that_passed_is_refused_and_writes_nothing(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening().start()
    etag = client.get(f"/api/v1/{evening.path}").headers["ETag"]
    evening.do("rename", title="Saturday")
    before = evening.version
    response = command(client, evening, "propose", {"stage": 1}, staff_headers | {"If-Match": etag})
    refused(response, 412, "version_conflict")
    assert evening.version == before
    fresh = client.get(f"/api/v1/{evening.path}", headers=staff_headers).headers["ETag"]
    done = command(client, evening, "propose", {"stage": 1}, staff_headers | {"If-Match": fresh})
    assert done.status_code == 201
    assert done.headers["ETag"] == f'"{before + 1}"'
    odd = command(client, evening, "publish", {"stage": 1}, staff_headers | {"If-Match": "soon"})
    refused(odd, 400, "bad_if_match")


def test_the_same_key_does_a_command_once(client: Client, staff_headers: dict[str, str]) -> None:
    evening = Evening()
    headers = staff_headers | {"Idempotency-Key": "once"}
    first = command(client, evening, "drop", {"entrant": 1}, headers)
    again = command(client, evening, "drop", {"entrant": 1}, headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json() | {"repeated": True}
    refused(command(client, evening, "drop", {"entrant": 2}, headers), 422, "request_key_reused")
    key = staff_headers | {"Idempotency-Key": "new"}
    where = f"clubs/{evening.club.id}/tournaments"
    made = [post(client, where, {"title": "T"}, key).json()["id"] for _ in range(2)]
    assert made[0] == made[1]
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [
        ("propose", {}, 422, "malformed_command"),
        ("propose", {"stage": "1"}, 422, "malformed_command"),
        ("propose", {"stage": 1, "colour": "red"}, 422, "malformed_command"),
        ("propose", [], 400, "invalid_input"),
        ("propose", {"stage": 7}, 404, "unknown_stage"),
        ("publish", {"stage": 1}, 409, "no_proposal"),
        ("enter", {"players": [str(uuid4())]}, 422, "unknown_player"),
        ("remove", {"entrant": 99}, 404, "unknown_entrant"),
        ("record", {"stage": 1, "round": 1, "table": 1}, 404, "unknown_round"),
        ("set_stage", {"stage": 2, "rules": SWISS | {"sizes": [9]}}, 422, None),
        ("penalise", {"stage": 1, "entrant": 1, "points": "x"}, 422, "bad_points"),
        ("penalise", {"stage": 1, "entrant": 1, "points": "1", "note": 7}, 400, "bad_text"),
        ("penalise", {"stage": 1, "entrant": 1, "points": "1", "note": "n" * 2001}, 422, None),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_and_writes_nothing(
    client: Client,
    staff_headers: dict[str, str],
    name: str,
    body: list[Any] | dict[str, Any],
    status: int,
    code: str | None,
) -> None:
    evening = Evening().start()
    before = StoredEvent.objects.count()
    response = command(client, evening, name, body, staff_headers)
    assert response.status_code == status
    assert code in (None, response.json()["code"])
    assert StoredEvent.objects.count() == before


def test_what_is_not_there_is_not_found(client: Client, staff_headers: dict[str, str]) -> None:
    evening = Evening().start()
    for path in READS:
        refused(client.get(f"/api/v1/tournaments/{uuid4()}{path}"), 404, "unknown_tournament")
    missing = post(client, f"tournaments/{uuid4()}/commands/finish", {}, staff_headers)
    refused(missing, 404, "unknown_tournament")
    assert command(client, evening, "dance", {}, staff_headers).status_code == 404
    refused(client.get("/api/v1/clubs/nowhere/tournaments"), 404, "unknown_club")
    for path, code in (
        ("standings?stage=7", "unknown_stage"),
        ("rounds?stage=7", "unknown_stage"),
        ("proposal", "no_proposal"),
        ("bracket", "no_bracket"),
    ):
        refused(client.get(f"/api/v1/{evening.path}/{path}"), 404, code)
    refused(client.get(f"/api/v1/{evening.path}/standings?stage=x"), 400, "bad_parameter")
    refused(client.get(f"/api/v1/{evening.path}/standings?x=1"), 400, "unknown_parameter")


def test_a_tournament_without_stages_or_entrants_can_be_read_all_over(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    made = post(client, f"clubs/{club.id}/tournaments", {"title": "Empty"}, staff_headers).json()
    for path in ("", "/standings", "/rounds", "/entrants", "/events"):
        get(client, f"tournaments/{made['id']}{path}")
    for kind in ("players", "pairings", "standings"):
        assert client.get(f"/api/v1/tournaments/{made['id']}/{kind}.csv").status_code == 200
    refused(client.get(f"/api/v1/tournaments/{made['id']}/cut"), 404, "unknown_stage")


def test_what_is_sensitive_is_for_organisers_only(
    client: Client, staff_headers: dict[str, str], reader_headers: dict[str, str]
) -> None:
    evening = Evening()
    evening.do("keep_apart", groups=[[1, 2]])
    evening.do("fix_tables", entrant=3, tables=[2])
    evening.start()
    punished = {"stage": 1, "entrant": 4, "points": "1", "note": "He shouted."}
    assert command(client, evening, "penalise", punished, staff_headers).status_code == 201
    assert Note.objects.get().text == "He shouted."
    evening.do("propose", stage=1)
    paths = ["", "/entrants", "/events", "/standings"]
    public = {path: client.get(f"/api/v1/{evening.path}{path}").text for path in paths}
    for text in public.values():
        assert "He shouted" not in text
        assert '"fixed_table"' not in text
        assert "token:" not in text
    assert json.loads(public[""])["kept_apart"] is None
    assert {row["fixed_tables"] for row in json.loads(public["/entrants"])["results"]} == {None}
    log = {row["type"]: row for row in json.loads(public["/events"])["results"]}
    assert (log["tournament.hidden"]["payload"], log["tournament.hidden"]["hidden"]) == ({}, True)
    assert {"tournament.kept_apart", "tournament.tables_fixed"}.isdisjoint(log)
    assert "note" not in log["tournament.penalised"]["payload"]

    assert get(client, evening.path, reader_headers)["kept_apart"] == [[1, 2]]
    entrants = get(client, f"{evening.path}/entrants", reader_headers)["results"]
    assert entrants[2]["fixed_tables"] == [2]
    told = {
        row["type"]: row for row in get(client, f"{evening.path}/events", reader_headers)["results"]
    }
    assert told["tournament.penalised"]["note"] == "He shouted."
    assert told["tournament.penalised"]["actor"].startswith("token:")
    assert told["tournament.kept_apart"]["payload"] == {"groups": [[1, 2]]}
    assert '"fixed_table"' in json.dumps(get(client, f"{evening.path}/proposal", reader_headers))


def test_a_broken_constraint_is_named(client: Client, reader_headers: dict[str, str]) -> None:
    evening = Evening(entrants=4)
    evening.do("keep_apart", groups=[[1, 2]])
    evening.start().do("propose", stage=1)
    mine = get(client, f"{evening.path}/proposal", reader_headers)
    assert mine["broken"] == [{"code": "prohibited_meeting", "entrants": [1, 2], "table": 1}]
    assert mine["tables"][0]["figures"]["broken"] == 1


def test_a_proposal_that_names_somebody_removed_since_can_still_be_read(
    client: Client, reader_headers: dict[str, str]
) -> None:
    evening = Evening(entrants=9).start()
    evening.do("propose", stage=1)
    evening.do("remove", entrant=9)
    shown = get(client, f"{evening.path}/proposal", reader_headers)
    assert shown["stale"] is True
    assert 9 not in [number for table in shown["tables"] for number in table["entrants"]]


def test_standings_are_exact_and_say_what_decided(client: Client) -> None:
    evening = Evening().start()
    evening.play_round()
    evening.do("penalise", stage=1, entrant=1, points="1/3")
    shown = get(client, f"{evening.path}/standings")
    rows = {row["entrant"]: row for row in shown["standings"]}
    assert rows[1]["points"] == "14/3"
    assert shown["tie_breaks"][0]["code"] == "points"
    assert all(row["definition"] for row in shown["tie_breaks"])
    assert len(rows[1]["values"]) == len(shown["tie_breaks"])
    assert {part["why"] for part in rows[1]["parts"]} == {"place", "penalty"}
    french = client.get(
        f"/api/v1/{evening.path}/standings", headers={"Accept-Language": "fr"}
    ).json()
    assert french["tie_breaks"][0]["definition"].startswith("Points de toutes les rondes")


def test_an_open_evening_has_its_rounds_and_standings_too(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    made = post(client, f"clubs/{club.id}/tournaments", {"title": "Open"}, staff_headers).json()
    path = f"tournaments/{made['id']}"
    players = [str(make_player(club).id) for _ in range(3)]
    rules = {"format": "open", "games": [PLAIN], "ranking": "average", "least_matches": 1}
    for name, body in (
        ("set_stage", {"stage": 1, "rules": rules}),
        ("enter", {"players": players, "present": True}),
        ("start_stage", {"stage": 1}),
        ("begin_table", {"entrants": [1, 2]}),
        ("record", {"stage": 1, "round": 1, "table": 1, "scores": [3, 5]}),
    ):
        done = post(client, f"{path}/commands/{name}", body, staff_headers)
        assert done.status_code == 201, done.content
    shown = get(client, f"{path}/standings")
    assert [row["place"] for row in shown["standings"]] == [1, 2, None]
    assert shown["tie_breaks"][0]["code"] == "average"
    assert get(client, path)["open_evening"] is True


def test_a_preview_tells_what_a_correction_changes_and_writes_nothing(
    client: Client, staff_headers: dict[str, str], reader_headers: dict[str, str]
) -> None:
    evening = Evening().start()
    tables = evening.play_round()
    before = evening.version
    scores = list(tables[1])
    body = {"command": "correct", "stage": 1, "round": 1, "table": 1, "scores": scores}
    told = post(client, f"{evening.path}/preview", body, staff_headers)
    assert told.status_code == 200, told.content
    told = told.json()
    assert told["nothing"] is False
    assert {row["entrant"] for row in told["stages"][0]["changes"]} >= set(tables[1])
    assert evening.version == before
    same = body | {"scores": [100 - entrant for entrant in tables[1]]}
    assert post(client, f"{evening.path}/preview", same, staff_headers).json()["nothing"] is True
    refused(post(client, f"{evening.path}/preview", body, reader_headers), 403, "permission_denied")
    refused(
        post(client, f"{evening.path}/preview", {"command": "x"}, staff_headers),
        404,
        "unknown_command",
    )
    refused(
        post(client, f"{evening.path}/preview", {"command": 1}, staff_headers),
        404,
        "unknown_command",
    )
    early = Evening()
    body = {"command": "drop", "entrant": 1}
    told = post(client, f"{early.path}/preview", body, staff_headers).json()
    assert (told["nothing"], told["stages"], told["places"]) == (False, [], [])
    [dropped] = told["changes"]["entrants"]
    assert (dropped["label"], dropped["before"]["dropped"], dropped["after"]["dropped"]) == (
        "Ada00 Z.",
        False,
        True,
    )


def test_lists_are_exported_for_spreadsheets(client: Client) -> None:
    evening = Evening(entrants=7)
    evening.players[0].nickname, evening.players[0].display = "=1+1", "nickname"
    evening.players[0].save()
    evening.start().play_round()

    def rows(kind: str) -> list[dict[str, str]]:
        response = client.get(f"/api/v1/{evening.path}/{kind}.csv")
        assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert f"{kind}.csv" in response.headers["Content-Disposition"]
        return list(csv.DictReader(StringIO(response.text)))

    players = rows("players")
    assert [row["entrant"] for row in players] == list("1234567")
    assert players[0]["label"] == "'=1+1"
    pairings = rows("pairings")
    assert len(pairings) == 7
    assert {row["place"] for row in pairings} == set("1234")
    standings = rows("standings")
    assert len(standings) == 7
    assert (standings[0]["place"], standings[0]["points"]) == ("1", "5")
    assert client.get(f"/api/v1/{evening.path}/secrets.csv").status_code == 404


def test_long_lists_come_in_pages(client: Client, staff_headers: dict[str, str]) -> None:
    evening = Evening(entrants=5)
    first = get(client, f"{evening.path}/entrants?limit=3")
    assert [row["entrant"] for row in first["results"]] == [1, 2, 3]
    rest = client.get(first["next"]).json()
    assert [row["entrant"] for row in rest["results"]] == [4, 5]
    newest = get(client, f"{evening.path}/events?limit=2")
    versions = [row["version"] for row in newest["results"]]
    assert versions == [evening.version, evening.version - 1]
    older = client.get(newest["next"]).json()["results"]
    assert older[0]["version"] == evening.version - 2
    for title in ("A", "B", "C"):
        post(client, f"clubs/{evening.club.slug}/tournaments", {"title": title}, staff_headers)
    page = get(client, f"clubs/{evening.club.slug}/tournaments?limit=2")
    assert len(page["results"]) == 2
    assert page["next"]
    planned = get(client, f"clubs/{evening.club.slug}/tournaments?status=planned")
    assert len(planned["results"]) == 4
    assert get(client, f"clubs/{evening.club.slug}/tournaments?status=finished")["results"] == []
    odd = client.get(f"/api/v1/clubs/{evening.club.slug}/tournaments?status=odd")
    refused(odd, 400, "bad_choice")


def queries(client: Client, path: str, headers: dict[str, str]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(f"/api/v1/{path}", headers=headers).status_code == 200
    return len(found)


def test_the_number_of_queries_does_not_grow_with_the_field(
    client: Client, staff_headers: dict[str, str]
) -> None:
    client.get("/api/v1/clubs", headers=staff_headers)  # the first use of a token is noted
    counts = []
    for entrants in (8, 40):
        evening = Evening(entrants=entrants).start()
        evening.play_round()
        evening.do("propose", stage=1)
        paths = [*READS, "/proposal", "/players.csv", "/pairings.csv", "/standings.csv"]
        counts.append([queries(client, evening.path + path, staff_headers) for path in paths])
        body = {"stage": 1, "round": 1, "table": 1, "kind": "void"}
        with CaptureQueriesContext(connection) as found:
            assert command(client, evening, "correct", body, staff_headers).status_code == 201
        counts[-1].append(len(found))
    assert counts[0] == counts[1]
    assert max(counts[0][:-1]) <= 12
