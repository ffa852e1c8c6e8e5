"""An organiser keeps a tournament to the club: a visitor's browser does not find it any more."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.pages import let_in, require_accessible
from tests.factories import make_club, make_member
from tests.plugins.databases import FreshDatabase
from tests.tournaments.seasons.played import make_people, play_evening
from tournaments.people.models import Club

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]


@pytest.fixture
def club(fresh_database: FreshDatabase) -> Club:
    return make_club("Les Baguettes")


def test_a_tournament_is_kept_to_the_club(
    club: Club, browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    anne, paul = make_people(club, 2)
    evening = play_evening(club, {anne: 9, paul: 3}, title="Secret Friday")
    address = f"/tournaments/{evening}/"
    page, cookies = browser_page, browser_page.context
    page.goto("/tournaments/")
    expect(page.get_by_text("Secret Friday")).to_be_visible()

    let_in(page, live_server_url, make_member(club, "organiser"))
    page.goto(address)
    form = page.get_by_role("region", name="Who sees this")
    form.get_by_label("Visible to").select_option("club")
    require_accessible(page)
    with page.expect_navigation():
        form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. It applies from now on.")).to_be_visible()
    expect(page.locator(".tour-head .badge", has_text="club only")).to_be_visible()

    cookies.clear_cookies()
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_text("Secret Friday")).to_have_count(0)
    for place in ("/tournaments/", "/", "/matches/"):
        page.goto(place)
        expect(page.get_by_text("Secret Friday")).to_have_count(0)
        expect(page.locator(f"a[href*='{evening}']")).to_have_count(0)

    let_in(page, live_server_url, make_member(club, "member"))
    page.goto("/tournaments/")
    expect(page.get_by_text("club only")).to_be_visible()
    page.get_by_role("link", name="Secret Friday").click()
    expect(page.get_by_role("heading", name="Secret Friday")).to_be_visible()
    expect(page.get_by_role("region", name="Who sees this")).to_have_count(0)
