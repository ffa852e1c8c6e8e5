"""Brackets on the pages: names, the match for third place, tables that are put elsewhere."""

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.e2e.pages import require_accessible
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, PODS, Field, send

THIRD = KNOCK_OUT | {"third_place": True}
DOUBLE = KNOCK_OUT | {"format": "double_elimination", "double": True}
FRENCH = {"Accept-Language": "fr"}


def text_of(client: Client, field: Field, section: str = "", **headers: str) -> str:
    answer = client.get(field.path(section), headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.text.split())


@pytest.mark.django_db
def test_rounds_tables_and_the_bracket_are_called_by_their_names(client: Client) -> None:
    field = Field(4, THIRD).played().announced()
    page = text_of(client, field)
    for words in ("Semi-finals", "Final", "Match for third place"):
        assert words in page
    rounds = text_of(client, field, "rounds/", **FRENCH)
    for words in ("Demi-finales", "Demi-finale", "Finale", "Match pour la troisième place"):
        assert words in rounds
    assert "Ronde 2" in rounds
    halves = text_of(client, Field(8, DOUBLE).played().announced())
    for words in ("Winners’ half: semi-final", "Losers’ half: round 1", "Grand final"):
        assert words in halves
    assert "Quarter-final" not in text_of(client, Field(8, PODS).announced())


@pytest.mark.django_db
def test_a_bracket_leads_to_the_tables_where_they_are_played(client: Client) -> None:
    field = Field(4, KNOCK_OUT)
    field.do("fix_tables", entrant=1, tables=[7])
    field.announced()
    page = text_of(client, field)
    for number in (2, 7):
        assert f'href="{field.path(f"tables/1/1/{number}/")}" aria-label="Semi-final' in page
    assert "Table 7: Player0 N." in page
    assert "Semi-final" in text_of(client, field, "tables/1/1/7/")


@pytest.mark.django_db
def test_a_table_is_given_another_number_on_its_page_and_in_a_proposal(staff: Client) -> None:
    field = Field(4, KNOCK_OUT)
    field.do("start_stage", stage=1)
    field.do("propose", stage=1)
    before = [table.entrants for table in field.state.stages[1].draft.tables]  # type: ignore[union-attr]
    assert "at table number" in text_of(staff, field, "proposal/")
    answer = send(staff, field, "edit", stage=1, renumber=1, renumber_to=2, back="proposal")
    assert answer.status_code == 302
    refused = send(staff, field, "edit", stage=1, renumber=1, renumber_to="", back="proposal")
    assert refused.status_code == 422
    field.do("publish", stage=1)
    assert [field.seats(table=number) for number in (2, 1)] == before
    page = text_of(staff, field, "tables/1/1/1/")
    assert "Play at another table" in page
    place = {"stage": 1, "round": 1, "table": 1, "form": "move_table", "back": "table:1:1:1"}
    refused = send(staff, field, "move_table", **place, to=0)
    assert refused.status_code == 422
    assert "Tables are numbered from 1" in refused.text
    assert send(staff, field, "move_table", **place, to=12)["Location"] == field.path()
    assert field.seats(table=12) == before[1]
    field.do("record", stage=1, round=1, table=12, scores=[9, 4])
    assert "Play at another table" not in text_of(staff, field, "tables/1/1/12/")


@pytest.mark.django_db
def test_only_organisers_move_tables(client: Client) -> None:
    field = Field(4, KNOCK_OUT).announced()
    assert "Play at another table" not in text_of(client, field, "tables/1/1/1/")
    answer = send(client, field, "move_table", stage=1, round=1, table=1, to=2)
    assert answer["Location"].startswith("/login/")


@pytest.mark.django_db
def test_a_match_for_third_place_is_planned_by_the_form(staff: Client) -> None:
    field = Field(4, KNOCK_OUT)
    plan = text_of(staff, field, "plan/")
    assert "Match for third place" in plan
    form = {
        "stage": "1",
        "expected_version": str(field.state.version),
        "format": "elimination",
        "sizes": ["2"],
        "preferred": "2",
        "advance": "1",
        "final_tie": "former",
        "third_place": "on",
        "minutes": "0",
        "seeding": "entry",
        "points": "5/3/2/1",
        "game": "",
    }
    assert staff.post(field.path("plan/"), form).status_code == 302
    assert field.state.stages[1].rules.third_place
    assert "those who lose the semi-finals meet" in text_of(staff, field, "plan/")
    larger = form | {"sizes": ["4"], "preferred": "4"}
    larger["expected_version"] = str(field.state.version)
    refused = staff.post(field.path("plan/"), larger)
    assert refused.status_code == 422
    assert "A match for third place needs semi-finals" in refused.text


@pytest.mark.browser
@pytest.mark.services
def test_a_knock_out_with_third_place_is_played_to_its_end_in_a_browser(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """On a phone in English and on a desk in French, with a table that is put elsewhere."""
    make_user("staff", staff=True)
    field = Field(4, THIRD).played().announced()
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/login/?next={field.path()}")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill("secret")
    page.locator("main button").click()
    page.get_by_role("heading", name="Final Round 2").wait_for()
    require_accessible(page)

    page.locator("#table-1-2-1").get_by_role("link", name="Table 1").click()
    page.get_by_label("Table number").fill("2")
    page.get_by_role("button", name="Move the table").click()
    page.get_by_text("The table has its new number.").wait_for()
    final, third = page.locator("#table-1-2-2"), page.locator("#table-1-2-1")
    assert third.get_by_text("Match for third place").is_visible()
    for card in (final, third):
        for box in card.locator(".tour-seats input.tour-score").all():
            box.fill("30")
        card.get_by_role("button", name="Save the result").click()
        card.get_by_text("confirmed").wait_for()
    page.reload()
    assert page.locator("#standings").get_by_text("level, decided by the seed").count() == 2
    bracket = page.get_by_role("region", name="Bracket")
    bracket.get_by_text("Match for third place", exact=True).wait_for()
    require_accessible(page)

    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="FR").click()
    page.get_by_role("heading", name="Finale Ronde 2").wait_for()
    note = "à égalité, la meilleure tête de série l’emporte"
    assert page.locator("#standings").get_by_text(note).count() == 2
    require_accessible(page)
