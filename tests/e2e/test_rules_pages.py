"""The rules of every game on a phone, and the way to them from where people play."""

from typing import TYPE_CHECKING

import pytest

from games.core.words import LANGUAGES
from games.testing.scale import sampled
from tests.e2e.pages import log_in, require_accessible
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]


def fits(page: "Page") -> bool:
    """Say that nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def show_on(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})


@pytest.mark.parametrize("language", sampled(LANGUAGES, 2, 1))
def test_the_rules_of_every_game_can_be_read_on_a_phone(
    fresh_database: FreshDatabase, browser_page: "Page", language: str
) -> None:
    page = browser_page
    show_on(page, 390)
    page.goto("/games/")
    if language == "fr":
        page.get_by_role("button", name="FR").click()
        page.get_by_role("heading", name="Jeux").wait_for()
    require_accessible(page)
    links = page.locator(".game-link").evaluate_all("all => all.map(one => one.pathname)")
    assert {"/games/sushi_boat/", "/games/plain/"} <= set(links)
    for number, path in enumerate(links):
        show_on(page, 390)
        page.goto(path)
        if number % len(LANGUAGES) == LANGUAGES.index(language):  # each game in one of them
            require_accessible(page)
        assert page.locator("html").get_attribute("lang") == language
        show_on(page, 320)
        assert fits(page), path


def test_the_recorder_leads_to_the_rules_and_gives_no_room_away(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    sitting = Sitting("sushi_bar", seats=2, club_id=club.id, players=players)
    page = browser_page
    show_on(page, 390)
    log_in(page, make_user(staff=True).username)
    page.goto(f"/matches/{sitting.id}/record/")
    assert page.evaluate("document.querySelector('#recorder').getBoundingClientRect().top") == 0
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Rules", exact=True).click()
    page.wait_for_url("**/games/sushi_bar/")
    page.get_by_role("link", name="A10").first.click()
    page.wait_for_url("**#ruling-A10")
    ruling = page.locator("#ruling-A10")
    assert ruling.evaluate("one => one.matches(':target')")
    ruling.get_by_role("link", name="Covered portions face down").click()
    page.wait_for_url("**#option-hide_covered")
    # With every entry of the navigation that there is.
    show_on(page, 768)
    assert fits(page)
