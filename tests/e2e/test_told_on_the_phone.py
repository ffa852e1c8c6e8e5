"""Without a network a match is counted, told by its scores, stopped, and agreed to by all."""

from typing import TYPE_CHECKING
from uuid import UUID

import msgspec
import pytest

from games.core.replay import fold
from games.registry import rules_for
from replays.offline.phone import Told
from replays.selectors.logs import load_log
from replays.services.verify import verify_stream
from tests.e2e.pages import let_in, require_accessible
from tests.e2e.phones import BEGUN, PATIENCE, Cut, begin, new_sitting, planned, played
from tests.e2e.taps import PHONE, Finger, Scorekeeper
from tests.factories import make_club, make_member, make_player
from tests.known import known

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("offline_rules"),
]

NOTED = [[5, 7, 2], [4, 0, 11]]
"""What is noted of the rounds that nobody counts."""
BOARD_DRAWN = """() => document.getElementById("board-drawer").dataset.here ===
  document.querySelector("#recorder > .recorder-entry").dataset.drawnOn"""


class Telling(Cut):
    """A phone at which somebody tells how a match went."""

    def open_more(self) -> "Locator":
        drawer = self.page.locator("#more-drawer")
        self.page.get_by_role("button", name="More").tap()
        drawer.get_by_text("No connection: what is told here").wait_for(timeout=PATIENCE)
        return drawer

    def send(self, way: "Locator", button: str) -> None:
        way.get_by_role("button", name=button).tap()
        self.waits += 1
        self.says_how_many()
        self.drawn()

    def way(self, name: str) -> "Locator":
        """Open one of the ways to tell."""
        way = self.page.locator(f"#more-drawer [data-told={name}]")
        if way.get_attribute("open") is None:
            way.locator("summary").first.tap()
        return way


def test_rounds_are_counted_and_noted_and_everybody_agrees_without_a_network(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, "sushi_go_party")
    rules, seats = sitting.log().rules, sitting.log().setup.seats
    events = planned(sitting)
    state, first = sitting.log().state_at(0), 0
    while not any(rules.recorded_counts(state)):
        rules.apply(state, events[first])
        first += 1
    sitting.play(*events[:first])
    cut = Telling(page, Scorekeeper(page, sitting))
    cut.lose_network(sitting)

    drawer = cut.open_more()
    require_accessible(page)
    cut.send(cut.way("count"), "Save round 1")
    for number, scores in enumerate(NOTED, 2):
        way = cut.way("rounds")
        for seat, score in enumerate(scores[:seats]):
            way.locator(f"[name=score_{seat}]").fill(str(score))
        cut.send(way, f"Save round {number}")
    sums = [int(one.inner_text()) for one in drawer.locator(".round-table td strong").all()]
    cut.way("stop")  # what is open stays open
    cut.send(drawer.locator(".told-finish"), "Save the result")
    page.get_by_text("The match is over:").wait_for()
    cut.agree(seats)
    require_accessible(page)
    assert sitting.version == first + 1, "nothing was sent so far"

    cut.find_network()
    page.locator(f"#recorder[data-version='{first + 1 + 4 + seats}']").wait_for(state="attached")
    log = sitting.log()
    assert log.status == "reported"
    assert log.life.locked
    assert log.result is not None
    assert list(log.result.scores or ()) == sums
    assert [count.round for count in log.life.counted] == [1, 2, 3]
    assert log.events == events[:first]
    assert verify_stream(sitting.id).problem is None


def test_a_match_is_begun_and_stopped_without_a_network(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    club = make_club("Les Baguettes")
    make_player(club, "Ana A")
    let_in(page, live_server_url, make_member(club, "scorekeeper", username="anne"))
    begin(page, "sushi_bar")
    begun = page.evaluate(BEGUN)
    setup = msgspec.json.decode(begun["told"], type=Told).setup
    rules = rules_for(setup)
    events = played(rules, setup)[:5]
    cut = Telling(page, Finger(page), waits=1)
    for event in events[:4]:
        cut.enter(event)
    page.get_by_role("button", name="Board").tap()
    page.locator("#board-drawer .board").wait_for()
    closes = known(page.locator("#board-drawer .drawer-close").bounding_box())
    board = known(page.locator("#board-drawer .board").bounding_box())
    assert closes["y"] + closes["height"] <= board["y"], "it covers nothing"
    page.keyboard.press("Escape")

    drawer = cut.open_more()
    way = cut.way("stop")
    way.get_by_label("places agreed at the table").check()
    way.locator("[name=place_0]").fill("1")
    way.get_by_role("button", name="Stop it").tap()
    drawer.locator(".refused-here").wait_for()
    cut.says_how_many()
    way.get_by_label("the score as it stands").check()
    cut.send(way, "Stop it")
    page.get_by_text("The match is over:").wait_for()
    cut.take_back()
    cut.enter(events[4])
    page.get_by_role("button", name="Log", exact=True).tap()
    page.locator("#log-drawer li").nth(4).wait_for()
    page.keyboard.press("Escape")
    cut.open_more()
    way = cut.way("stop")
    way.get_by_label("somebody left").check()
    page.set_viewport_size({"width": 1280, "height": 800})  # The board stands beside it then.
    page.wait_for_function(BOARD_DRAWN, timeout=PATIENCE)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    cut.send(way, "Stop it")
    cut.find_network()
    page.wait_for_url(f"**/matches/{begun['match']}/record/")
    page.locator(f"#recorder[data-version='{len(events) + 2}']").wait_for(state="attached")

    log = load_log(UUID(begun["match"]))
    outcome = rules.outcome(fold(rules, setup, events))
    assert log.events == events
    assert (log.status, log.ending) == ("stopped", "left")
    assert log.result is not None
    assert (log.result.places, log.result.scores) == (outcome.places, outcome.scores)
    assert verify_stream(log.stream_id).problem is None
