"""The rules beside a page judge and draw as the server does: states, prompts, refusals, hashes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload
from games.core.outcome import Outcome
from games.core.setup import Setup
from games.registry import rules_for
from games.testing.scale import sampled, soaking
from replays.offline.drawing import draw
from replays.offline.phone import Table, Told
from replays.web.buttons import event_value
from tests.e2e.pages import let_in
from tests.factories import make_club, make_member, make_player
from tests.games.playthroughs.record import FOLDER
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services, pytest.mark.usefixtures("offline_rules")]

STORED = sorted(FOLDER.glob("*/*.json"))
EVERY = 1 if soaking() else 5
"""Of so many plies one is asked for its prompts."""
PATIENCE = 240_000
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


def test_stored_matches_are_judged_and_asked_for_as_here(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    paths = sampled(STORED, 4)
    calls = [call for path in paths for call in _calls(path, "fr")]
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Ana A", "Bo B")]
    sitting = Sitting("sushi_bar", seats=2, club_id=club.id, players=players)
    let_in(browser_page, live_server_url, make_member(club, "scorekeeper", username="anne"))
    page = browser_page
    page.goto(f"/matches/{sitting.id}/record/")
    here = page.locator("#rules-here[data-state]")
    here.wait_for(state="attached", timeout=PATIENCE)
    assert here.get_attribute("data-state") == "ready", here.get_attribute("data-why")

    assert here.get_attribute("data-warm") == "false"
    page.evaluate(KEPT, PATIENCE)
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
