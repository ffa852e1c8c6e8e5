"""A club describes its box once, in a browser with scripts, and begins a match with it."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from games.sushi_boat.components import BELT_TEXT
from replays.models import Match
from replays.selectors.logs import load_log
from tests.e2e.pages import log_in, require_accessible
from tests.factories import make_club, make_user
from tests.plugins.databases import FreshDatabase
from tournaments.people.models import Club
from tournaments.people.selectors.boxes import box_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

VALUES = "1 1 1 2 2 2 3 3 3 9 9 9"


@pytest.fixture
def club(fresh_database: FreshDatabase) -> Club:
    return make_club("Les Baguettes")


@pytest.fixture
def page(club: Club, browser_page: "Page") -> "Page":
    """A browser in which a member of staff of the club is logged in."""
    log_in(browser_page, make_user(staff=True).username)
    return browser_page


def press_enter(page: "Page") -> str:
    """Send the form with the keyboard; return the path that this leads to."""
    with page.expect_navigation():
        page.keyboard.press("Enter")
    return urlsplit(page.url).path


def test_a_box_is_described_once_and_a_match_begins_with_it(club: Club, page: "Page") -> None:
    page.goto("/matches/new/?game=sushi_bar&seats=2")
    page.get_by_text("Your box: the defaults of the game.").wait_for()
    page.locator("main").get_by_role("link", name="Change").click()
    page.get_by_role("heading", name="The box of Sushi Bar").wait_for()
    require_accessible(page)

    values = page.get_by_label("Values of the sushi")
    values.fill("1 2 3")
    values.focus()
    assert press_enter(page) == f"/clubs/{club.id}/boxes/sushi_bar/"
    alert = page.locator("form [role=alert]")
    assert "needs twelve values" in alert.inner_text()
    assert alert.evaluate("alert => alert === document.activeElement")
    assert values.input_value() == "1 2 3"
    assert box_of(club.id, "sushi_bar") == {}

    values.fill(VALUES)
    values.focus()
    press_enter(page)
    page.get_by_text("Later matches begin with this box.").wait_for()
    assert f"{VALUES}\nDefault: 1 1 2 2 3 3 4 4 5 5 6 6" in page.locator("dl").inner_text()
    page.set_viewport_size({"width": 390, "height": 800})
    page.reload()
    require_accessible(page)

    page.goto("/matches/new/?game=sushi_bar&seats=2")
    page.get_by_text("as the club has described it: Values of the sushi.").wait_for()
    with page.expect_navigation():
        page.locator("form[method=post] .btn-primary").click()
    options = load_log(Match.objects.get().pk).setup.options
    assert options["sushi_values"] == [int(value) for value in VALUES.split()]

    page.goto(f"/clubs/{club.id}/boxes/sushi_bar/")
    with page.expect_navigation():
        page.get_by_role("button", name="Back to the defaults").click()
    page.get_by_text("Nothing differs from the defaults").wait_for()
    assert box_of(club.id, "sushi_bar") == {}
    assert load_log(Match.objects.get().pk).setup.options == options


def test_the_board_of_a_box_is_asked_for_only_where_it_is_ones_own(
    club: Club, page: "Page"
) -> None:
    page.goto(f"/clubs/{club.id}/boxes/sushi_boat/")
    belt = page.locator("#id_option_belt")
    assert not belt.is_visible()
    page.locator("#id_option_layout").select_option("own")
    assert belt.input_value() == BELT_TEXT
    page.locator("#id_option_staff_places").fill("R1 L1 L3")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    assert box_of(club.id, "sushi_boat") == {"layout": "own", "staff_places": "R1 L1 L3"}

    # The board is in the form of a match at once, and may be left for the made-up one.
    page.goto("/matches/new/?game=sushi_boat&seats=3")
    assert page.locator("#id_option_staff_places").input_value() == "R1 L1 L3"
    page.locator("#id_option_layout").select_option("placeholder")
    with page.expect_navigation():
        page.locator("form[method=post] .btn-primary").click()
    options = load_log(Match.objects.get().pk).setup.options
    assert (options["layout"], options["belt"]) == ("placeholder", BELT_TEXT)
