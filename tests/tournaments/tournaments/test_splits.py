"""Other splits and recommended sizes: the same through API, shell and page."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.factories import make_club, make_user
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, OPEN, PODS, Field, send

pytestmark = pytest.mark.django_db


def asked(client: Client, name: str, field: Field, **query: Any) -> Any:
    return client.get(reverse(f"api-tournament-{name}", args=[field.id]), query)


def command(client: Client, field: Field, name: str, **fields: Any) -> Any:
    path = f"/api/v1/tournaments/{field.id}/commands/{name}"
    return client.post(path, fields, content_type="application/json")


def shell(*words: str) -> str:
    out = io.StringIO()
    call_command("tournament", *words, stdout=out)
    return out.getvalue()


def test_a_proposal_answers_with_the_splits_side_by_side(staff: Client) -> None:
    field = Field(13, PODS | {"rounds": 4}).played().played()
    answer = command(staff, field, "propose", stage=1).json()
    splits = {row["split"]: row for row in answer["alternatives"]["splits"]}
    assert list(splits) == ["5+4+4", "4+3+3+3"]
    assert [row["taken"] for row in splits.values()] == [True, False]
    assert splits["5+4+4"]["figures"] == answer["proposal"]["figures"]
    other = command(staff, field, "propose", stage=1, split="4+3+3+3").json()
    assert other["proposal"]["figures"] == splits["4+3+3+3"]["figures"]
    assert other["proposal"]["figures"]["repeats"] < answer["proposal"]["figures"]["repeats"]
    assert [row["taken"] for row in other["alternatives"]["splits"]] == [False, True]
    assert asked(staff, "alternatives", field).json()["splits"] == other["alternatives"]["splits"]


def test_a_large_field_is_compared_only_when_asked(staff: Client) -> None:
    field = Field(21)
    field.do("start_stage", stage=1)
    assert command(staff, field, "propose", stage=1).json()["alternatives"] is None
    assert len(asked(staff, "alternatives", field).json()["splits"]) == 3
    page = staff.get(field.path("proposal/")).text
    assert "Work out the other splits" in page
    assert "Take 4+4+4+3+3+3" in staff.get(field.path("proposal/"), {"splits": "1"}).text


def test_splits_can_be_compared_before_anything_is_proposed(staff: Client) -> None:
    field = Field(13)
    field.do("start_stage", stage=1)
    splits = asked(staff, "alternatives", field).json()["splits"]
    assert [(row["split"], row["taken"]) for row in splits] == [
        ("5+4+4", False),
        ("4+3+3+3", False),
    ]


@pytest.mark.parametrize(
    ("rules", "code"),
    [(KNOCK_OUT, "bracket_seats_them"), (OPEN, "open_evening_has_no_rounds")],
)
def test_formats_that_seat_by_themselves_have_no_splits(
    staff: Client, rules: dict[str, Any], code: str
) -> None:
    field = Field(8, rules)
    assert asked(staff, "alternatives", field).json()["code"] == "stage_not_running"
    field.do("start_stage", stage=1)
    assert asked(staff, "alternatives", field).json()["code"] == code
    if rules is KNOCK_OUT:
        assert command(staff, field, "propose", stage=1).json()["alternatives"] is None
        assert "A split of your own" not in staff.get(field.path("proposal/")).text
        assert asked(staff, "sizes", field).json()["outlooks"] == []


def test_splits_and_sizes_are_for_those_who_direct(client: Client) -> None:
    field = Field(8)
    field.do("start_stage", stage=1)
    for name in ("alternatives", "sizes"):
        client.logout()
        assert asked(client, name, field).status_code == 401
        client.force_login(make_user(f"visitor-{name}"))
        assert asked(client, name, field).status_code == 403


def test_the_sizes_of_a_stage_are_recommended_with_their_numbers(staff: Client) -> None:
    field = Field(13, PODS | {"rounds": 4})
    answer = asked(staff, "sizes", field).json()
    assert (answer["players"], answer["rounds"]) == (13, 4)
    best, other = answer["outlooks"]
    assert (best["sizes"], best["split"], best["repeats"] <= 1) == ([3, 4], "4+3+3+3", True)
    assert (other["sizes"], other["split"], other["repeats"] >= 20) == ([3, 4, 5], "5+4+4", True)
    assert asked(staff, "sizes", field, players=16).json()["players"] == 16
    assert asked(staff, "sizes", field, players=2).json()["code"] == "too_few_entrants"
    assert asked(staff, "sizes", field, players=201).status_code == 400


def test_a_preset_takes_the_sizes_that_serve_so_many(staff: Client) -> None:
    def pods(**query: Any) -> Any:
        rows = staff.get(reverse("api-tournament-presets"), {"game": "sushi_go_party"} | query)
        return next(row for row in rows.json()["presets"] if row["preset"] == "swiss_pods")

    assert pods()["stages"][0]["sizes"] == [3, 4]
    assert pods()["recommended"] == []
    thirty = pods(players=30)
    assert thirty["stages"][0]["sizes"] == [3, 4, 5] == thirty["recommended"][0]["sizes"]
    assert thirty["usual"]["players"] == 30
    duels = staff.get(reverse("api-tournament-presets"), {"players": 30}).json()["presets"]
    assert [row["preset"] for row in duels if row["recommended"]] == ["swiss_pods"]


def test_the_shell_shows_and_takes_splits_and_sizes() -> None:
    field = Field(13, PODS | {"rounds": 4})
    assert "3,4,5" in shell("sizes", str(field.id))
    assert "4,3+" not in shell("sizes", str(field.id), "--players", "9")
    assert "3+3+3" in shell("presets", "--game", "sushi_go_party", "--players", "9")
    field.do("start_stage", stage=1)
    assert "5+4+4" in shell("alternatives", str(field.id))
    said = shell("propose", str(field.id), "--split", "4+3+3+3")
    assert "4+3+3+3" in said
    assert sizes_of(field) == [4, 3, 3, 3]
    shell("do", str(field.id), "propose", "stage=1", "split=5+5+3")
    assert sizes_of(field) == [5, 5, 3]
    shell("propose", str(field.id), "--sizes", "3,4")
    assert sizes_of(field) == [4, 3, 3, 3]
    with pytest.raises(CommandError, match=r"^malformed_command: "):
        shell("propose", str(field.id), "--sizes", "three")
    with pytest.raises(CommandError, match=r"^bad_split: "):
        shell("do", str(field.id), "propose", "stage=1", "split=4")


def sizes_of(field: Field) -> list[int]:
    tables = field.state.stages[1].proposal().tables
    return sorted((len(table.entrants) for table in tables), reverse=True)


def test_the_page_takes_a_split_with_a_button_or_as_text(staff: Client) -> None:
    field = Field(13)
    field.do("start_stage", stage=1)
    field.do("propose", stage=1)
    page = staff.get(field.path("proposal/")).text
    assert "Take 4+3+3+3" in page
    assert "Take 5+4+4" not in page
    sent = {"stage": 1, "back": "proposal", "form": "splits"}
    assert send(staff, field, "propose", **sent, split="4+3+3+3").status_code == 302
    assert sizes_of(field) == [4, 3, 3, 3]
    refused = send(staff, field, "propose", **sent, split="7+7")
    assert refused.status_code == 422
    form = refused.text.partition('id="splits"')[2]
    assert "These table sizes do not seat 13 entrants." in form
    assert 'value="7+7"' in form
    assert send(staff, field, "propose", **sent, split="5, 5, 3").status_code == 302
    assert sizes_of(field) == [5, 5, 3]
    # Without one it is the usual split again.
    assert send(staff, field, "propose", stage=1, back="proposal").status_code == 302
    assert sizes_of(field) == [5, 4, 4]
    french = staff.get(field.path("proposal/"), headers={"Accept-Language": "fr"}).text
    assert "Prendre 4+3+3+3" in french


def test_a_new_tournament_offers_the_sizes_for_those_who_are_expected(staff: Client) -> None:
    make_club()
    address = "/tournaments/new/?format=swiss_pods&game=sushi_go_party"
    assert 'name="sizes"' not in staff.get(address).text
    page = staff.get(f"{address}&players=13").text
    assert "tried over 4 rounds with 13 players" in page
    assert "3 to 4 (4+3+3+3):" in page
    french = staff.get(f"{address}&players=13", headers={"Accept-Language": "fr"}).text
    assert "3 à 4 (4+3+3+3) :" in french
    assert "Players expected" not in staff.get("/tournaments/new/?format=open").text
