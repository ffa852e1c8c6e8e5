"""Help and sharing in a browser: both languages, phone and desk, with scripts."""

from typing import TYPE_CHECKING

import pytest

from games.testing.scale import sampled
from tests.e2e.pages import another_page, let_in, require_all_accessible
from tests.factories import make_member
from tests.tournaments.tournaments.web.fields import Field

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.plugins.databases import FreshDatabase

pytestmark = [pytest.mark.browser, pytest.mark.services]

PAGES = ("/help/", "/help/organiser/", "/help/scorekeeper/")


@pytest.mark.parametrize("language", sampled(("fr", "en"), 2))
@pytest.mark.parametrize("width", [390, 1280])
def test_help_is_read_by_everybody(
    browser_page: "Page", fresh_database: "FreshDatabase", width: int, language: str
) -> None:
    Field(2)
    page = browser_page
    page.set_extra_http_headers({"Accept-Language": language})
    require_all_accessible(page, width, PAGES)
    page.goto(PAGES[1])
    for picture in page.locator(".help-step img").all():
        picture.scroll_into_view_if_needed()
        picture.evaluate("image => image.decode()")  # fails for one that is not there


def test_help_is_a_tap_away_from_the_console(
    browser_page: "Page", live_server_url: str, fresh_database: "FreshDatabase"
) -> None:
    field = Field(8).announced()
    page = browser_page
    let_in(page, live_server_url, make_member(field.club, "organiser"), "fr")
    page.goto(f"/tournaments/{field.id}/")
    page.locator(".tour-head").get_by_role("link", name="Aide").click()
    page.wait_for_url("**/help/organiser/")


def test_a_page_is_shared_with_what_the_device_has_and_copied_where_it_has_nothing(
    browser_page: "Page", live_server_url: str, fresh_database: "FreshDatabase"
) -> None:
    from playwright.sync_api import expect

    field = Field(8).announced()
    page = browser_page
    for address in (f"/tournaments/{field.id}/", f"/players/{field.players[0].id}/"):
        page.goto(address)
        button = page.locator("[data-shares]")
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        button.click()
        expect(button).to_have_text("Link copied")
        assert page.evaluate("window.copied") == f"{live_server_url}{address}"
        expect(button).to_have_text("Share")
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    with another_page(page, live_server_url) as phone:
        phone.add_init_script("navigator.share = async (what) => { window.shared = what; };")
        phone.goto(f"/tournaments/{field.id}/")
        phone.locator("[data-shares]").click()
        phone.wait_for_function("window.shared")
        assert phone.evaluate("window.shared") == {
            "title": "Friday",
            "url": f"{live_server_url}/tournaments/{field.id}/",
        }
