"""A member in a browser: comments on the step that is looked at, and plays on from it."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from replays.models import Match
from replays.services import undo
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_member, make_player
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tournaments.people.models import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

TEXT = "Here she should have kept the red one."


def test_a_member_comments_on_a_step_and_plays_on_from_it(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    sitting = Sitting(club_id=club.id, players=players, seed=5).finish()
    corrected = Sitting(club_id=club.id, players=players, seed=5)
    corrected.play_on(6)
    corrected.do(undo.rewind, to=4)
    member = make_member(club)
    Player.objects.filter(pk=players[0]).update(user=member)
    match = f"/matches/{sitting.id}/"
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    let_in(page, live_server_url, member)

    page.goto(f"{match}?ply=4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#frame")).to_have_attribute("data-ply", "5")
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_text("Write a comment on this step").click()
    comments = page.locator("#comments")
    comments.get_by_label("Comment", exact=True).fill(TEXT)
    comments.get_by_label("the club").check()
    comments.get_by_role("button", name="Save the comment").click()
    page.wait_for_url("**/?ply=5#comments")
    expect(comments.get_by_text(TEXT)).to_be_visible()
    expect(comments.get_by_text("for the club")).to_be_visible()
    require_accessible_in_both_schemes(page)

    page.locator("body").click(position={"x": 1, "y": 1})
    page.keyboard.press("ArrowRight")
    expect(page.locator("#frame")).to_have_attribute("data-ply", "6")
    expect(comments.get_by_text(TEXT)).to_be_hidden()
    page.get_by_role("button", name="Play on from this step").click()
    expect(page.get_by_text("From step 6 on.")).to_be_visible()
    require_accessible_in_both_schemes(page)
    page.get_by_label("Who plays the other seats?").select_option("greedy")
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/record/")
    branch = Match.objects.get(parent_id=sitting.id)
    assert branch.parent_ply == 6

    page.goto(f"/matches/{branch.pk}/")
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("link", name="The match it came from, at step 6").click()
    expect(page.locator("#frame")).to_have_attribute("data-ply", "6")
    page.goto(f"{match}?ply=5#comments")
    with page.expect_navigation():
        page.get_by_role("link", name="Take away").first.click()
    page.get_by_role("button", name="Take it away").click()
    expect(page.get_by_text("The comment is taken away.")).to_be_visible()
    expect(comments.get_by_text(TEXT)).to_have_count(0)

    page.goto(f"/matches/{corrected.id}/")
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("link", name="As recorded").click()
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_text("3 steps were taken back.")).to_be_visible()
    expect(page.locator("[data-fate=taken_back]")).to_have_count(3)
    require_accessible_in_both_schemes(page)
