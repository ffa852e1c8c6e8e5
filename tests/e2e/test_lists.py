"""The lists of a club in a browser: both languages, every width, the keyboard."""

from typing import TYPE_CHECKING

import pytest

from games.testing.scale import sampled
from tests.e2e.pages import require_accessible
from tests.tournaments.tournaments.web.fields import Field

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.plugins.databases import FreshDatabase

pytestmark = [pytest.mark.browser, pytest.mark.services]

WIDTHS = (320, 390, 1280, 3840)


@pytest.mark.parametrize("language", sampled(("fr", "en"), 2))
def test_lists_fit_every_width_and_are_read_by_everybody(
    browser_page: "Page", fresh_database: "FreshDatabase", language: str
) -> None:
    field = Field(8).announced()
    field.sitting(1)
    page = browser_page
    page.set_extra_http_headers({"Accept-Language": language})
    for path in ("/matches/", "/players/", f"/players/{field.players[0].id}/"):
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
        page.set_viewport_size({"width": 390, "height": 800})
        require_accessible(page)


def test_a_match_is_found_with_the_keyboard_alone(
    browser_page: "Page", fresh_database: "FreshDatabase"
) -> None:
    field = Field(8).announced()
    match = field.sitting(1).id
    page = browser_page
    page.goto("/matches/")
    page.get_by_label("Words").focus()
    page.keyboard.type("friday")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/?q=friday**")
    link = page.locator(f'.match-row-link[href*="{match}"]')
    link.press("Enter")
    page.wait_for_url(f"**/matches/{match}/**")


def test_the_marked_section_is_in_sight_on_a_phone(
    browser_page: "Page", fresh_database: "FreshDatabase"
) -> None:
    from playwright.sync_api import expect

    field = Field(2)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/players/{field.players[0].id}/")
    expect(page.locator(".site-nav [aria-current]")).to_be_in_viewport(ratio=0.9)
