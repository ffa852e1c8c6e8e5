"""A person against bots in a browser: the page waits for them by itself."""

from typing import TYPE_CHECKING

import pytest

from replays.models import Match
from tests.e2e.pages import log_in, require_accessible
from tests.factories import make_club, make_player, make_user
from tests.plugins.programs import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]


def test_the_page_asks_again_by_itself_and_shows_one_hand_only(
    live_server_process: LiveServer, browser_page: "Page"
) -> None:
    make_player(make_club("Les Baguettes"), "Chloé Martin")
    page = browser_page
    log_in(page, make_user(staff=True).username)
    page.goto("/matches/new/?game=sushi_go_party&seats=3")
    page.get_by_role("button", name="Chloé M.").click()
    page.get_by_role("button", name="Everybody").click()
    for _ in range(2):
        page.get_by_role("button", name="Greedy (bot)", exact=True).click()
    # A bot sits only where Kaiten rolls and draws.
    assert page.get_by_label("are rolled and drawn by Kaiten").is_checked()
    page.get_by_role("button", name="Begin").click()

    for turn in (1, 2, 3):
        own = page.locator(".chooser[open]", has_text="Chloé M.: Choose a card")
        own.wait_for()
        assert page.locator(".chooser").count() == 1
        if turn == 1:
            require_accessible(page)
        version = page.locator("#recorder").get_attribute("data-version")
        own.get_by_role("button").first.click()
        page.locator(f"#recorder:not([data-version='{version}'])").wait_for()
    page.locator(".chooser[open]", has_text="Chloé M.: Choose a card").wait_for()
    assert Match.objects.get().source == "online"
