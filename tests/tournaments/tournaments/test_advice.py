"""What to do next is worked out once, and the API, the shell and the page say the same."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import make_user
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, OPEN, PODS, Field

pytestmark = pytest.mark.django_db


def advice(client: Client, field: Field) -> dict[str, Any]:
    answer = client.get(reverse("api-tournament-advice", args=[field.id]))
    assert answer.status_code == 200
    return answer.json()


def shell(field: Field) -> str:
    out = io.StringIO()
    call_command("tournament", "advice", str(field.id), stdout=out)
    return out.getvalue()


def test_the_next_step_leads_through_a_tournament(staff: Client) -> None:
    field = Field(8, PODS | {"rounds": 1}, KNOCK_OUT | {"cut": {"kind": "top", "top": 4}})
    steps = []
    while (step := advice(staff, field)["next"]) is not None:
        steps.append((step["step"], step["command"]))
        assert step["words"] in shell(field)
        match step["step"]:
            case "announce":
                field.do("publish", stage=step["stage"])
            case "enter_results":
                row = field.state.stages[step["stage"]].last_round
                assert row is not None
                for table in row.tables.values():
                    scores = list(range(len(table.entrants), 0, -1))
                    at = {"stage": step["stage"], "round": row.number, "table": table.number}
                    field.do("record", **at, scores=scores)
            case "look_at_cut":
                field.do("start_stage", stage=step["stage"], draw=True)
            case _:
                at = {"stage": step["stage"]} if step["stage"] else {}
                field.do(step["command"], **at)
        assert len(steps) < 20
    first = [
        ("begin", "start_stage"),
        ("propose", "propose"),
        ("announce", None),
        ("enter_results", None),
        ("close_stage", "close_stage"),
        ("look_at_cut", None),
    ]
    assert steps[:6] == first
    assert steps[-2:] == [("close_stage", "close_stage"), ("finish", "finish")]
    assert field.state.finished
    assert "Nothing is left to do." in shell(field)


def test_before_it_begins_it_says_who_is_missing(staff: Client) -> None:
    field = Field(0, PODS)
    assert advice(staff, field)["next"]["step"] == "add_entrants"
    field = Field(4, PODS)
    field.do("check_out", entrants=[1, 2, 3, 4])
    assert advice(staff, field)["next"]["step"] == "check_in"


def test_tables_are_suggested_for_those_who_are_free(staff: Client) -> None:
    field = Field(9, OPEN)
    field.do("start_stage", stage=1)
    tables = advice(staff, field)["tables"]
    assert sorted(number for table in tables for number in table["entrants"]) == list(range(1, 10))
    page = staff.get(field.path()).text
    for table in tables:
        assert all(f'value="{number}"' in page for number in table["entrants"])
    assert tables[0]["entrants"] == [
        int(number) for number in shell(field).split("entrants=")[1].split(" ")[0].split(",")
    ]
    field.do("begin_table", **tables[0])
    left = advice(staff, field)["tables"]
    playing = set(tables[0]["entrants"])
    assert not playing & {number for table in left for number in table["entrants"]}


def test_a_round_that_does_not_fit_any_more_comes_with_its_repair(staff: Client) -> None:
    field = Field(8, PODS).announced()
    assert advice(staff, field)["repair"] is None
    leaving = field.state.stages[1].rounds[1].tables[1].entrants[0]
    field.do("check_out", entrants=[leaving])
    repair = advice(staff, field)["repair"]
    assert (repair["stage"], repair["round"], repair["gone"]) == (1, 1, [leaving])
    assert advice(staff, field)["labels"][str(leaving)] in shell(field)


def test_advice_is_for_those_who_direct(client: Client) -> None:
    field = Field(4, PODS)
    path = reverse("api-tournament-advice", args=[field.id])
    assert client.get(path).status_code == 401
    client.force_login(make_user("visitor"))
    assert client.get(path).status_code == 403
