"""Brackets as the API, the lists and the shell tell of them, and as the rows keep them."""

import csv
import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.tournaments.tournaments.web.fields import KNOCK_OUT, PODS, Field
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.projections import write_tournament

pytestmark = pytest.mark.django_db
THIRD = KNOCK_OUT | {"third_place": True}
FRENCH = {"Accept-Language": "fr"}


def semi_finals(**rules: Any) -> Field:
    """Four entrants of whom the first sits at table 5 only; the semi-finals are played."""
    field = Field(4, THIRD | rules)
    field.do("fix_tables", entrant=1, tables=[5])
    field.announced()
    field.do("record", stage=1, round=1, table=5, scores=[7, 7])
    field.do("record", stage=1, round=1, table=2, scores=[9, 4])
    return field


def level_final(**rules: Any) -> Field:
    field = semi_finals(**rules).announced()
    for number in (2, 5):
        field.do("record", stage=1, round=2, table=number, scores=[6, 6])
    return field


def read(client: Client, field: Field, path: str, **headers: str) -> Any:
    answer = client.get(f"/api/v1/tournaments/{field.id}/{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def listed(client: Client, field: Field, kind: str) -> list[dict[str, str]]:
    text = client.get(f"/api/v1/tournaments/{field.id}/{kind}.csv").text
    return list(csv.DictReader(io.StringIO(text)))


def shell(*words: str) -> str:
    out = io.StringIO()
    call_command("tournament", *words, stdout=out)
    return " ".join(out.getvalue().split())


def test_a_bracket_says_what_its_tables_are_called_and_where_they_are_played(
    client: Client,
) -> None:
    field = semi_finals()
    tables = read(client, field, "bracket")["tables"]
    told = [
        (table["name"]["code"], table["side"], table["table"], table["played_at"])
        for table in tables
    ]
    assert told == [
        ("semi_final", "main", 1, 5),
        ("semi_final", "main", 2, 2),
        ("final", "main", 1, None),
        ("third_place", "third", 2, None),
    ]
    assert [table["is_final"] for table in tables] == [False, False, True, False]
    assert tables[3]["links"] == [
        {"round": 1, "table": 1, "place": 2, "slot": 0},
        {"round": 1, "table": 2, "place": 2, "slot": 1},
    ]
    # That a seed decided who goes through is said at the table.
    assert [slot["reason"] for slot in tables[0]["slots"]] == [None, "seed"]
    words = [table["name"]["words"] for table in tables]
    assert words == ["Semi-final", "Semi-final", "Final", "Match for third place"]
    french = read(client, field, "bracket", **FRENCH)["tables"]
    assert [table["name"]["words"] for table in french][2:] == [
        "Finale",
        "Match pour la troisième place",
    ]


def test_rounds_and_their_tables_have_names(client: Client) -> None:
    field = level_final()
    first, last = read(client, field, "rounds")["rounds"]
    assert first["name"] == {"code": "semi_final", "words": "Semi-finals"}
    assert [table["name"]["words"] for table in first["tables"]] == ["Semi-final"] * 2
    assert last["name"]["code"] == "final"
    named = {table["table"]: table["name"]["code"] for table in last["tables"]}
    assert named == {2: "third_place", 5: "final"}
    reasons = [seat["reason"] for table in last["tables"] for seat in table["seats"]]
    assert sorted(reasons, key=str) == [None, None, "seed", "seed"]
    swiss = Field(8, PODS).announced()
    [row] = read(client, swiss, "rounds")["rounds"]
    assert row["name"] is None
    assert {table["name"] for table in row["tables"]} == {None}


def test_a_proposal_is_named_before_it_is_announced(
    client: Client, staff_headers: dict[str, str]
) -> None:
    field = semi_finals()
    field.do("propose", stage=1)
    proposal = read(client, field, "proposal", **staff_headers)
    assert proposal["name"]["code"] == "final"
    named = {table["table"]: table["name"]["code"] for table in proposal["tables"]}
    assert named == {2: "third_place", 5: "final"}
    assert "fixed_table_missed" not in str(proposal)


@pytest.mark.parametrize(("rule", "reason"), [("former", "seed"), ("shared", "shared")])
def test_the_reason_of_a_level_final_stands_wherever_its_ranking_does(
    client: Client, rule: str, reason: str
) -> None:
    field = level_final(final_tie=rule)
    field.do("close_stage", stage=1)
    field.do("finish")
    first = None if rule == "former" else reason
    for stage in (0, 1):
        rows = read(client, field, f"standings?stage={stage}")["standings"]
        assert [row["reason"] for row in rows] == [first, reason, first, reason]
        assert [row["place"] for row in rows] == ([1, 2, 3, 4] if not first else [1, 1, 3, 3])
    for kind in ("players", "standings"):
        lines = sorted(listed(client, field, kind), key=lambda line: int(line["place"]))
        assert sorted(line["reason"] for line in lines) == sorted(
            [first or "", reason, first or "", reason]
        )
    words = {"seed": "level, decided by the seed", "shared": "level, the place is shared"}
    told = shell("standings", str(field.id), "--stage", "1")
    assert told.count(words[reason]) == (2 if rule == "former" else 4)
    page = " ".join(client.get(field.path()).text.split())
    assert words[reason] in page


def test_the_shell_names_tables(client: Client) -> None:
    field = level_final()
    told = shell("pairings", str(field.id))
    assert "Semi-final" in told
    assert "Match for third place"[:9] in told
    assert "level, decided by" in told


@pytest.mark.database
def test_rows_of_tables_that_change_places_are_those_of_a_rebuild() -> None:
    field = Field(8, KNOCK_OUT).announced()
    field.do("start_table", stage=1, round=1, table=4)
    matches = dict(TournamentTable.objects.values_list("number", "match_id"))
    field.do("move_table", stage=1, round=1, table=1, to=2)
    field.do("move_table", stage=1, round=1, table=3, to=9)
    seats = {number: field.seats(table=number) for number in (1, 2)}
    whole = [{"table": 1, "entrants": seats[2][::-1]}, {"table": 2, "entrants": seats[1]}]
    field.do("reseat", stage=1, round=1, tables=whole)
    rows = list(TournamentTable.objects.values_list("number", "match_id", "status"))
    kept = {number: match for number, match, _ in rows if number != 1}
    assert kept == {2: matches[2], 4: matches[4], 9: matches[3]}
    assert matches[1] not in [match for _, match, _ in rows]
    write_tournament(field.id, field.state)
    assert list(TournamentTable.objects.values_list("number", "match_id", "status")) == rows
    for number in (1, 2, 4, 9):
        field.do("record", stage=1, round=1, table=number, scores=[9, 4])
    call_command("verify", str(field.id), stdout=io.StringIO())


@pytest.mark.database
def test_a_match_finds_the_table_it_is_played_at_now() -> None:
    field = Field(4, KNOCK_OUT).announced()
    field.do("move_table", stage=1, round=1, table=1, to=2)
    field.do("record", stage=1, round=1, table=2, scores=[9, 4])
    field.do("record", stage=1, round=1, table=1, scores=[9, 4])
    field.announced()
    assert sorted(field.seats(round_=2)) == [1, 2]
