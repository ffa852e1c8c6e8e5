"""One story in a real browser: log in, record, take back, look again with the keyboard."""

import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from games.core.canonical import canonical_json
from games.testing.scale import sampled
from tests.e2e.pages import last_entry, log_in, pick, require_all_accessible
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

SUSHI = ["+1", "+1", "+2", "+2", "+3", "+3", "+4", "+4", "+5", "+5", "+6", "+6"]
GAMES = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll")
BONES = ["−1"] * 5 + ["−2"] * 4 + ["−3"] * 2 + ["−4"]


def test_a_match_is_recorded_taken_back_and_replayed(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    make_player(club, "Chloé Martin")
    make_player(club, "Bastien Lefèvre")
    user = make_user(staff=True)
    page = browser_page
    log_in(page, user.username)

    page.get_by_role("link", name="Record a match").click()
    page.wait_for_url("**/matches/new/")
    page.get_by_role("button", name="Sushi Bar").click()
    page.wait_for_url(re.compile("game=sushi_bar"))
    page.get_by_role("button", name="Chloé M.").click()
    page.get_by_label("Find somebody, or name a guest").fill("Zoé")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()

    pick(page, "Sushi, left to right", *SUSHI)
    pick(page, "Bones, left to right", *BONES)
    page.get_by_role("button", name="Record: Rows laid").click()
    last_entry(page).get_by_text("The rows are laid").wait_for()

    # The last die records the throw.
    pick(page, "Dice", "sushi", "sushi", "bone", "blue chopsticks", "red chopsticks")
    last_entry(page).get_by_text("Chloé M. throws").wait_for()

    page.get_by_role("button", name=re.compile("takes the 2nd sushi")).click()
    last_entry(page).get_by_text("Chloé M. takes the 2nd sushi (+1)").wait_for()
    page.get_by_role("button", name="Undo").click()
    last_entry(page).get_by_text("Chloé M. throws").wait_for()
    page.get_by_role("button", name=re.compile("takes the 1st bone")).click()
    last_entry(page).get_by_text("Chloé M. takes the 1st bone").wait_for()
    page.get_by_text("Saved", exact=True).wait_for()

    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Match page").click()
    frame = page.locator("#frame")
    frame.and_(page.locator('[data-ply="3"]')).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator('#frame[data-ply="2"]').wait_for()
    expect(page).to_have_url(re.compile("ply=2"))
    page.keyboard.press("Home")
    page.locator('#frame[data-ply="0"]').wait_for()
    page.keyboard.press("ArrowDown")
    page.locator('#frame[data-ply="1"]').wait_for()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.locator('#frame[data-ply="3"]').wait_for()
    assert known(page.locator("#scrubber").get_attribute("aria-valuetext")).startswith(
        "3: Chloé M. takes"
    )
    page.get_by_role("link", name=re.compile("Chloé M. throws")).click()
    page.locator('#frame[data-ply="2"]').wait_for()
    page.go_back()
    page.locator('#frame[data-ply="3"]').wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()


@pytest.mark.parametrize("width", sampled([390, 1280], 2))
def test_the_other_faces_of_pages_are_accessible(
    fresh_database: FreshDatabase,
    browser_page: "Page",
    width: int,
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    user = make_user(staff=True)
    ended = Sitting(club_id=club.id, players=players).finish()
    running = Sitting(club_id=club.id, players=players, seed=4)
    running.play_on(12)
    page = browser_page
    log_in(page, user.username)

    # As they are without a query they are looked at with all others: test_every_page.py.
    addresses = (
        f"/matches/{ended.id}/?ply=999",
        "/matches/new/?mode=report",
        f"/matches/{running.id}/report/?by=rounds",
        f"/matches/{running.id}/report/?by=count",
        "/nowhere/",
    )
    require_all_accessible(page, width, addresses)


def stepped(page: "Page") -> str | None:
    return page.locator("#frame").get_attribute("data-ply")


def test_no_key_is_lost_however_fast_it_is_pressed(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    ended = Sitting(club_id=club.id, players=players).finish()
    page = browser_page
    page.goto(f"/matches/{ended.id}/")
    page.locator('#frame[data-ply="0"]').wait_for()

    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.locator('#frame[data-ply="10"]').wait_for()
    for key in ["ArrowRight"] * 9 + ["ArrowLeft"] * 4 + ["Home", "ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)
    page.locator('#frame[data-ply="2"]').wait_for()

    turns = [
        int(start) for start in known(page.locator("#match").get_attribute("data-turns")).split()
    ]
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.locator(f'#frame[data-ply="{turns[4]}"]').wait_for()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    page.locator(f'#frame[data-ply="{turns[2]}"]').wait_for()
    page.wait_for_url(re.compile(f"ply={turns[2]}$"))


def test_keys_pressed_before_the_scripts_are_there_count(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    ended = Sitting(club_id=club.id, players=players).finish()
    page = browser_page
    held = []
    page.route("**/joined/match.*.mjs", lambda route: held.append(route))

    page.goto(f"/matches/{ended.id}/", wait_until="commit")
    page.locator('#frame[data-ply="0"]').wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert stepped(page) == "0"
    held[0].continue_()

    page.locator('#frame[data-ply="3"]').wait_for()


def test_a_step_that_cannot_be_loaded_is_told_and_can_be_asked_for_again(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    ended = Sitting(club_id=club.id, players=players).finish()
    page = browser_page
    page.route("**/frames/**", lambda route: route.abort())
    page.goto(f"/matches/{ended.id}/")

    page.keyboard.press("ArrowRight")
    page.locator("#announcer", has_text="could not be loaded").wait_for(state="attached")
    expect(page.locator("#step-problem")).to_be_visible()
    page.unroute_all()
    page.keyboard.press("ArrowRight")

    page.locator('#frame[data-ply="1"]').wait_for()


def test_a_count_is_tapped_scored_and_saved(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    running = Sitting(club_id=club.id, players=players)
    page = browser_page
    log_in(page, make_user(staff=True).username)
    page.goto(f"/matches/{running.id}/report/")
    page.get_by_text("How deep:").click()
    page.get_by_role("link", name="Count the table").click()

    chloe = page.get_by_role("region", name="Chloé M.")
    bastien = page.get_by_role("region", name="Bastien L.")
    for _ in range(2):
        chloe.locator(".pick", has_text="+6").click()
    chloe.locator(".pick", has_text="−1").click()
    chloe.locator(".pick", has_text="−1").click()
    chloe.get_by_role("link", name="Next seat").click()
    expect(chloe).to_be_hidden()
    expect(bastien.locator(".pick", has_text="+6")).to_contain_text("0 left")
    assert bastien.locator(".pick", has_text="+6").is_disabled()
    bastien.locator(".pick", has_text="+5").click()
    page.get_by_role("button", name="Add it up").click()
    page.get_by_text("Sushi that count: +12").wait_for()
    page.get_by_role("button", name="Save the result").click()

    page.get_by_text("The result is saved.").wait_for()
    assert [seat.score for seat in running.seats] == [10, 0]


def test_the_theme_is_remembered(fresh_database: FreshDatabase, browser_page: "Page") -> None:
    page = browser_page
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Use dark colours").click()
    page.reload()

    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Use light colours").wait_for()


def test_a_match_can_be_stepped_through_without_scripts(
    fresh_database: FreshDatabase, live_server_url: str, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    ended = Sitting(club_id=club.id, players=players).finish()
    plain = known(browser_page.context.browser).new_context(java_script_enabled=False)
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


def test_the_recorder_begins_with_what_is_asked_and_a_tap_reveals(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre", "Zoé A")]
    page = browser_page
    log_in(page, make_user(staff=True).username)
    page.set_viewport_size({"width": 390, "height": 660})
    tapped = []
    for slug in GAMES:
        sitting = Sitting(slug, seats=3, club_id=club.id, players=players)
        sitting.play_on(30)
        page.goto(f"/matches/{sitting.id}/record/")
        asked = page.locator(".prompt h2, .chooser[open] summary").first
        assert known(asked.bounding_box())["y"] < 500, slug
        site = page.locator(".site-header").bounding_box()
        assert known(site)["y"] > known(asked.bounding_box())["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        # On to what is told by pieces alone: the last one records it.
        for _ in range(60):
            event, form = sitting.next_event(), page.locator("form[data-records-itself]").first
            sent = form.locator("[name=type]")
            if form.count() and sent.first.get_attribute("value") == event.type:
                break
            sitting.play(event)
            page.goto(f"/matches/{sitting.id}/record/")
        else:
            continue
        before = len(sitting.log().plies)
        name = known(form.locator("[data-picker] select").first.get_attribute("name"))
        told = msgspec.to_builtins(event)[name.partition(".")[2]]
        for item in told if isinstance(told, list | tuple) else [told]:
            form.locator(f".pick[data-value='{canonical_json(item)}']").click()
        expect(last_entry(page).locator(".badge")).to_have_text(str(before + 1))
        assert sitting.log().events[-1] == event
        tapped.append(slug)
    assert {"sushi_bar", "sushi_boat", "sushi_express"} <= {*tapped}
