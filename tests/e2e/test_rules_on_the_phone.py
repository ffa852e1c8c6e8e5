"""The rules beside a page judge and draw as the server does, and record on without a network."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
import pytest

from games.core.canonical import canonical_json
from games.core.events import Event, decode_payload
from games.core.matches import content_hash
from games.core.outcome import Outcome
from games.core.replay import fold
from games.core.setup import Setup
from games.registry import rules_for
from games.testing.scale import sampled, soaking
from replays.models import Match
from replays.offline.drawing import draw
from replays.offline.phone import Table, Told
from replays.selectors.logs import load_log
from replays.services.verify import verify_stream
from replays.web.buttons import event_value
from replays.web.seats import seat_labels
from tests.e2e.pages import let_in
from tests.e2e.phones import (
    BEGUN,
    GUESTS,
    HOLD_THE_JUDGE,
    PATIENCE,
    SAVED,
    Cut,
    begin,
    load_again,
    misfit,
    new_sitting,
    planned,
    played,
    ready,
    refuses,
)
from tests.e2e.taps import Finger, Scorekeeper
from tests.factories import make_club, make_member, make_player
from tests.games.playthroughs.record import FOLDER
from tests.known import known
from tournaments.people.models import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("example_game", "offline_rules"),
]

STORED = sorted(FOLDER.glob("*/*.json"))
DRAWERS = "board-drawer log-drawer more-drawer"
EVERY = 1 if soaking() else 20
"""Of so many plies one is asked for its prompts."""
GAMES = ["sushi_bar", "sushi_go_party", "sushi_roll", "sushi_express", "sushi_boat", "liars_dice"]
LEFT = 900 if soaking() else 8
"""So many events are left to record when the phone is opened, or are recorded of a new match."""
TAKEN_BACK = 4
"""Which of them is taken back once, and entered again."""
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
Call = list[str]


def _calls(path: Path, language: str) -> Iterator[Call]:
    """Yield a stored match as a phone would be asked about it, with entries that do not fit."""
    data = json.loads(path.read_text(encoding="utf-8"))
    setup = msgspec.convert(data["setup"], Setup)
    events = [decode_payload(type_, schema, json.dumps(p)) for type_, schema, p in data["events"]]
    labels = [f"Seat {seat}" for seat in range(setup.seats)]
    yield ["open", canonical_json(Told.begun(setup, labels, language))]
    rules = rules_for(setup)
    state: Any = rules.start(setup)
    for ply, event in enumerate(events):
        if ply % EVERY == 0:
            yield ["prompts"]
            yield ["draw", "[]", f"/matches/{UUID(int=0)}/record/", DRAWERS]
            for other in (events[ply - 1], events[(ply * 7 + 3) % len(events)]):
                if refuses(rules, state, other):
                    yield ["enter", _fields(other)]
            yield ["enter", _act([["type", event.type], ["fixed", '{"seat": 99}']])]
        yield ["enter", _fields(event)]
        rules.apply(state, event)
    yield ["standing"]


def _fields(event: Event) -> str:
    return _act([["event", event_value(event)]])


def _act(fields: list[list[str]], action: str = "record") -> str:
    return json.dumps({"action": action, "fields": fields})


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


def test_stored_matches_are_judged_and_asked_for_as_here(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    paths = sampled(STORED, 5)
    calls = [call for path in paths for call in _calls(path, "fr")]
    sitting = new_sitting(page, live_server_url, "sushi_bar")
    page.goto(f"/matches/{sitting.id}/record/")
    here = ready(page, sitting)
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


@pytest.mark.parametrize("game", sampled(GAMES, len(GAMES)))
def test_a_match_is_recorded_to_its_end_without_a_network(
    phone_page: "Page", live_server_url: str, game: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, game)
    events = planned(sitting)
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
            cut.forge(misfit(sitting, events, ply))
        cut.enter(event)
    page.get_by_text("The match is over:").wait_for(timeout=30_000)
    cut.find_network()
    cut.says("Saved")
    page.locator(f"#recorder[data-version='{len(events) + 2}']").wait_for(state="attached")

    log = sitting.log()
    assert log.events == events
    assert log.status == "finished"
    assert log.content_hash == content_hash(log.setup, events)
    assert verify_stream(sitting.id).problem is None


@pytest.mark.parametrize("game", sampled([*GAMES[1:], GAMES[0]], len(GAMES)))
def test_a_match_is_begun_and_recorded_without_a_network(
    phone_page: "Page", live_server_url: str, game: str
) -> None:
    page = phone_page
    club = make_club("Les Baguettes")
    known_player = make_player(club, "Ana A")
    let_in(page, live_server_url, make_member(club, "scorekeeper", username="anne"))
    begin(page, game)
    begun = page.evaluate(BEGUN)
    setup = msgspec.json.decode(begun["told"], type=Told).setup
    rules = rules_for(setup)
    events = played(rules, setup)[:LEFT]
    state = fold(rules, setup, events)
    over = not rules.needs(state)
    cut = Cut(page, Finger(page), waits=1)
    for event in events[:TAKEN_BACK]:
        cut.enter(event)
    cut.take_back()
    load_again(page)
    cut.says_how_many()
    for event in events[TAKEN_BACK - 1 :]:
        cut.enter(event)
    if over:
        page.get_by_text("The match is over:").wait_for(timeout=30_000)
        _require_shown(page, rules.outcome(state), ["Ana A.", *GUESTS])
        cut.agree(setup.seats)
    page.context.set_offline(False)
    version = len(events) + 1 + over * (1 + setup.seats)
    page.locator(f"#recorder[data-version='{version}']").wait_for(
        state="attached", timeout=PATIENCE
    )
    page.wait_for_url(f"**/matches/{begun['match']}/record/")

    match = Match.objects.get()
    assert str(match.pk) == begun["match"]
    log = load_log(match.pk)
    assert log.setup == setup
    assert log.events == events
    assert log.status == ("finished" if over else "open")
    assert log.life.locked == over
    assert log.content_hash == content_hash(setup, events)
    assert log.players[0] == known_player.id
    assert seat_labels(log.players, "en") == ["Ana A.", *GUESTS[: setup.seats - 1]]
    assert Player.objects.count() == setup.seats
    assert verify_stream(match.pk).problem is None


def _require_shown(page: "Page", outcome: Outcome, names: list[str]) -> None:
    rows = page.locator("#recorder .recorder-entry tr:has(> th .plate)")
    shown = {
        row.locator("th").inner_text().split("\n")[-1].strip(): [
            row.locator("td").first.inner_text(),
            row.locator("td strong").inner_text(),
        ]
        for row in rows.all()
    }
    for place, label, score in zip(outcome.places, names, outcome.scores, strict=False):
        assert shown[label] == [str(place), str(score).replace("-", "−")]
