"""The rules beside a page judge and draw as the server does, and record on without a network."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload
from games.core.matches import content_hash
from games.core.outcome import Outcome
from games.core.replay import fold
from games.core.rng import SeededRng
from games.core.setup import Setup
from games.registry import rules_for, rules_of
from games.testing.scale import sampled, soaking
from replays.models import Match
from replays.offline.drawing import draw
from replays.offline.phone import Table, Told
from replays.selectors.logs import load_log
from replays.services.verify import verify_stream
from replays.web.buttons import event_value
from replays.web.seats import seat_labels
from tests.e2e.pages import let_in
from tests.e2e.taps import BUTTON, FORM, PHONE, Finger, Scorekeeper
from tests.factories import make_club, make_member, make_player
from tests.games.playthroughs.record import FOLDER
from tests.known import known
from tests.plugins.browser import Driver
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import SharedServer
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event
from tournaments.people.models import Player

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("example_game", "offline_rules"),
]

STORED = sorted(FOLDER.glob("*/*.json"))
EVERY = 1 if soaking() else 20
"""Of so many plies one is asked for its prompts."""
GAMES = ["sushi_bar", "sushi_go_party", "sushi_roll", "sushi_express", "sushi_boat", "liars_dice"]
GUESTS = ["Zoé", "Lin"]
LEFT = 900 if soaking() else 8
"""So many events are left to record when the phone is opened, or are recorded of a new match."""
TAKEN_BACK = 4
"""Which of them is taken back once, and entered again."""
PATIENCE = 240_000
HERE = "#rules-here[data-knows='{}'], #rules-here[data-state=missing]"
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
SAVED = re.compile("^(Saved|All saved)$")
"""The second where it was sent before the page was loaded again."""
HOLD_THE_JUDGE = "() => { Worker.prototype.postMessage = () => {}; }"
ASK = """async ([place, asked]) => {
  const worker = new Worker(place.worker, { type: "module" });
  let heard = null;
  worker.onmessage = ({ data }) => heard(data);
  const ask = (...call) => new Promise((resolve, reject) => {
    heard = ([, answer, error]) => (error ? reject(new Error(error)) : resolve(answer));
    worker.postMessage([0, ...call]);
  });
  const start = await ask("start", place);
  const answers = [];
  for (const call of asked) answers.push((await ask(...call)) ?? null);
  worker.terminate();
  return { start, answers };
}"""
KEPT = """async (patience) => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const until = performance.now() + patience;
  const database = await done(indexedDB.open("kaiten-rules"));
  const kept = () => done(database.transaction("compiled").objectStore("compiled").count());
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  while ((await kept()) < 3 && performance.now() < until) await pause();
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

Call = list[str]


def _calls(path: Path, language: str) -> Iterator[Call]:
    """Yield a stored match as a phone would be asked about it, with entries that do not fit."""
    data = json.loads(path.read_text(encoding="utf-8"))
    setup = msgspec.convert(data["setup"], Setup)
    events = [decode_payload(type_, schema, json.dumps(p)) for type_, schema, p in data["events"]]
    labels = [f"Seat {seat}" for seat in range(setup.seats)]
    told = Told(version=1, setup=setup, events=[], labels=labels, language=language)
    yield ["open", canonical_json(told)]
    rules = rules_for(setup)
    state: Any = rules.start(setup)
    for ply, event in enumerate(events):
        if ply % EVERY == 0:
            yield ["prompts"]
            yield ["draw", "[]", "/matches/here/record/"]
            for other in (events[ply - 1], events[(ply * 7 + 3) % len(events)]):
                if _refuses(rules, state, other):
                    yield ["enter", _fields(other)]
            yield ["enter", json.dumps([["type", event.type], ["fixed", '{"seat": 99}']])]
        yield ["enter", _fields(event)]
        rules.apply(state, event)
    yield ["standing"]


def _refuses(rules: Any, state: Any, event: Event) -> bool:
    try:
        rules.check(state, event)
    except RuleViolation:
        return True
    return False


def _fields(event: Event) -> str:
    return json.dumps([["event", event_value(event)]])


def _answers(calls: list[Call]) -> Iterator[str | None]:
    """Yield what the same code answers here."""
    table: Table | None = None
    for verb, *given in calls:
        if verb == "open":
            table = Table(*given)
            yield None
        elif verb == "draw":
            yield draw(known(table), *given)
        else:
            yield getattr(table, verb)(*given)


