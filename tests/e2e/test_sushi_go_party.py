"""Sushi Go Party! in a browser: a menu of one's own, eight seats on a phone, points of view."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from games.sushi_go_party.events import Dealt
from games.testing.scale import sampled
from tests.e2e.pages import last_entry, log_in, require_all_accessible
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

NAMES: tuple[str, ...] = ("Chloé Martin", "Bastien Lefèvre", "Inès Dubois", "Théo Garnier")
NAMES += ("Maximilienne Vandenbroucke", "Yann Roy", "Zoé Petit", "Paul Noir")


def seated(seats: int, **fields: Any) -> Sitting:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in NAMES[:seats]]
    return Sitting("sushi_go_party", seats=seats, club_id=club.id, players=players, **fields)


def test_a_menu_of_ones_own_is_ticked_and_its_eight_hands_are_recorded_on_a_phone(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    club = make_club("Les Baguettes")
    for name in NAMES:
        make_player(club, name)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    log_in(page, make_user(staff=True).username)

    page.goto("/matches/new/?game=sushi_go_party&seats=8")
    cards = page.get_by_role("group", name="Cards à la carte")
    assert not cards.is_visible()
    page.get_by_role("combobox", name="Menu").select_option("a_la_carte")
    for name in ("Temaki", "Eel", "Tofu", "Miso soup", "Chopsticks", "Tea", "Fruit"):
        cards.get_by_label(name, exact=True).check()
    page.get_by_role("button", name="Begin").click()

    page.get_by_role("button", name="Nobody saw the cards").click()
    last_entry(page).get_by_text("Seat 8").wait_for()
    for number in range(1, 9):
        page.locator(".chooser[open]", has_text=f"Seat {number}: Choose a card").wait_for()
        page.locator(".chooser[open]").get_by_role("button", name=re.compile("tofu")).click()
        page.get_by_text("Saved", exact=True).wait_for()
        if number < 8:
            said = page.locator(".choosers-done")
            said.get_by_text(f"{number} ha", exact=False).wait_for(state="attached")
    last_entry(page).get_by_text("Seat 8 lays tofu").wait_for()
    page.get_by_role("button", name="Board").click()
    page.locator(".sgp-seat .dish-tofu").nth(7).wait_for()
    assert page.locator(".sgp-seat .dish-tofu").count() == 8
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_cards_that_are_hidden_again_are_not_sent(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    make_club("Les Baguettes")
    page = browser_page
    log_in(page, make_user(staff=True).username)

    page.goto("/matches/new/?game=sushi_go_party&seats=3")
    page.get_by_role("combobox", name="Menu").select_option("a_la_carte")
    page.get_by_role("group", name="Cards à la carte").get_by_label("Eel").check()
    page.get_by_role("combobox", name="Menu").select_option("master_menu")
    page.get_by_role("button", name="Begin").click()

    page.get_by_role("button", name="Nobody saw the cards").wait_for()


def test_part_of_a_hand_is_told_and_nobody_saw_the_rest(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    sitting = seated(2)
    page = browser_page
    log_in(page, make_user(staff=True).username)

    page.goto(f"/matches/{sitting.id}/record/")
    page.locator(".pick", has_text="egg nigiri").click()
    page.get_by_role("button", name="Nobody saw the rest").click()

    page.get_by_role("heading", name="Bastien L.: Deal a hand").wait_for()
    dealt = sitting.log().events[0]
    assert isinstance(dealt, Dealt)
    assert dealt.cards == ("egg", *[None] * 9)


@pytest.mark.parametrize(("width", "seats"), sampled([(390, 8), (1280, 2)], 2))
def test_its_pages_are_accessible(
    fresh_database: FreshDatabase,
    browser_page: "Page",
    width: int,
    seats: int,
) -> None:
    menu = "big_banquet" if seats == 8 else "dinner_for_two"
    ended = seated(seats, options={"menu": menu, "many_bonus_cards": True}).finish()
    running = seated(seats, options={"menu": menu}, seed=4)
    running.play_on(seats * 6 + 1)
    fresh = seated(seats, options={"menu": menu})
    page = browser_page
    log_in(page, make_user(staff=True).username)

    addresses = (
        f"/matches/{ended.id}/?ply=999",
        f"/matches/{running.id}/",
        f"/matches/{running.id}/?viewer=seat:1&ply=17",
        f"/matches/{running.id}/?seat=arbiter",
        f"/matches/{running.id}/record/",
        f"/matches/{fresh.id}/record/",
        f"/matches/{fresh.id}/report/?by=count",
        f"/matches/new/?game=sushi_go_party&seats={seats}",
    )
    require_all_accessible(page, width, addresses)
