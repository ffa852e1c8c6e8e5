"""Somebody who was registered comes late: the page asks what the missed rounds are worth."""

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import Field, send
from tournaments.tournaments.director.rankings import stage_standings

WIDTH = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def after_a_round() -> Field:
    """Return a Swiss of nine in which the ninth was registered and missed the first round."""
    field = Field(9)
    field.do("check_out", entrants=[9])
    return field.played()


@pytest.mark.django_db
def test_the_worth_is_asked_exactly_for_those_who_have_missed_a_round(staff: Client) -> None:
    field = Field(9)
    field.do("check_out", entrants=[8, 9])
    assert "Points for each round missed" not in staff.get(field.path("entrants/")).text
    field.played()
    field.do("check_out", entrants=[1])
    page = staff.get(field.path("entrants/")).text
    assert 'id="late-9"' in page
    assert 'id="late-8"' in page
    assert 'id="late-1"' not in page
    assert 'id="everybody-late"' in page
    french = staff.get(field.path("entrants/"), headers={"Accept-Language": "fr"}).text
    assert "Points par ronde manquée" in french


@pytest.mark.django_db
def test_a_late_comer_gets_what_was_typed_and_the_log_says_so(staff: Client) -> None:
    field = after_a_round()
    sent = {"entrants": "9", "late": "1,5", "back": "entrants"}
    assert send(staff, field, "check_in", **sent).status_code == 302
    points = {row.entrant: row.points for row in stage_standings(field.state, 1)}
    assert str(points[9]) == "3/2"
    assert "each round missed is worth 3/2" in staff.get(field.path("log/")).text
    assert "round 1: came late, +1½" in staff.get(field.path()).text
    again = send(staff, field, "check_in", **sent | {"late": "much"})
    assert again.status_code == 422


@pytest.mark.browser
@pytest.mark.services
def test_a_late_comer_is_checked_in_with_a_phone(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    field = after_a_round()
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/login/?next={field.path('entrants/')}")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill("secret")
    page.locator("main button").click()
    row = page.locator("#entrant-9")
    row.get_by_label("Points for each round missed").fill("1/2")
    assert page.evaluate(WIDTH)
    row.get_by_role("button", name="Check Player8 N. in").click()
    row.get_by_text("late", exact=True).wait_for()
    assert str(field.state.entrants[9].late) == "1/2"
