"""After a final everybody is ranked, with what every stage brought them, by every door."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.tournaments.doors import Evening
from tests.tournaments.tournaments.test_api import get
from tests.tournaments.tournaments.typist import rows, tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def evening(db: None) -> Evening:
    """A Swiss of two rounds and a final of four, played out and finished."""
    evening = Evening(entrants=7).start()
    evening.play_round()
    evening.play_round()
    return evening


def finish(evening: Evening) -> None:
    evening.do("close_stage", stage=1, draw=True)
    evening.do("start_stage", stage=2, draw=True)
    evening.play_round(stage=2)
    evening.do("close_stage", stage=2)
    evening.do("finish")


def csv_of(client: Client, evening: Evening, query: str = "") -> list[dict[str, str]]:
    answer = client.get(f"/api/v1/{evening.path}/standings.csv{query}")
    assert answer.status_code == 200
    return list(csv.DictReader(StringIO(answer.text)))


def test_before_the_final_the_usual_standings_are_those_of_the_stage(
    client: Client, evening: Evening
) -> None:
    shown = get(client, f"{evening.path}/standings")
    assert (shown["stage"], shown["stages"]) == (1, [])
    assert shown == get(client, f"{evening.path}/standings?stage=1")
    assert csv_of(client, evening) == csv_of(client, evening, "?stage=1")


def test_after_the_final_everybody_stands_in_the_ranking_with_every_stage(
    client: Client, evening: Evening
) -> None:
    swiss = {row["entrant"]: row for row in get(client, f"{evening.path}/standings")["standings"]}
    finish(evening)
    shown = get(client, f"{evening.path}/standings")
    assert shown["stage"] == 0
    assert [(one["stage"], one["format"]) for one in shown["stages"]] == [
        (1, "swiss"),
        (2, "elimination"),
    ]
    assert [one["code"] for one in shown["stages"][0]["tie_breaks"]][:2] == ["points", "wins"]
    ranking = shown["standings"]
    assert [row["entrant"] for row in ranking[:4]] == [1, 2, 3, 4]
    assert {row["entrant"] for row in ranking} == {*range(1, 8)}
    for row in ranking:
        first, *final = row["stages"]
        was = swiss[row["entrant"]]
        for name in ("place", "shared", "played", "points", "values"):
            assert first[name] == was[name]
        assert row["played"] == 3 if final else row["played"] == first["played"]
        assert [one["played"] for one in final] == [1] * (row["place"] <= 4)
    assert [one["place"] for row in ranking[:4] for one in row["stages"][1:]] == [1, 2, 3, 4]


def test_the_list_has_the_points_and_tie_breaks_of_every_stage(
    client: Client, evening: Evening
) -> None:
    finish(evening)
    ranking: list[dict[str, Any]] = get(client, f"{evening.path}/standings")["standings"]
    listed = csv_of(client, evening)
    assert listed == csv_of(client, evening, "?stage=0") == rows("standings", "friday")
    assert [(row["place"], row["entrant"]) for row in listed] == [
        (str(row["place"]), str(row["entrant"])) for row in ranking
    ]
    assert [row["1_points"] for row in listed] == [row["stages"][0]["points"] for row in ranking]
    assert [row["1_wins"] for row in listed] == [row["stages"][0]["values"][1] for row in ranking]
    assert [row["stage"] for row in listed] == ["2"] * 4 + ["1"] * 3
    assert {row["2_place"] for row in listed[4:]} == {""}
    final = csv_of(client, evening, "?stage=2")
    assert [(row["played"], row["place"]) for row in final] == [("1", str(n)) for n in range(1, 5)]
    assert rows("standings", "friday", "--stage", "1") == csv_of(client, evening, "?stage=1")
    answer = client.get(f"/api/v1/{evening.path}/standings.csv?stage=9")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_stage")
    assert client.get(f"/api/v1/{evening.path}/players.csv?stage=1").status_code == 400


def test_the_shell_prints_everybody_and_a_single_stage_on_demand(evening: Evening) -> None:
    finish(evening)
    whole = tournament("standings", "friday")
    assert all(f"Ada{number:02} Z." in whole for number in range(7))
    assert "1 Swiss: Place · Points · Wins" in whole
    final = tournament("standings", "friday", "--stage", "2")
    assert "Ada04 Z." not in final
    assert "Ada03 Z." in final
