"""From groups to a knock-out in a real browser, in both languages."""

import pytest
from playwright.sync_api import Page

from games.testing.scale import sampled
from tests.e2e.pages import log_in, require_accessible
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import KNOCK_OUT
from tests.tournaments.tournaments.web.test_groups import GROUPS, played_out
from tournaments.tournaments.director.rules import Cut


@pytest.mark.browser
@pytest.mark.services
@pytest.mark.parametrize("language", sampled(["en", "fr"], 2, 1))
def test_an_organiser_plans_the_cut_and_crosses_the_groups_with_a_phone(
    browser_page: Page, fresh_database: FreshDatabase, language: str
) -> None:
    """The cut is chosen in the form, the tables are read, and the knock-out begins."""
    field = played_out(GROUPS, KNOCK_OUT)
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, "staff")
    if language == "fr":
        page.get_by_title("Français").click()
        page.locator("html[lang=fr]").wait_for()
    page.goto(field.path("plan/?edit=2"))
    each = page.locator("#stage2-cut_each")
    assert not each.is_visible()
    page.locator("#stage2-cut_kind").select_option("groups")
    each.wait_for()
    each.fill("2")
    page.locator("#stage2-seeding").select_option("crossed")
    if language == "fr":  # its words are the longer ones
        require_accessible(page)
    with page.expect_navigation():
        page.locator("#stage-2 form .btn-primary").first.click()
    assert field.state.stages[2].rules.cut == Cut("groups", each=2)
    field.do("close_stage", stage=1)
    page.goto(field.path())
    assert page.locator("#stage-1-A").inner_text() == {"en": "Group A", "fr": "Groupe A"}[language]
    page.locator("#stage-1-all").click()
    require_accessible(page)
    page.goto(field.path("stages/2/"))
    require_accessible(page)
    with page.expect_navigation():
        page.locator("main form .btn-primary").click()
    assert sorted(field.state.stages[2].seeds) == [1, 2, 3, 4]
    field.announced(2)
    assert {frozenset(field.seats(2, 1, table)) for table in (1, 2)} == {
        frozenset({1, 3}),
        frozenset({2, 4}),
    }
