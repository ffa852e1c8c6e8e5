"""Groups as every door shows them: a table each, the cut after them, and the plan."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.tournaments.web.fields import GAMES, KNOCK_OUT, PODS, Field
from tests.tournaments.tournaments.web.test_plans import save
from tournaments.tournaments.director.rules import Cut
from tournaments.tournaments.selectors.csv import tournament_csv
from tournaments.tournaments.selectors.standings import standings_view
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.tournaments.shell.standings import standings
from tournaments.tournaments.web.plans import stage_form

pytestmark = pytest.mark.django_db

GROUPS: dict[str, Any] = {
    "format": "groups",
    "games": GAMES,
    "sizes": [2],
    "preferred": 2,
    "groups": 2,
}
TWO_OF_EACH = KNOCK_OUT | {"seeding": "crossed", "cut": {"kind": "groups", "each": 2}}
A, B = (1, 4, 5), (2, 3, 6, 7)
"""The groups of seven: the one with the weaker favourite is larger."""


def played_out(*stages: dict[str, Any]) -> Field:
    """Seven in two groups; the lower number wins, by more the lower it is."""
    field = Field(7, *(stages or (GROUPS, TWO_OF_EACH)))
    for _ in range(3):
        field.announced()
        last = field.state.stages[1].last_round
        assert last is not None
        for number, table in last.tables.items():
            low = min(table.entrants)
            scores = [30 - low if one == low else 9 for one in table.entrants]
            field.do("record", stage=1, round=last.number, table=number, scores=scores)
    return field


def test_the_answer_names_the_group_and_both_places(client: Client) -> None:
    field = played_out()
    answer = client.get(f"/api/v1/tournaments/{field.id}/standings").json()
    lines = [(row["entrant"], row["group"], row["group_place"]) for row in answer["standings"]]
    assert [row["place"] for row in answer["standings"]] == list(range(1, 8))
    assert [line[2] for line in lines] == [1, 1, 2, 2, 3, 3, 4]
    for name, group in (("A", A), ("B", B)):
        assert [one for one, of, _ in lines if of == name] == list(group)
    measures = [measure["code"] for measure in answer["across_groups"]]
    assert measures[:2] == ["place_in_group", "points_per_table"]
    first = answer["standings"][0]
    # One has won both matches; the bye is a win for nobody here.
    assert first["across"][:3] == ["1", "5", "1"]
    assert first["points"] == "15"
    assert len(first["across"]) == len(measures)


def test_without_groups_nothing_is_said_of_them(client: Client) -> None:
    field = Field(8).played()
    answer = client.get(f"/api/v1/tournaments/{field.id}/standings").json()
    assert answer["across_groups"] == []
    assert {row["group"] for row in answer["standings"]} == {None}


def test_a_page_has_a_table_for_each_group_and_one_for_all(client: Client) -> None:
    field = played_out()
    labels = labels_of(field.state)
    page = client.get(field.path()).text
    first, second = page.partition('id="stage-1-A"')[2].split('id="stage-1-B"')
    second, together = second.split('id="stage-1-all"')
    for part, group in ((first, A), (second, B)):
        table = part.partition("<tbody>")[2].partition("</tbody>")[0]
        assert table.count("<tr") == len(group)
        for one in group:
            assert labels[one] in table
    assert together.partition("<tbody>")[2].partition("</tbody>")[0].count("Group ") == 7
    assert page.count('id="define-1-points"') == 1
    french = client.get(field.path(), headers={"Accept-Language": "fr"}).text
    for words in ("Groupe A", "Groupe B", "Tous les groupes ensemble", "Points par table"):
        assert words in french


def test_lists_and_the_shell_name_the_group() -> None:
    field = played_out()
    labels = labels_of(field.state)
    head, first, *_ = tournament_csv("standings", field.state, labels).splitlines()
    assert head.split(",")[:5] == ["stage", "place", "group", "group_place", "entrant"]
    assert first.split(",")[:4] == ["1", "1", "A", "1"]
    told = standings(standings_view(field.id, field.state, 1, labels))
    assert told.index("Group A") < told.index("Group B")
    swiss = Field(8).played()
    head = tournament_csv("standings", swiss.state, labels_of(swiss.state)).splitlines()[0]
    assert "group" not in head


def test_the_cut_names_groups_and_says_what_decides_in_each(staff: Client) -> None:
    # Three of B beat one another, so that something else than points decides there.
    field = Field(8, GROUPS, TWO_OF_EACH)
    cycle = {frozenset({3, 6}): 3, frozenset({6, 7}): 6, frozenset({3, 7}): 7}
    for _ in range(3):
        field.announced()
        last = field.state.stages[1].last_round
        assert last is not None
        for number, table in last.tables.items():
            best = cycle.get(frozenset(table.entrants), min(table.entrants))
            scores = [30 - best if one == best else 9 for one in table.entrants]
            field.do("record", stage=1, round=last.number, table=number, scores=scores)
    field.do("close_stage", stage=1)
    answer = staff.get(f"/api/v1/tournaments/{field.id}/cut?stage=2").json()
    assert {answer["groups"][str(one)] for one in answer["inside"]} == {"A", "B"}
    assert [(line["group"], line["decided_by"]) for line in answer["lines"]] == [
        ("B", "game_points")
    ]
    assert sorted(answer["lines"][0]["tied"]) == [3, 6, 7]
    page = staff.get(field.path("stages/2/")).text
    assert "Group B: some on the line have the same points; Game points decides." in page
    assert page.count("Group A</span>") == page.count("Group B</span>") == 4


def test_those_whom_nothing_separates_in_a_group_are_settled_on_the_page(staff: Client) -> None:
    field = Field(6, GROUPS | {"tiebreaks": ["points"]}, TWO_OF_EACH)
    for _ in range(3):
        field.announced()
        last = field.state.stages[1].last_round
        assert last is not None
        for number, table in last.tables.items():
            scores = [5 if one == 1 else 4 for one in table.entrants]
            field.do("record", stage=1, round=last.number, table=number, scores=scores)
    field.do("close_stage", stage=1)
    # Of A the two behind 1 are level, of B all three.
    answer = staff.get(f"/api/v1/tournaments/{field.id}/cut?stage=2").json()
    assert (answer["inside"], answer["open_places"]) == ([1], 3)
    assert sorted(answer["undecided"]) == [2, 3, 4, 5, 6]
    form = {"key": str(uuid4()), "back": "cut:2", "stage": 2}
    assert staff.post(field.path("do/start_stage/"), form).status_code == 422
    form |= {f"order_{one}": place for place, one in enumerate((5, 6, 4, 3, 2), 1)}
    form["key"] = str(uuid4())
    assert staff.post(field.path("do/start_stage/"), form).status_code == 302
    assert {*field.state.stages[2].seeds} == {1, 5, 6, 3}


def test_the_plan_offers_groups_only_after_groups(staff: Client) -> None:
    field = Field(0, GROUPS, KNOCK_OUT)
    after_groups = stage_form(field.state, 2, "")
    assert {"cut_each", "cut_best"} <= after_groups.fields.keys()
    assert "crossed" in dict(after_groups.fields["seeding"].choices)  # type: ignore[attr-defined]
    swiss = stage_form(field.state, 2, "swiss")
    assert "crossed" not in dict(swiss.fields["seeding"].choices)  # type: ignore[attr-defined]
    after_pods = stage_form(Field(0, PODS, KNOCK_OUT).state, 2, "")
    assert "cut_each" not in after_pods.fields
    assert "crossed" not in dict(after_pods.fields["seeding"].choices)  # type: ignore[attr-defined]
    saved = save(staff, field, 2, cut_kind="groups", cut_each=1, cut_best=1, seeding="crossed")
    assert saved.status_code == 302
    rules = field.state.stages[2].rules
    assert (rules.cut, rules.seeding) == (Cut("groups", each=1, best=1), "crossed")
    page = staff.get(field.path("plan/")).text
    assert "the first of each group + the best of those who come next" in page
    assert "crossed: those of one group meet as late as possible" in page
    french = staff.get(field.path("plan/"), headers={"Accept-Language": "fr"}).text
    assert "le premier de chaque groupe + le meilleur des suivants" in french


def test_a_stage_that_is_added_after_groups_begins_with_what_is_usual_there(
    staff: Client,
) -> None:
    start = stage_form(Field(0, GROUPS | {"groups": 3}).state, 2, "elimination").start
    assert (start.cut, start.seeding) == (Cut("groups", each=1, best=1), "crossed")
    assert start.sizes == (2,)
    assert stage_form(Field(0, GROUPS).state, 2, "round_robin").start.seeding == "former"
    refused = save(staff, Field(0, GROUPS, TWO_OF_EACH), 2, cut_each=0)
    assert refused.status_code == 422
    assert "Of 2 groups at least two entrants go on" in refused.text
