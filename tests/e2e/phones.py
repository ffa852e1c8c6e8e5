"""A phone at which somebody records, with the rules beside the page and at times no network."""

import re
from typing import TYPE_CHECKING, Any

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.replay import fold
from games.core.rng import SeededRng
from games.core.setup import Setup
from games.registry import rules_of
from replays.web.buttons import event_value
from tests.e2e.pages import let_in
from tests.e2e.taps import BUTTON, FORM, Finger
from tests.factories import make_club, make_member, make_player
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

GUESTS = ["Zoé", "Lin"]
PATIENCE = 240_000
HERE = "#rules-here[data-knows='{}'], #rules-here[data-state=missing]"
DRAWN = """(document.querySelector(".recorder-entry").dataset.drawnOn ?? "")
  .split(" ").filter(Boolean).length"""
OFFERED = f"""([value, wanted, waits]) => {{
  const recorder = document.getElementById("recorder");
  if (recorder.hasAttribute("data-ahead") || {DRAWN} < waits) return false;
  return Boolean(({BUTTON})(value) ?? ({FORM})(wanted));
}}"""
FORGE = """(value) => {
  const form = document.querySelector("#recorder > .recorder-entry form[action$='/record/']");
  const button = Object.assign(document.createElement("button"), { name: "event", value });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}"""
SAVED = re.compile("^(Saved|All saved)$")
"""The second where it was sent before the page was loaded again."""
WHOLE = "words => words.scrollWidth <= words.clientWidth"
HOLD_THE_JUDGE = "() => { Worker.prototype.postMessage = () => {}; }"
KEPT = """async (patience) => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const until = performance.now() + patience;
  const database = await done(indexedDB.open("kaiten-rules"));
  const kept = () => done(database.transaction("compiled").objectStore("compiled").count());
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  while ((await kept()) < 4 && performance.now() < until) await pause();
  database.close();
}"""

BEGUN = """async () => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const database = await done(indexedDB.open("kaiten"));
  const entries = await done(database.transaction("entries").objectStore("entries").getAll());
  database.close();
  return entries.find((entry) => entry.action === "begin");
}"""


def new_sitting(page: "Page", url: str, game: str) -> Sitting:
    """Return a match that the phone may record."""
    club = make_club("Les Baguettes")
    names = ("Ana A", "Bo B", "Cy C")[: rules_of(game).seats.start]
    players = [make_player(club, name).id for name in names]
    let_in(page, url, make_member(club, "scorekeeper", username="anne"))
    return Sitting(game, seats=len(players), club_id=club.id, players=players)


def ready(page: "Page", sitting: Sitting) -> "Locator":
    """Return where the page says that the rules are there, once they know the match."""
    here = page.locator(HERE.format(sitting.version))
    here.wait_for(state="attached", timeout=PATIENCE)
    assert here.get_attribute("data-state") == "ready", here.get_attribute("data-why")
    page.evaluate(KEPT, PATIENCE)
    return here


def refuses(rules: Any, state: Any, event: Event) -> bool:
    """Say whether the rules refuse an event."""
    try:
        rules.check(state, event)
    except RuleViolation:
        return True
    return False


def planned(sitting: Sitting) -> list[Event]:
    """Return a whole match that could be played at a table."""
    log = sitting.log()
    state, events = log.state_at(0), []
    while (event := next_event(state, log.rules, sitting.luck)) is not None:
        log.rules.apply(state, event)
        events.append(event)
    return events


def misfit(sitting: Sitting, events: list[Event], ply: int) -> Event:
    """Return an event of the match that the rules refuse after so many others."""
    log = sitting.log()
    state = fold(log.rules, log.setup, events[:ply])
    return next(event for event in events if refuses(log.rules, state, event))


class Cut:
    """A phone without a network, at which somebody goes on recording."""

    def __init__(self, page: "Page", finger: Finger, waits: int = 0) -> None:
        self.page, self.finger, self.waits = page, finger, waits

    def lose_network(self, sitting: Sitting) -> None:
        ready(self.page, sitting)
        self.page.context.set_offline(True)
        self.says("Offline")

    def says(self, words: "str | re.Pattern[str]") -> None:
        from playwright.sync_api import expect

        expect(self.page.locator("#connection")).to_have_text(words, timeout=30_000)

    def says_how_many(self) -> None:
        self.says(f"Offline, {self.waits} waiting" if self.waits else "Offline")
        assert self.page.locator("#connection").evaluate(WHOLE), "it can be read to its end"

    def enter(self, event: Event) -> None:
        wanted = [event_value(event), [event.type, msgspec.to_builtins(event)], self.waits]
        self.page.wait_for_function(OFFERED, arg=wanted, timeout=PATIENCE)
        self.finger.enter(event)
        self.waits += 1
        self.says_how_many()

    def agree(self, seats: int) -> None:
        """Pass the phone round: everybody agrees to the result."""
        for _ in range(seats):
            self.page.locator(".agreement-current .btn-primary").tap()
            self.waits += 1
            self.says_how_many()
            self.drawn()
        self.page.get_by_text("Everybody agrees to this result").wait_for()

    def drawn(self) -> None:
        """Wait until the page shows all that was entered."""
        script = f"waits => {DRAWN} >= waits"
        self.page.wait_for_function(script, arg=self.waits, timeout=PATIENCE)

    def take_back(self) -> None:
        self.page.locator("#undo").tap()
        self.waits -= 1
        self.says_how_many()

    def forge(self, event: Event) -> None:
        """Enter what the rules refuse: it is said in words, and does not wait."""
        self.page.locator("#recorder:not([data-ahead])").wait_for(timeout=30_000)
        self.page.evaluate(FORGE, event_value(event))
        self.page.locator(".refused-here").wait_for(timeout=30_000)
        self.says_how_many()

    def find_network(self) -> None:
        self.page.context.set_offline(False)
        self.waits = 0


def begin(page: "Page", game: str) -> None:
    """Begin a match with somebody of the club and guests, on the page of a new match."""
    page.goto(f"/matches/new/?game={game}&mode=record")
    page.locator("#recording-here[data-state=ready]").wait_for(state="attached", timeout=PATIENCE)
    page.evaluate(KEPT, PATIENCE)
    page.context.set_offline(True)
    begin_offline(page, game)


def begin_offline(page: "Page", game: str) -> None:
    """Do so on that page as it is, without a network."""
    page.locator("#recording-here[data-state=ready]").wait_for(state="attached", timeout=PATIENCE)
    assert page.locator("#recorder").is_hidden()
    page.get_by_role("button", name="Ana A").tap()
    for name in GUESTS[: rules_of(game).seats.start - 1]:
        page.get_by_label("Find somebody, or name a guest").fill(name)
        page.get_by_role("button", name=f"Add the guest {name}").tap()
    page.get_by_role("button", name="Begin").tap()
    page.locator("#recorder > .recorder-entry[data-drawn-on]").wait_for(timeout=PATIENCE)


def load_again(page: "Page") -> None:
    """Load the page anew while the server takes nothing."""
    page.route("**/matches/new/", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    page.locator("#recording-here:not([hidden])").wait_for()
    page.context.set_offline(True)
    page.unroute("**/matches/new/")


def played(rules: Any, setup: Setup) -> list[Event]:
    """Return a whole match that could be played at a table."""
    state, events, luck = rules.start(setup), [], SeededRng("begun")
    while (event := next_event(state, rules, luck)) is not None:
        rules.apply(state, event)
        events.append(event)
    return events
