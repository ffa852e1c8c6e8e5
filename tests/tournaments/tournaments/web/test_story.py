"""One evening in a real browser: created, entered, paired, typed in, corrected."""

import pytest
from playwright.sync_api import Page

from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, PODS, Field
from tournaments.tournaments.models import Tournament

WIDTH = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.mark.browser
@pytest.mark.services
def test_an_organiser_runs_a_round_with_a_phone(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """From the form of a new tournament to a result that is typed in and corrected."""
    club = make_club()
    for name in ("Ada", "Bert", "Chloe", "Dora", "Emil", "Fay", "Gil"):
        make_player(club, f"{name} Tester")
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/login/?next=/tournaments/new/")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill("secret")
    page.locator("main button").click()
    page.get_by_label("Title").fill("Friday pods")
    page.get_by_role("button", name="Create it").click()

    # A search keeps what is ticked; a guest comes along.
    page.get_by_label("Ada T.").check()
    page.get_by_label("Search the club").press_sequentially("chloe")
    page.get_by_label("Bert T.").wait_for(state="detached")
    assert page.get_by_label("Ada T.").is_checked()
    page.get_by_label("Search the club").fill("")
    page.get_by_label("Bert T.").wait_for()
    for name in ("Bert", "Chloe", "Dora", "Emil", "Fay", "Gil"):
        page.get_by_label(f"{name} T.").check()
    page.get_by_label("or names, one a line").fill("Visiting Friend")
    page.get_by_role("button", name="Enter them and check them in").click()
    page.get_by_role("button", name="Begin with the 8 entrants who are present").click()
    page.get_by_role("button", name="Announce the round").click()
    page.get_by_text("The round is announced.").wait_for()
    assert page.evaluate(WIDTH)

    # What is half typed at the other table survives the first result.
    page.get_by_role("link", name="Enter the results of 2 tables").click()
    first, second = page.locator("#table-1-1-1"), page.locator("#table-1-1-2")
    second.locator(".tour-seats input.tour-score").first.fill("77")
    for score, box in zip(
        (10, 40, 30, 20), first.locator(".tour-seats input.tour-score").all(), strict=True
    ):
        box.fill(str(score))
    first.get_by_role("button", name="Save the result").click()
    first.get_by_text("confirmed").wait_for()
    page.get_by_role("link", name="Enter the result of 1 table").wait_for()
    assert second.locator(".tour-seats input.tour-score").first.input_value() == "77"
    second.get_by_role("button", name="Save the result").click()
    second.get_by_role("alert").wait_for()
    assert second.locator(".tour-seats input.tour-score").first.input_value() == "77"

    # What a tie-break means is a tap away.
    page.get_by_role("button", name="Head to head").click()
    page.locator("#define-1-head_to_head").wait_for()
    assert page.locator("#define-1-head_to_head").is_visible()
    page.keyboard.press("Escape")

    # A correction shows what it changes before it is made.
    first.get_by_role("link", name="Correct").click()
    page.locator("#correct input[name=score_0]").fill("99")
    page.get_by_role("button", name="Show what it would change").click()
    page.get_by_role("heading", name="What this would change").wait_for()
    page.get_by_role("button", name="Correct it").click()
    page.get_by_text("The result is corrected.").wait_for()
    assert page.evaluate(WIDTH)
    assert Tournament.objects.get().entrants == 8


@pytest.mark.browser
@pytest.mark.services
def test_lots_are_drawn_with_a_button_and_enter_does_not_draw_them(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """First between all who are tied at the end, then on the line of the cut."""
    final = KNOCK_OUT | {"seeding": "former", "cut": {"kind": "top", "top": 3}}
    field = Field(8, PODS | {"rounds": 1, "sizes": [4], "tiebreaks": ["points"]}, final).played()
    lots = Field(8, PODS | {"rounds": 1, "sizes": [4], "tiebreaks": ["points", "lot"]}).played()
    make_user("staff", staff=True)
    page = browser_page
    page.goto(f"/login/?next={lots.path()}")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill("secret")
    page.locator("main button").click()
    page.get_by_role("button", name="Draw lots and close").click()
    page.get_by_text("The stage is closed.").wait_for()
    assert sorted(lots.state.stages[1].lots) == list(range(1, 9))

    field.do("close_stage", stage=1)
    page.goto(field.path("stages/2/"))
    page.locator("input[name^=order_]").first.press("Enter")
    page.get_by_role("alert").wait_for()
    assert field.state.stages[2].status == "planned"
    page.get_by_role("button", name="Draw lots and begin").click()
    page.get_by_text("The stage has begun.").wait_for()
    assert len(field.state.stages[2].seeds) == 3