@pytest.fixture(scope="module")
def profile(driver: Driver, shared_server: SharedServer) -> Iterator["BrowserContext"]:
    """A phone that keeps what it compiled: one of these tests starts the rules for all of them."""
    with driver.at_work() as browser:
        context = browser.new_context(
            base_url=shared_server.url,
            viewport=PHONE,  # type: ignore[arg-type]
            has_touch=True,
            locale="en-GB",
            reduced_motion="reduce",
        )
    yield context
    with driver.at_work():
        context.close()


@pytest.fixture
def page(
    fresh_database: FreshDatabase, profile: "BrowserContext", browser_page: "Page"
) -> Iterator["Page"]:
    """A page of that phone, beside the ordinary one."""
    errors: list[str] = []
    page = profile.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    profile.set_offline(False)
    page.close()
    assert not errors, errors


def _sitting(page: "Page", url: str, game: str) -> Sitting:
    """Return a match that the phone may record."""
    club = make_club("Les Baguettes")
    names = ("Ana A", "Bo B", "Cy C")[: rules_of(game).seats.start]
    players = [make_player(club, name).id for name in names]
    let_in(page, url, make_member(club, "scorekeeper", username="anne"))
    return Sitting(game, seats=len(players), club_id=club.id, players=players)


def _ready(page: "Page", sitting: Sitting) -> "Locator":
    """Return where the page says that the rules are there, once they know the match."""
    here = page.locator(HERE.format(sitting.version))
    here.wait_for(state="attached", timeout=PATIENCE)
    assert here.get_attribute("data-state") == "ready", here.get_attribute("data-why")
    page.evaluate(KEPT, PATIENCE)
    return here


def test_stored_matches_are_judged_and_asked_for_as_here(
    page: "Page", live_server_url: str
) -> None:
    paths = sampled(STORED, 5)
    calls = [call for path in paths for call in _calls(path, "fr")]
    sitting = _sitting(page, live_server_url, "sushi_bar")
    page.goto(f"/matches/{sitting.id}/record/")
    here = _ready(page, sitting)
    found = page.evaluate(ASK, [here.evaluate("here => ({ ...here.dataset })"), calls])

    assert found["start"]["warm"], "what was compiled is not compiled again"

    expected = list(_answers(calls))
    for call, here_told, there_told in zip(calls, expected, found["answers"], strict=True):
        assert there_told == here_told, call
    told = [json.loads(answer) for answer in found["answers"] if answer]
    assert len({one["code"] for one in told if "code" in one}) > 3, "many are refused"
    for path, standing in zip(paths, [one for one in told if "over" in one], strict=True):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert standing["over"]
        assert msgspec.convert(standing["outcome"], Outcome) == msgspec.convert(
            data["outcome"], Outcome
        )
        if all(schema == newest for schema, newest in _schemas(data)):
            assert standing["hash"] == data["content_hash"]


def _schemas(data: dict[str, Any]) -> Iterator[tuple[int, int]]:
    for type_, schema, payload in data["events"]:
        yield schema, decode_payload(type_, schema, json.dumps(payload)).schema


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
    return next(event for event in events if _refuses(log.rules, state, event))


class Cut:
    """A phone without a network, at which somebody goes on recording."""

    def __init__(self, page: "Page", finger: Finger, waits: int = 0) -> None:
        self.page, self.finger, self.waits = page, finger, waits

    def lose_network(self, sitting: Sitting) -> None:
        _ready(self.page, sitting)
        self.page.context.set_offline(True)
        self.says("Offline")

    def says(self, words: "str | re.Pattern[str]") -> None:
        from playwright.sync_api import expect

        expect(self.page.locator("#connection")).to_have_text(words, timeout=30_000)

    def says_how_many(self) -> None:
        self.says(f"Offline, {self.waits} waiting" if self.waits else "Offline")

    def enter(self, event: Event) -> None:
        wanted = [event_value(event), [event.type, msgspec.to_builtins(event)]]
        self.page.wait_for_function(OFFERED, arg=wanted, timeout=PATIENCE)
        self.finger.enter(event)
        self.waits += 1
        self.says_how_many()

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


