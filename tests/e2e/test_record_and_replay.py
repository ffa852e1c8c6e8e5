"""One story in a real browser: log in, record, take back, look again with the keyboard."""

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.factories import make_club, make_player, make_user
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

SUSHI = ["+1", "+1", "+2", "+2", "+3", "+3", "+4", "+4", "+5", "+5", "+6", "+6"]
BONES = ["−1"] * 5 + ["−2"] * 4 + ["−3"] * 2 + ["−4"]


def log_in(page: "Page", username: str) -> None:
    page.goto("/login?next=/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill("secret")
    page.locator("main").get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Record a match").wait_for()


def pick(page: "Page", field: str, *words: str) -> None:
    """Tap pieces of one field of the recorder, in order."""
    picker = page.locator("[data-picker]", has_text=field)
    for word in words:
        picker.locator(".pick", has_text=word).click()


def last_entry(page: "Page"):
    return page.get_by_role("region", name="Last entry")


def test_a_match_is_recorded_taken_back_and_replayed(fresh_database, browser_page: "Page"):
    club = make_club("Les Baguettes")
    make_player(club, "Chloé Martin")
    make_player(club, "Bastien Lefèvre")
    user = make_user(staff=True)
    page = browser_page
    log_in(page, user.username)

    page.get_by_role("link", name="Record a match").click()
    page.wait_for_url("**/matches/new/")
    page.get_by_label("Players").select_option("2")
    page.wait_for_url(re.compile("seats=2"))
    page.get_by_role("group", name="Seat 1").get_by_label("Player", exact=True).select_option(
        label="Chloé M."
    )
    page.get_by_role("group", name="Seat 2").get_by_label("or a guest's name").fill("Zoé")
    page.get_by_role("button", name="Begin").click()

    pick(page, "Sushi, left to right", *SUSHI)
    pick(page, "Bones, left to right", *BONES)
    page.get_by_role("button", name="Record: Rows laid").click()
    last_entry(page).get_by_text("The rows are laid").wait_for()

    pick(page, "Dice", "sushi", "sushi", "bone", "blue chopsticks", "red chopsticks")
    page.get_by_role("button", name="Record: Dice thrown").click()
    last_entry(page).get_by_text("Chloé M. throws").wait_for()

    page.get_by_role("button", name=re.compile("takes the 2nd sushi")).click()
    last_entry(page).get_by_text("Chloé M. takes the 2nd sushi (+1)").wait_for()
    page.get_by_role("button", name="Undo").click()
    last_entry(page).get_by_text("Chloé M. throws").wait_for()
    page.get_by_role("button", name=re.compile("takes the 1st bone")).click()
    last_entry(page).get_by_text("Chloé M. takes the 1st bone").wait_for()
    page.get_by_text("Saved", exact=True).wait_for()

    page.get_by_role("link", name="Match page").click()
    frame = page.locator("#frame")
    frame.and_(page.locator('[data-ply="3"]')).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator('#frame[data-ply="2"]').wait_for()
    assert "ply=2" in page.url
    page.keyboard.press("Home")
    page.locator('#frame[data-ply="0"]').wait_for()
    page.keyboard.press("ArrowDown")
    page.locator('#frame[data-ply="1"]').wait_for()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.locator('#frame[data-ply="3"]').wait_for()
    assert page.locator("#scrubber").get_attribute("aria-valuetext").startswith("3: Chloé M. takes")
    page.get_by_role("link", name=re.compile("Chloé M. throws")).click()
    page.locator('#frame[data-ply="2"]').wait_for()
    page.go_back()
    page.locator('#frame[data-ply="3"]').wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_pages_are_accessible(fresh_database, browser_page: "Page", scheme, width):
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    user = make_user(staff=True)
    ended = Sitting(club_id=club.id, players=players).finish()
    running = Sitting(club_id=club.id, players=players, seed=4)
    running.play_on(12)
    page = browser_page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    log_in(page, user.username)

    for address in (
        "/",
        "/matches/",
        f"/matches/{ended.id}/?ply=999",
        f"/matches/{running.id}/",
        f"/matches/{running.id}/record/",
        "/matches/new/",
        "/matches/new/?mode=report",
        f"/matches/{running.id}/stop/",
        "/nowhere/",
    ):
        page.goto(address)
        found = Axe().run(page).response["violations"]
        assert not found, f"{address}: {_told(found)}"
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address


def _told(violations: list[dict]) -> str:
    return "; ".join(
        f"{violation['id']}: {node['html'][:160]} ({node.get('failureSummary', '')[:200]})"
        for violation in violations
        for node in violation["nodes"][:3]
    )


def test_a_live_match_follows_by_itself_and_waits_for_who_looks_back(
    fresh_database, browser_page: "Page"
):
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    running = Sitting(club_id=club.id, players=players, seed=4)
    running.play_on(5)
    page = browser_page

    with page.expect_response(re.compile("/news/")) as quiet:
        page.goto(f"/matches/{running.id}/")
    assert quiet.value.status == 204
    running.play_on(1)
    page.locator('#frame[data-ply="6"]').wait_for()

    page.keyboard.press("ArrowLeft")
    page.locator('#frame[data-ply="5"]').wait_for()
    running.play_on(1)
    page.get_by_text("1 new entry").wait_for()
    assert page.locator("#frame").get_attribute("data-ply") == "5"


def test_the_theme_is_remembered(fresh_database, browser_page: "Page"):
    page = browser_page
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Use dark colours").click()
    page.reload()

    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Use light colours").wait_for()


def test_a_match_can_be_stepped_through_without_scripts(
    fresh_database, live_server_url, browser_page: "Page"
):
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    ended = Sitting(club_id=club.id, players=players).finish()
    plain = browser_page.context.browser.new_context(java_script_enabled=False)
    page = plain.new_page()

    page.goto(f"{live_server_url}/matches/{ended.id}/")
    page.get_by_role("link", name="One step on").click()
    page.locator('#frame[data-ply="1"]').wait_for()
    page.get_by_role("spinbutton", name="Step").fill("7")
    page.get_by_role("button", name="Go").click()
    page.locator('#frame[data-ply="7"]').wait_for()
    page.get_by_role("button", name=re.compile("FR")).click()
    page.get_by_role("link", name="Une étape en arrière").click()
    page.locator('#frame[data-ply="6"]').wait_for()
    plain.close()
