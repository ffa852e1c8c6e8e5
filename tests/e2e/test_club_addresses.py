"""A visitor of a site with two clubs who stays with one of them; and many visitors at once."""

import re
from functools import partial
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from tests.e2e.pages import require_accessible_in_both_schemes
from tests.factories import make_club, make_player
from tests.threads import run_together
from tests.tournaments.people.two_clubs import FurnishedClub, strays

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]


def test_a_visitor_stays_within_the_clubs_address(
    browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    club = FurnishedClub("Les Dés", "les-des")
    make_player(club.club, "Anne Petit")
    make_player(make_club("Les Pions", slug="les-pions"), "Anne Roy")
    page, asked = browser_page, list[str]()
    page.on("request", lambda request: asked.append(request.url.removeprefix(live_server_url)))
    page.goto("/c/les-des/address/")
    require_accessible_in_both_schemes(page)

    page.locator(".poster-address a").click()
    expect(page).to_have_title(re.compile("Les Dés"))
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Players").click()
    page.get_by_role("searchbox", name="Name").fill("anne")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Anne R.")).to_have_count(0)
    page.get_by_role("link", name="Anne P.").click()
    expect(page.get_by_role("heading", name="Anne P.")).to_be_visible()

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="Friday").click()
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Matches").click()
    page.locator(f'a[href="/c/les-des/matches/{club.ids["match_id"]}/"]').first.click()
    page.wait_for_url("**/matches/**")
    page.get_by_role("link", name="One step on").click()
    expect(page).to_have_url(re.compile(r"/c/les-des/matches/.*ply=1$"))

    page.get_by_role("link", name="Les Dés").click()
    page.wait_for_url("**/c/les-des/")
    outside = [url for url in asked if not url.startswith(("/c/les-des/", "/live/", "/static/"))]
    assert outside == []


def test_clubs_asked_for_at_once_do_not_mix(live_server_url: str) -> None:
    addresses = [make_club(slug=slug).get_absolute_url().rstrip("/") for slug in ("one", "two")]

    def ask(address: str) -> set[str]:
        with urlopen(f"{live_server_url}{address}/matches/", timeout=60) as answer:
            text = answer.read().decode()
        assert f'href="{address}/matches/"' in text
        return strays(text, address)

    assert run_together([partial(ask, addresses[turn % 2]) for turn in range(50)]) == [set()] * 50