@pytest.mark.parametrize("game", sampled(GAMES, len(GAMES)))
def test_a_match_is_recorded_to_its_end_without_a_network(
    page: "Page", live_server_url: str, game: str
) -> None:
    sitting = _sitting(page, live_server_url, game)
    events = _planned(sitting)
    played = max(0, len(events) - LEFT)
    if played:
        sitting.play(*events[:played])
    cut = Cut(page, Scorekeeper(page, sitting))

    # While the rules are busy an entry is kept as ever: a page that is loaded again sends it.
    cut.lose_network(sitting)
    page.evaluate(HOLD_THE_JUDGE)
    cut.enter(events[played])
    cut.find_network()
    page.reload()
    cut.says(SAVED)
    assert sitting.log().events == events[: played + 1]

    cut.lose_network(sitting)
    for ply, event in enumerate(events[played + 1 :], played + 1):
        if ply == played + TAKEN_BACK:
            cut.enter(event)
            cut.take_back()
            cut.forge(_misfit(sitting, events, ply))
        cut.enter(event)
    page.get_by_text("By the rules the match is over").wait_for(timeout=30_000)
    cut.find_network()
    cut.says("Saved")
    page.locator(f"#recorder[data-version='{len(events) + 2}']").wait_for(state="attached")

    log = sitting.log()
    assert log.events == events
    assert log.status == "finished"
    assert log.content_hash == content_hash(log.setup, events)
    assert verify_stream(sitting.id).problem is None


def _begin(page: "Page", game: str) -> None:
    """Begin a match with somebody of the club and guests, on the page of a new match."""
    page.goto(f"/matches/new/?game={game}&mode=record")
    page.locator("#recording-here[data-state=ready]").wait_for(state="attached", timeout=PATIENCE)
    page.evaluate(KEPT, PATIENCE)
    page.get_by_role("button", name="Ana A").tap()
    for name in GUESTS[: rules_of(game).seats.start - 1]:
        page.get_by_label("Find somebody, or name a guest").fill(name)
        page.get_by_role("button", name=f"Add the guest {name}").tap()
    page.context.set_offline(True)
    page.get_by_role("button", name="Begin").tap()
    page.locator("#recorder > .recorder-entry[data-drawn-on]").wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("game", sampled([*GAMES[1:], GAMES[0]], len(GAMES)))
def test_a_match_is_begun_and_recorded_without_a_network(
    page: "Page", live_server_url: str, game: str
) -> None:
    club = make_club("Les Baguettes")
    known_player = make_player(club, "Ana A")
    let_in(page, live_server_url, make_member(club, "scorekeeper", username="anne"))
    _begin(page, game)
    begun = page.evaluate(BEGUN)
    setup = msgspec.json.decode(begun["told"], type=Told).setup
    rules = rules_for(setup)
    events = _played(rules, setup)[:LEFT]
    state = fold(rules, setup, events)
    over = not rules.needs(state)
    cut = Cut(page, Finger(page), waits=1)
    for event in events[:TAKEN_BACK]:
        cut.enter(event)
    cut.take_back()
    _load_again(page)
    cut.says_how_many()
    for event in events[TAKEN_BACK - 1 :]:
        cut.enter(event)
    if over:
        page.get_by_text("By the rules the match is over").wait_for(timeout=30_000)
        _require_shown(page, rules.outcome(state), ["Ana A.", *GUESTS])
    page.context.set_offline(False)
    page.locator(f"#recorder[data-version='{len(events) + 1 + over}']").wait_for(
        state="attached", timeout=PATIENCE
    )
    page.wait_for_url(f"**/matches/{begun['match']}/record/")

    match = Match.objects.get()
    assert str(match.pk) == begun["match"]
    log = load_log(match.pk)
    assert log.setup == setup
    assert log.events == events
    assert log.status == ("finished" if over else "open")
    assert log.content_hash == content_hash(setup, events)
    assert log.players[0] == known_player.id
    assert seat_labels(log.players, "en") == ["Ana A.", *GUESTS[: setup.seats - 1]]
    assert Player.objects.count() == setup.seats
    assert verify_stream(match.pk).problem is None


def _require_shown(page: "Page", outcome: Outcome, names: list[str]) -> None:
    shown = page.locator("#recorder .list-plain li").all_inner_texts()
    lines = sorted(zip(outcome.places, names, outcome.scores, strict=False))
    assert shown == [f"{place}. {label}: {score}" for place, label, score in lines]


def _load_again(page: "Page") -> None:
    """Load the page anew while the server takes nothing."""
    page.route("**/matches/new/", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    page.locator("#recording-here:not([hidden])").wait_for()
    page.context.set_offline(True)
    page.unroute("**/matches/new/")


def _played(rules: Any, setup: Setup) -> list[Event]:
    """Return a whole match that could be played at a table."""
    state, events, luck = rules.start(setup), [], SeededRng("begun")
    while (event := next_event(state, rules, luck)) is not None:
        rules.apply(state, event)
        events.append(event)
    return events
