"""The recorder on a phone: whole matches by taps, the fewest there can be, and its drawers."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from playwright.sync_api import expect

from games.core.events import Chance, Event
from games.core.rng import pick
from games.core.unseen import unseen_event
from games.sushi_bar.components import Face
from games.sushi_bar.events import DiceKept, DiceRolled, PortionTaken
from games.sushi_boat.events import CardRevealed
from games.sushi_go_party.events import CardChosen
from games.testing.scale import soaking
from replays.services.verify import verify_stream
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.e2e.taps import Scorekeeper, phone
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.services, pytest.mark.soak]

NAMES = ("Chloé Martin", "Bastien Lefèvre", "Zoé Petit", "Théo Garnier")
SAMPLES = {"sushi_bar": (0, 60), "sushi_boat": (1, 70), "sushi_express": (0, 40)} | {
    "sushi_go_party": (4, 20),
    "sushi_roll": (1, 40),
}
"""From which steps on a few are tapped where not the whole match is."""

NOTHING_WAITS = """() => new Promise((tell) => {
  const opened = indexedDB.open('kaiten');
  opened.onsuccess = () => {
    const counted = opened.result.transaction('entries').objectStore('entries').count();
    counted.onsuccess = () => tell(counted.result === 0);
    opened.result.close();
  };
})"""
SHOWS_NEWEST_BOARD = """async () => {
  const page = await (await fetch(location.href)).text();
  const held = (page) => page.querySelector('#board-drawer .drawer-body').innerHTML.trim();
  return held(new DOMParser().parseFromString(page, 'text/html')) === held(document);
}"""


@pytest.fixture
def touched(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> Iterator["Page"]:
    """A phone of 390 pixels at which a member of staff is logged in."""
    let_in(browser_page, live_server_url, make_user(staff=True))
    with phone(browser_page, live_server_url) as page:
        yield page


def sit_down(game: str, seats: int, **fields: object) -> Sitting:
    club = make_club("Les Baguettes")
    players: list[UUID] = [make_player(club, name).id for name in NAMES[:seats]]
    return Sitting(game, seats=seats, club_id=club.id, players=players, **fields)


def next_in_order(sitting: Sitting) -> Event:
    """Return a choice of the first seat that is asked, as one goes round a table."""
    log = sitting.log()
    seat = known(log.rules.needs(log.state)[0].seat)
    return pick(sitting.luck, list(log.rules.choices(log.state, seat)))


@pytest.mark.parametrize("slug", SAMPLES)
def test_a_match_is_recorded_by_taps(touched: "Page", slug: str) -> None:
    sitting = sit_down(slug, 3, seed=f"taps {slug}")
    tapped: list[Event] = []
    for start in (0,) if soaking() else SAMPLES[slug]:
        sitting.play_on(start - len(sitting.log().plies))
        tapped[:] = sitting.log().events
        keeper = Scorekeeper(touched, sitting)
        for _ in range(900 if soaking() else 5):
            if sitting.log().ended:
                break
            event = sitting.next_event()
            keeper.record(event)
            tapped.append(event)
    require_accessible_in_both_schemes(touched)
    assert sitting.log().events == tapped
    assert verify_stream(sitting.id).ok
    assert sitting.log().ended == soaking()


def test_a_round_of_four_whose_hands_nobody_saw_takes_37_taps(touched: "Page") -> None:
    sitting = sit_down("sushi_go_party", 4, options={"menu": "my_first_meal"}, seed=7)
    keeper = Scorekeeper(touched, sitting)
    rules, turns = sitting.log().rules, 9 if soaking() else 2

    touched.get_by_role("button", name="Nobody saw the cards").tap()
    touched.locator("#recorder[data-version='5']").wait_for(state="attached")
    taps = 1 + sum(keeper.record(next_in_order(sitting)) for _ in range(4 * turns))

    assert taps == 1 + 4 * turns <= 37
    log = sitting.log()
    assert [type(event) for event in log.events[4:]] == [CardChosen] * 4 * turns
    assert unseen_event(rules.needs(log.state_at(0))[0]) == log.events[0]


def test_a_turn_takes_a_tap_for_each_face_that_is_seen_and_each_choice(touched: "Page") -> None:
    sitting = sit_down("sushi_bar", 3, seed=2)
    sitting.play()
    keeper = Scorekeeper(touched, sitting)
    # The longest turn of two throws: one die is kept, four are thrown again, a portion is taken.
    faces: tuple[Face, ...] = ("sushi", "bone", "blue", "red", "red")
    throw, again = DiceRolled(faces), DiceRolled(faces[:4])
    turn = (throw, DiceKept(0, ("sushi",)), again, PortionTaken(0, "sushi"))
    assert [keeper.record(event) for event in turn] == [5, 1, 4, 1]

    for _ in range(12 if soaking() else 0):
        taps = due = 0
        seat = sitting.log().state.seat
        while sitting.log().state.seat == seat:
            event = sitting.next_event()
            taps += keeper.record(event)
            due += len(event.dice) if isinstance(event, DiceRolled) else 1
        assert taps == due


def test_a_card_is_revealed_by_one_tap(touched: "Page") -> None:
    sitting = sit_down("sushi_boat", 3)
    while not isinstance(event := sitting.next_event(), CardRevealed):
        sitting.play(event)
    assert Scorekeeper(touched, sitting).record(event) == 1


def test_two_cards_are_chosen_by_tapping_them_and_pieces_come_off_one_stock(
    touched: "Page",
) -> None:
    party = sit_down("sushi_go_party", 2, options={"menu": "sushi_go"})
    while isinstance(party.next_event(), Chance):
        party.play(known(unseen_event(party.log().rules.needs(party.log().state)[0])))
    for seat in (0, 1):
        party.play(CardChosen(seat, 1, f"chopsticks{seat + 1}"))
    keeper = Scorekeeper(touched, party)
    assert keeper.record(CardChosen(0, 2, "egg", ("chopsticks1",), ("salmon",))) == 3

    boat = sit_down("sushi_boat", 2)
    boat.play()
    touched.goto(f"/matches/{boat.id}/record/")
    belt, trash = touched.locator("[data-picker]").all()
    only = belt.locator(".pick[data-supply='1']").first
    value = known(only.get_attribute("data-value"))
    only.tap()
    expect(belt.locator(".chosen-piece svg")).to_have_count(1)
    expect(only).to_be_disabled()
    expect(trash.locator(".picker-faces")).to_be_hidden()
    trash.get_by_role("button", name="Trash").tap()
    expect(belt.locator(".picker-faces")).to_be_hidden()
    expect(trash.locator(f".pick[data-value='{value}']")).to_be_disabled()


def test_nothing_is_drawn_anew_under_a_finger_nor_for_ones_own_pen(touched: "Page") -> None:
    sitting = sit_down("sushi_go_party", 2, seed=7)
    sitting.play_on(2)
    # The pen is taken, but its answer is lost: that it was is heard from the stream.
    touched.route("**/pen/", lambda route: (route.fetch(), route.abort()))
    with touched.expect_response(lambda answer: "x-follow" in answer.request.headers):
        touched.goto(f"/matches/{sitting.id}/record/")
        touched.evaluate("document.getElementById('recorder').first = true")
    expect(touched.locator("[data-follow]")).to_have_attribute("data-mark", re.compile(r"^3\.\d+$"))
    assert touched.evaluate("document.getElementById('recorder').first")

    # What the first seat chose is answered while a finger is on what the second one chooses.
    held: list[Route] = []
    touched.route("**/record/", lambda route: held.append(route), times=1)
    touched.locator(".chooser[open] .choice").first.tap()
    second = touched.locator(".chooser[data-seat='1'][open]:not([inert]) .choice").first
    second.hover()
    touched.mouse.down()
    held[0].continue_()
    touched.wait_for_function(NOTHING_WAITS)
    touched.mouse.up()
    touched.locator("#recorder[data-version='5']").wait_for(state="attached")
    assert [getattr(event, "seat", -1) for event in sitting.log().events[2:]] == [0, 1]


def test_the_strip_tells_who_acts_and_drawers_hold_the_rest(touched: "Page") -> None:
    sitting = sit_down("sushi_bar", 2, seed=3)
    sitting.play_on(3)
    page = touched
    keeper = Scorekeeper(page, sitting)
    page.goto(f"/matches/{sitting.id}/record/")
    who = known(sitting.log().rules.needs(sitting.log().state)[0].performer)
    expect(page.locator(".strip-turn")).to_contain_text(("Chloé M.", "Bastien L.")[who])
    with page.expect_request(lambda sent: sent.method == "POST" and "/record/" in sent.url) as tap:
        keeper.record(sitting.next_event())
    assert tap.value.headers["kaiten-closed"] == "board-drawer log-drawer more-drawer"
    words = page.locator(".last-entry-words")
    short = known(words.bounding_box())["height"]
    words.tap()
    expect(page.locator(".last-entry [open]")).to_be_visible()
    assert known(words.bounding_box())["height"] >= short

    # What was closed is the newest once it is opened, or says that it is not.
    board, drawer = page.get_by_role("button", name="Board"), page.locator("#board-drawer")
    expect(drawer).to_be_hidden()
    board.tap()
    expect(drawer).to_be_visible()
    expect(drawer).to_have_attribute("data-version", "5")
    assert page.evaluate(SHOWS_NEWEST_BOARD)
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.context.set_offline(True)
    drawer.evaluate("drawer => { drawer.dataset.version = 4; }")
    board.tap()
    expect(drawer.get_by_text("the last entries are missing here")).to_be_visible()
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    # Beside what is asked it is never closed.
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(drawer).to_have_attribute("data-version", "5")
    expect(drawer.locator(".drawer-old")).to_be_hidden()
    keeper.record(sitting.next_event())
    expect(drawer).to_have_attribute("data-version", "6")
    page.set_viewport_size({"width": 390, "height": 660})

    # What was drawn anew has drawers that work, and the focus comes back to where it was.
    page.get_by_role("button", name="Log", exact=True).tap()
    lines = page.locator("#log-drawer .entry-line")
    expect(lines.first.locator(".badge")).to_have_text("5")
    expect(page.locator("#log-title")).to_be_focused()
    require_accessible_in_both_schemes(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Log", exact=True)).to_be_focused()

    # An earlier entry is two taps away from its correction.
    page.get_by_role("button", name="Log", exact=True).tap()
    lines.nth(3).tap()
    page.get_by_role("heading", name="Correct step 2").wait_for()
    page.get_by_role("link", name="Cancel").tap()
    page.wait_for_url("**/record/")


def test_a_throw_is_recorded_and_the_drawers_open_without_scripts(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    sitting = sit_down("sushi_bar", 2, seed=3)
    sitting.play()
    let_in(browser_page, live_server_url, make_user(staff=True))
    with phone(browser_page, live_server_url, java_script_enabled=False) as page:
        page.goto(f"/matches/{sitting.id}/record/")
        for select in page.locator("select").all():
            select.select_option(index=1)
        page.get_by_role("button", name="Record: Dice").tap()
        page.get_by_role("button", name=re.compile("sets aside 1 sushi$")).tap()
        page.get_by_role("button", name="Log", exact=True).tap()
        page.get_by_role("link", name="Show the entries").tap()
        expect(page.locator(".entry-line")).to_have_count(3)
        page.locator(".entry-line").first.tap()
        page.get_by_role("heading", name="Correct step 3").wait_for()
