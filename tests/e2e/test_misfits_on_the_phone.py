"""What a phone entered by other rules than the server has: refused there, renewed, or kept to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from games import registry
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.setup import Setup
from games.registry import rules_for, rules_of
from replays.models import Match
from replays.offline.phone import Told
from replays.selectors.logs import load_log
from replays.web.buttons import event_value
from tests.e2e.pages import let_in, require_accessible
from tests.e2e.phones import (
    BEGUN,
    FORGE,
    OFFERED,
    PATIENCE,
    SAVED,
    Cut,
    begin,
    misfit,
    new_sitting,
    planned,
    played,
    ready,
)
from tests.e2e.taps import Finger, Scorekeeper
from tests.example_game import example_installed
from tests.factories import make_club, make_member, make_player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("offline_rules"),
]

GAME = "sushi_bar"
COMES_BACK = "() => document.dispatchEvent(new Event('visibilitychange'))"
LOSE_ANSWERS = """() => {
  window.lost = 0;
  window.heard = window.fetch;
  window.fetch = async (address, options) => {
    const answer = await window.heard(address, options);
    if (options?.method !== "POST" || !String(address).endsWith("/record/")) return answer;
    window.lost += 1;
    throw new TypeError("lost");
  };
}"""
QUEUE = """async () => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const database = await done(indexedDB.open("kaiten"));
  const entries = await done(database.transaction("entries").objectStore("entries").getAll());
  database.close();
  const here = document.getElementById("queue").dataset.match;
  return entries.filter(({ match }) => match === here).map(({ id }) => id);
}"""


@contextmanager
def _played_by(**changed: Any) -> Iterator[None]:
    """Let the server play the game by other rules, of which no phone knows."""
    known = rules_of(GAME)
    kind = type(known)
    other = type(kind.__name__, (kind,), {**changed, "__module__": kind.__module__})
    registry._rules[GAME] = other()
    try:
        yield
    finally:
        registry._rules[GAME] = known


def test_an_evening_whose_entry_the_server_refuses_stops_there_and_is_put_right(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, GAME)
    events = planned(sitting)[:7]
    wrong = events[2]
    cut = Cut(page, Scorekeeper(page, sitting))
    cut.lose_network(sitting)
    for event in events:
        cut.enter(event)
    refused = list[Event]()

    def check(self: Any, state: Any, event: Event) -> None:
        if event == wrong and len(refused) < 2:
            refused.append(event)
            raise RuleViolation("match_over")
        super(type(self), self).check(state, event)

    waiting = page.evaluate(QUEUE)
    assert len(waiting) == len(events)
    kept = waiting[2:]
    with _played_by(check=check):
        cut.find_network()
        page.get_by_text("This was not recorded:").wait_for(timeout=PATIENCE)
        assert sitting.log().events == events[:2]
        shown = page.locator("#queue .queue-list li")
        assert shown.count() == len(kept)
        assert page.evaluate(QUEUE) == kept
        page.get_by_text("it takes the place of what was refused").wait_for()
        page.locator("#recorder [role=alert]").first.wait_for()
        require_accessible(page)

        page.reload()
        page.get_by_text("it takes the place of what was refused").wait_for(timeout=PATIENCE)
        page.locator("#recorder:not([data-ahead])").wait_for()
        assert page.evaluate(QUEUE) == kept, "nothing is lost"
        refused.append(wrong)
        cut.waits = 0
        offered = [event_value(wrong), [wrong.type, msgspec.to_builtins(wrong)], 0]
        page.wait_for_function(OFFERED, arg=offered, timeout=PATIENCE)
        Finger(page).enter(wrong)
        cut.says(SAVED)
    assert sitting.log().events == events


def test_an_entry_that_may_have_arrived_is_not_taken_out(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, GAME)
    events = planned(sitting)
    Scorekeeper(page, sitting)
    ready(page, sitting)
    page.evaluate(LOSE_ANSWERS)
    # Nobody judges it here while there is a network. The server refuses it; nobody hears of that.
    page.evaluate(FORGE, event_value(misfit(sitting, events, 0)))
    page.wait_for_function("() => window.lost > 2", timeout=PATIENCE)
    assert len(page.evaluate(QUEUE)) == 1
    assert page.locator(".refused-here").count() == 0
    page.evaluate("() => { window.fetch = window.heard; }")
    page.get_by_text("This was not recorded:").wait_for(timeout=PATIENCE)
    assert sitting.log().events == []


def test_a_match_begun_by_older_rules_is_judged_by_them(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    club = make_club("Les Baguettes")
    make_player(club, "Ana A")
    let_in(page, live_server_url, make_member(club, "scorekeeper", username="anne"))
    begin(page, GAME)
    setup = msgspec.json.decode(page.evaluate(BEGUN)["told"], type=Told).setup
    events = played(rules_for(setup), setup)[:4]
    cut = Cut(page, Finger(page), waits=1)
    for event in events:
        cut.enter(event)

    known = rules_of(GAME)

    def start(_self: Any, setup: Setup) -> Any:
        assert setup.rules == 1, "what was begun by older rules is not played by these"
        return known.start(setup)

    with _played_by(version=setup.rules + 1, start=start):
        cut.find_network()
        page.locator(f"#recorder[data-version='{len(events) + 1}']").wait_for(
            state="attached", timeout=PATIENCE
        )
        log = load_log(Match.objects.get().pk)
        assert log.setup == setup
        assert log.events == events


def test_a_phone_with_older_rules_is_told_and_renewed_before_it_begins(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, GAME)
    for address in (f"/matches/new/?game={GAME}&mode=record", f"/matches/{sitting.id}/record/"):
        page.goto(address)
        here = page.locator("#rules-here[data-state=ready]")
        here.wait_for(state="attached", timeout=PATIENCE)
        old = here.get_attribute("data-rules")
        with example_installed():
            page.evaluate(COMES_BACK)
            page.locator("#rules-renewed:not([hidden])").get_by_text("newest now").wait_for()
            page.locator("#rules-here[data-state=ready]").wait_for(
                state="attached", timeout=PATIENCE
            )
            assert page.locator("#rules-here").get_attribute("data-rules") != old
