"""The way back on the pages, in the API and in the shell: what it is, before anybody takes it."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from tests.e2e.pages import log_in, require_accessible
from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tight import tight
from tests.tournaments.tournaments.play import play_moves
from tests.tournaments.tournaments.web.fields import FINAL, HTMX, PODS, Field, send


def advice(client: Client, field: Field) -> dict[str, Any]:
    answer = client.get(reverse("api-tournament-advice", args=[field.id]))
    assert answer.status_code == 200
    return answer.json()


def shell(field: Field, action: str) -> str:
    out = io.StringIO()
    call_command("tournament", action, str(field.id), stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_page_says_what_would_be_undone_and_brings_it_back(staff: Client) -> None:
    field = Field(8).announced()
    page = staff.get(field.path()).text
    assert "Undo: Round 1, tables announced: 1, 2." in tight(page)
    assert "Redo" not in page
    answer = staff.post(
        field.path("do/undo/"),
        {"key": "a", "back": "overview", "form": "undo", "version": field.state.version},
        follow=True,
    )
    assert "It is undone." in answer.text
    assert "Undo: Round 1 was proposed." in tight(answer.text)
    assert "Redo: Round 1, tables announced: 1, 2." in tight(answer.text)
    assert not field.state.stages[1].rounds
    version = field.state.version
    send(staff, field, "redo", expected_version=version, form="undo", back="overview")
    assert set(field.state.stages[1].rounds) == {1}


@pytest.mark.django_db
def test_a_page_that_is_out_of_date_undoes_and_brings_back_nothing_of_others(
    staff: Client,
) -> None:
    field = Field(8).announced()
    seen = field.state.version
    field.do("record", stage=1, round=1, table=1, scores=[4, 3, 2, 1])
    late = send(staff, field, "undo", version=seen, form="undo", back="overview")
    assert late.status_code == 422
    assert "Something else has happened since: look at what would be undone now." in late.text
    field.do("undo")
    old = field.state.version
    field.do("undo")
    late = send(staff, field, "redo", expected_version=old, form="undo", back="overview")
    assert late.status_code == 412
    assert not field.state.stages[1].rounds


@pytest.mark.django_db
def test_a_result_that_is_typed_in_is_offered_to_be_undone_at_once(staff: Client) -> None:
    field = Field(8).announced()
    swapped = send(staff, field, "record", HTMX, **field.scored(4, 3, 2, 1))
    assert swapped.status_code == 200
    assert "Undo: Round 1, table 1: 4 : 3 : 2 : 1." in tight(swapped.text)


@pytest.mark.django_db
def test_what_depends_on_the_last_command_is_named_instead_of_a_button(staff: Client) -> None:
    field = Field(8).announced()
    field.do("start_table", stage=1, round=1, table=1)
    assert advice(staff, field)["undo"]["problem"] is None
    play_moves(known(field.state.table(1, 1, 1)).match)
    page = tight(staff.get(field.path()).text)
    assert "Cannot be undone: Round 1, table 1 is being recorded." in page
    assert "Stage 1, round 1, table 1: moves of its match were recorded since" in page
    assert "do/undo/" not in page
    undo = advice(staff, field)["undo"]
    assert undo["problem"] == "match_has_moves"
    assert undo["reason"] in shell(field, "advice").replace("\n", " ")
    answer = staff.post(
        reverse("api-tournament-preview", args=[field.id]),
        {"command": "undo"},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "match_has_moves")


@pytest.mark.django_db
def test_only_organisers_are_offered_the_way_back(client: Client, staff: Client) -> None:
    field = Field(8).announced()
    assert "Undo" not in client.get(field.path()).text
    assert client.post(field.path("do/undo/"), {"back": "overview"}).status_code == 302
    assert client.post(reverse("api-tournament-undo", args=[field.id])).status_code == 401
    assert set(field.state.stages[1].rounds) == {1}


@pytest.mark.django_db
def test_the_api_names_the_last_command_and_what_it_wrote(staff: Client) -> None:
    field = Field(8).announced()
    told = advice(staff, field)
    [event] = told["undo"]["events"]
    assert (event["type"], event["payload"]["round"]) == ("tournament.tables_published", 1)
    assert (told["undo"]["version"], told["redo"]) == (field.state.version, None)
    answer = staff.post(
        reverse("api-tournament-undo", args=[field.id]),
        {"version": told["undo"]["version"], "note": "too early"},
        content_type="application/json",
    )
    assert answer.status_code == 201
    assert answer.json()["detail"]["stages"][0]["rounds"] == []
    assert advice(staff, field)["redo"]["events"] == [event | {"counts": True}]
    lines = staff.get(reverse("api-tournament-events", args=[field.id])).json()["results"]
    assert (lines[0]["type"], lines[0]["payload"]["to"]) == (
        "tournament.rewound",
        event["version"] - 1,
    )
    assert (lines[0]["note"], lines[0]["counts"]) == ("too early", True)
    assert [line["counts"] for line in lines[:3]] == [True, False, True]
    assert shell(field, "log").count("undone") == 1
    assert "Redo: Round 1, tables announced: 1, 2." in shell(field, "advice")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["undo", "redo"])
def test_what_cannot_be_undone_or_done_again_is_refused_by_its_code(
    staff: Client, name: str
) -> None:
    field = Field(0)
    if name == "undo":
        field.do("undo")
    answer = staff.post(
        reverse(f"api-tournament-{name}", args=[field.id]), {}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409, f"nothing_to_{name}")


@pytest.mark.django_db
def test_whatever_would_be_undone_or_done_again_is_previewed_on_the_way_there_and_back(
    staff: Client,
) -> None:
    field = Field(9, PODS | {"rounds": 1}, FINAL)
    field.do("remove", entrant=9)
    field.played()
    field.do("correct", stage=1, round=1, table=1, scores=[1, 2, 3, 4])
    field.do("close_stage", stage=1)
    field.do("start_stage", stage=2, draw=True)
    field.played(2)

    def walk(name: str, *sides: str) -> list[set[tuple[str, ...]]]:
        changes: list[set[tuple[str, ...]]] = []
        while True:
            answer = staff.post(
                reverse("api-tournament-preview", args=[field.id]),
                {"command": name},
                content_type="application/json",
            )
            if answer.status_code == 409:
                assert answer.json()["code"] == f"nothing_to_{name}"
                return changes
            assert answer.status_code == 200, answer.content
            lines = answer.json()["words"]
            changes.append({(line["what"], *(line[side] for side in sides)) for line in lines})
            field.do(name)

    there, back = walk("undo", "before", "after"), walk("redo", "after", "before")
    assert there == back[::-1]
    assert all(there)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "undone", "again", "mark"),
    [
        (
            "en",
            "Undone: everything after entry 5.",
            "Done again: everything up to entry 6.",
            "undone",
        ),
        (
            "fr",
            "Annulé : tout ce qui suit l’entrée 5.",
            "Rétabli : tout jusqu’à l’entrée 6.",
            "annulé",
        ),
    ],
)
def test_the_log_tells_what_was_undone_and_marks_it(
    staff: Client, language: str, undone: str, again: str, mark: str
) -> None:
    field = Field(5)
    field.do("start_stage", stage=1)
    field.do("drop", entrant=3)
    for name in ("undo", "redo", "undo"):
        field.do(name)
    with translation.override(language):
        page = staff.get(field.path("log/"), headers={"Accept-Language": language}).text
    assert tight(page).count(undone) == 2
    assert again in tight(page)
    assert page.count("<s>") == tight(page).count(f'<span class="badge">{mark}</span>') == 1


@pytest.mark.django_db
def test_who_entered_and_was_undone_has_a_name_in_the_log_of_organisers_only(
    client: Client, staff: Client
) -> None:
    field = Field(5)
    field.do("undo")
    assert "Entered: Player0 N., Player1 N." in staff.get(field.path("log/")).text
    assert "Player0" not in client.get(field.path("log/")).text


@pytest.mark.browser
@pytest.mark.services
def test_an_organiser_undoes_an_announcement_with_the_keyboard_and_takes_it_back(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    field = Field(8).announced()
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, make_user("staff", staff=True).username)
    page.goto(field.path())
    first = page.locator("#table-1-1-1")
    for box in first.locator(".tour-seats input.tour-score").all():
        box.fill("7")
    first.get_by_role("button", name="Save the result").click()
    undo = page.get_by_role("button", name="Undo: Round 1, table 1: 7 : 7 : 7 : 7.")
    undo.wait_for()
    require_accessible(page)
    undo.focus()
    page.keyboard.press("Enter")
    page.get_by_text("It is undone.").wait_for()
    assert known(field.state.table(1, 1, 1)).is_open
    page.get_by_role("button", name="Undo: Round 1, tables announced: 1, 2.").press("Enter")
    expect(page.get_by_role("button", name="Undo: Round 1 was proposed.")).to_be_visible()
    assert not field.state.stages[1].rounds
    require_accessible(page)
    page.get_by_role("button", name="Redo: Round 1, tables announced: 1, 2.").press("Enter")
    page.get_by_text("It is done again.").wait_for()
    redo = page.get_by_role("button", name="Redo: Round 1, table 1: 7 : 7 : 7 : 7.")
    redo.press("Enter")
    expect(redo).to_have_count(0)
    assert not known(field.state.table(1, 1, 1)).is_open
    page.goto(field.path("log/"))
    require_accessible(page)
