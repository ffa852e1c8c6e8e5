"""An organiser brings old evenings in, in a browser with scripts."""

from typing import TYPE_CHECKING

import pytest

from replays.models import Match
from tests.e2e.pages import log_in, require_accessible, require_accessible_in_both_schemes
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.past_results.files import EVENING
from tournaments.past_results.services import imports
from tournaments.people.models import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

LINES = (
    EVENING + "2026-02-01,Sushi Brr,Chloée Colin,9,Igor Roy,8,,\n2026-02-30,Go,Bo B,1,Ana A,3,,\n"
)


def test_pasted_results_are_looked_at_decided_and_stored_step_by_step(
    fresh_database: FreshDatabase, browser_page: "Page", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "AT_ONCE", 2)
    club = make_club("Les Baguettes")
    for name in ("Ana A", "Bo B", "Chloé C", "Dan D", "Chloé Colin"):
        make_player(club, name)
    page = browser_page
    log_in(page, make_user(staff=True).username)
    page.goto("/matches/")
    page.get_by_role("link", name="Import past results").click()
    page.get_by_label("or the lines themselves").fill(LINES)
    require_accessible(page)
    page.get_by_role("button", name="Look at the matches").click()
    page.get_by_text("to be decided: 1").wait_for()
    page.set_viewport_size({"width": 390, "height": 800})
    require_accessible_in_both_schemes(page)

    page.get_by_label("Chloée Colin").select_option(label="Chloé C.")
    page.get_by_label("add them as guests").check()
    page.get_by_label("leave that match out").check()
    page.get_by_role("button", name="Look again").click()
    page.get_by_text("new: 4").wait_for()
    assert not Match.objects.exists()
    page.get_by_role("button", name="Import", exact=True).click()
    # Two at a time, without another click.
    page.get_by_text("4 of 4 matches of the file are stored.").wait_for()
    assert Match.objects.filter(status="reported").count() == 4
    assert Player.objects.get(last_name="Roy").guest

    page.locator("summary").click()
    page.get_by_role("link", name="stored").first.click()
    page.get_by_role("heading", name="Sushi").first.wait_for()
