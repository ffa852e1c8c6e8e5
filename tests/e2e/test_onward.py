"""Recording without a network, on the rules beside the page: the server writes what it showed."""

from typing import TYPE_CHECKING

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import content_hash
from games.core.replay import fold
from games.testing.scale import sampled
from replays.services.verify import verify_stream
from replays.web.buttons import event_value
from tests.e2e.pages import let_in
from tests.e2e.taps import BUTTON, FORM, Scorekeeper, phone
from tests.factories import make_club, make_member, make_player
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

GAMES = ["sushi_bar", "sushi_go_party", "sushi_roll", "sushi_express", "sushi_boat", "liars_dice"]
PATIENCE = 240_000
TAKEN_BACK = 5
"""Which entry is taken back once, and entered again."""
OFFERED = f"""([value, wanted]) => {{
  const recorder = document.getElementById("recorder");
  if (recorder.hasAttribute("data-ahead")) return false;
  return Boolean(({BUTTON})(value) ?? ({FORM})(wanted));
}}"""

FORGE = """(value) => {
  const form = document.querySelector("#recorder > .recorder-entry form[action$='/record/']");
  const button = Object.assign(document.createElement("button"), { name: "event", value });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}"""


def _planned(sitting: Sitting) -> list[Event]:
    """Return a whole match that could be played at a table."""
    log = sitting.log()
    state, events = log.state_at(0), []
    while (event := next_event(state, log.rules, sitting.luck)) is not None:
        log.rules.apply(state, event)
        events.append(event)
    return events


def _misfit(sitting: Sitting, events: list[Event], ply: int) -> Event:
    """Return an event of the match that the rules refuse after so many others."""
    log = sitting.log()
    state = fold(log.rules, log.setup, events[:ply])

    def is_refused(event: Event) -> bool:
        try:
            log.rules.check(state, event)
        except RuleViolation:
            return True
        return False

    return next(filter(is_refused, events))


def _wanted(event: Event) -> list[object]:
    return [event_value(event), [event.type, msgspec.to_builtins(event)]]


def _enter(keeper: Scorekeeper, event: Event) -> None:
    keeper.page.wait_for_function(OFFERED, arg=_wanted(event), timeout=PATIENCE)
    keeper.enter(event)


@pytest.mark.usefixtures("example_game", "offline_rules")
@pytest.mark.parametrize("game", sampled(GAMES, len(GAMES)))
def test_a_whole_match_is_recorded_without_a_network(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, game: str
) -> None:
    from playwright.sync_api import expect

    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Ana A", "Bo B")]
    sitting = Sitting(game, seats=2, club_id=club.id, players=players)
    let_in(browser_page, live_server_url, make_member(club, "scorekeeper", username="anne"))
    events = _planned(sitting)
    with phone(browser_page, live_server_url) as page:
        keeper = Scorekeeper(page, sitting)
        here = page.locator("#rules-here[data-knows='1'], #rules-here[data-state=missing]")
        here.wait_for(state="attached", timeout=PATIENCE)
        assert here.get_attribute("data-state") == "ready", here.get_attribute("data-why")
        page.context.set_offline(True)
        connection = page.locator("#connection")
        expect(connection).to_have_text("Offline")

        for number, event in enumerate(events, 1):
            if number == TAKEN_BACK:
                _enter(keeper, event)
                expect(connection).to_have_text(f"Offline, {number} waiting", timeout=30_000)
                page.locator("#undo").tap()
                expect(connection).to_have_text(f"Offline, {number - 1} waiting", timeout=30_000)
                page.wait_for_function(OFFERED, arg=_wanted(event), timeout=PATIENCE)
                page.evaluate(FORGE, event_value(_misfit(sitting, events, number - 1)))
                page.locator(".refused-here").wait_for(timeout=30_000)
                expect(connection).to_have_text(f"Offline, {number - 1} waiting")
            _enter(keeper, event)
            waiting = "Offline, 1 waiting" if number == 1 else f"Offline, {number} waiting"
            expect(connection).to_have_text(waiting, timeout=30_000)
        over = page.get_by_text("By the rules the match is over")
        over.wait_for(timeout=30_000)

        page.context.set_offline(False)
        expect(connection).to_have_text("Saved", timeout=120_000)
        page.locator(f"#recorder[data-version='{len(events) + 2}']").wait_for(
            state="attached", timeout=30_000
        )

    log = sitting.log()
    assert log.events == events
    assert log.status == "finished"
    assert log.content_hash == content_hash(log.setup, events)
    assert verify_stream(sitting.id).problem is None
