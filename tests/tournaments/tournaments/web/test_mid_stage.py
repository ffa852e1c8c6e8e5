"""A stage changes while it is played, in a real browser."""

import pytest
from playwright.sync_api import Page

from tests.e2e.pages import log_in, require_accessible
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import PODS, Field


@pytest.mark.browser
@pytest.mark.services
def test_an_organiser_adds_a_round_changes_the_aims_and_takes_another_split(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """One more round, close scores first, 4+3+3+3: all after two rounds were played."""
    field = Field(13).played().played()
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, "staff")
    page.goto(field.path("plan/"))
    page.get_by_role("button", name="One more round").click()
    page.get_by_text("The plan is changed.").wait_for()
    page.get_by_text("Change what is still open").click()
    page.get_by_label("Aim 1").select_option("scores")
    page.get_by_label("Aim 3").select_option("repeats")
    require_accessible(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Save what is changed").click()
    page.get_by_text("The plan is changed.").wait_for()
    rules = field.state.stages[1].rules
    assert (rules.rounds, rules.aims[0]) == (3, "scores")

    page.goto(field.path())
    page.get_by_role("button", name="Propose round 3").click()
    page.get_by_role("heading", name="Proposal for round 3").wait_for()
    require_accessible(page)
    page.get_by_role("button", name="Take 4+3+3+3").click()
    page.get_by_role("button", name="Take 5+4+4").wait_for()
    page.get_by_label("A split of your own").fill("7+7")
    page.get_by_label("A split of your own").press("Enter")
    page.get_by_text("These table sizes do not seat 13 entrants.").wait_for()
    assert page.get_by_label("A split of your own").input_value() == "7+7"
    page.get_by_role("button", name="Announce the round").click()
    page.get_by_text("The round is announced.").wait_for()
    sizes = [len(table.entrants) for table in field.state.stages[1].rounds[3].tables.values()]
    assert sorted(sizes, reverse=True) == [4, 3, 3, 3]


@pytest.mark.browser
@pytest.mark.services
def test_sizes_are_recommended_for_those_expected_and_used_with_a_button(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """On the page of a new tournament, on the plan, and in a large field without reloading."""
    field = Field(21, PODS | {"rounds": 4})
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, "staff")
    page.goto("/tournaments/new/?format=swiss_pods&game=sushi_go_party")
    page.get_by_label("Players expected").fill("13")
    page.get_by_label("Players expected").press("Tab")
    page.get_by_text("tried over 4 rounds with 13 players").wait_for()
    require_accessible(page)
    assert page.get_by_role("radio", name="3 to 4 (4+3+3+3)").is_checked()

    page.goto(field.path("plan/"))
    require_accessible(page)
    page.get_by_role("button", name="Use 3 to 4").click()
    page.get_by_role("button", name="Use 3 to 5").wait_for()
    assert field.state.stages[1].rules.sizes == (3, 4)

    field.do("start_stage", stage=1)
    field.do("propose", stage=1, sizes=[3])
    page.goto(field.path("proposal/"))
    page.get_by_role("link", name="Work out the other splits").click()
    page.get_by_role("button", name="Take 4+4+4+3+3+3").click()
    page.get_by_text("Here is the proposal.").wait_for()
    tables = field.state.stages[1].proposal().tables
    assert sorted((len(table.entrants) for table in tables), reverse=True) == [4, 4, 4, 3, 3, 3]
