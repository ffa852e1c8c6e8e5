"""What a step of a replay costs: rendered by the server in a bundle, and shown by a browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.test import Client

from benchmarks.store import CLUB, NAMESPACE, NOW
from benchmarks.timing import Batch, Row, best_of
from games.bots.random_bot import RandomBot
from games.core.matches import make_setup, play_match
from games.core.viewer import ARBITER
from games.registry import games, rules_of
from replays.envelope import Envelope
from replays.selectors.logs import load_log
from replays.services.append import append_events, new_event
from replays.services.matches import NewMatch, create_match
from replays.web.bundles import Screening

SEATS = 4
FRAME = {"HX-Request": "true", "HX-Target": "frame"}
SHELL = "/usr/lib/chromium/chromium-headless-shell"
THROTTLE = 4
STEPS = 60

STEP_BY_STEP = """async ({ steps, swap }) => {
  const picture = () => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 150));
  for (let step = 0; step < steps; step += 1) {
    if (swap) document.getElementById("frame").outerHTML = swap[step];
    else {
      const pressed = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
      document.body.dispatchEvent(pressed);
    }
    await picture();
  }
}"""


def stage_rows(*, rounds: int) -> list[Row]:
    """Measure the bundles of a whole match beside single steps, and steps in a browser."""
    matches = {rules.slug: _match(rules.slug) for rules in games() if not rules.reported_only}
    rows = [_bundle_row(slug, match_id, rounds) for slug, match_id in matches.items()]
    return [*rows, *_browser_rows(matches)]


def _match(slug: str) -> UUID:
    """Return a match that random bots played to its end."""
    rules = rules_of(slug)
    setup = make_setup(rules, seats=SEATS, options={})
    events = play_match(rules, setup, [RandomBot()] * SEATS, 7)
    match_id = uuid5(NAMESPACE, f"stage {slug}")
    new = NewMatch(club_id=CLUB, game=slug, players=[None] * SEATS, options={}, source="table")
    create_match(match=new, envelope=Envelope("system", NOW), match_id=match_id)
    append_events(
        stream_id=match_id,
        kind="match",
        expected_version=1,
        events=[new_event(event) for event in events],
        envelope=Envelope("system", NOW),
    )
    return match_id


def _bundle_row(slug: str, match_id: UUID, rounds: int) -> Row:
    ours, single = best_of(
        [partial(_bundles, match_id), partial(_steps, match_id)],
        rounds=rounds,
        clock=time.process_time,
    )
    name = f"step in a bundle, {slug}"
    return Row(name, "step", ours, "asked for alone", single, "a third", ours <= single / 3)


def _bundles(match_id: UUID) -> Batch:
    def run() -> int:
        log = load_log(match_id)
        labels = [f"Seat {seat + 1}" for seat in range(SEATS)]
        screening = Screening(log, ARBITER, labels, "en")
        for part in range(len(screening.outline.parts)):
            screening.pack(part)
        return len(log.plies) + 1

    return run


def _steps(match_id: UUID) -> Batch:
    last, client = len(load_log(match_id).plies), Client()

    def run() -> int:
        asked = range(0, last, 15)
        for ply in asked:
            client.get(f"/matches/{match_id}/", {"ply": str(ply)}, headers=FRAME)
        return len(asked)

    return run


def _browser_rows(matches: dict[str, UUID]) -> Iterator[Row]:
    """Yield the time of scripts, styles and layout for a step, at a quarter of the speed."""
    if shutil.which(SHELL) is None:
        return
    from playwright.sync_api import sync_playwright

    with _serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        for slug, match_id in matches.items():
            page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            page.goto(f"{url}/matches/{match_id}/?ply=0", wait_until="networkidle")
            steps = min(STEPS, len(load_log(match_id).plies))
            ours = _shown(page, steps, None)
            pages = [
                page.request.get(f"{url}/matches/{match_id}/?ply={ply}", headers=FRAME).text()
                for ply in range(1, steps + 1)
            ]
            whole = _shown(page, steps, pages)
            name = f"step in a browser at 1/{THROTTLE} speed, {slug}"
            yield Row(name, "step", ours, "whole frame", whole, "< 50 ms", ours < 0.05)
            page.context.close()
        browser.close()


def _shown(page: Any, steps: int, swap: list[str] | None) -> float:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    before = _spent(session)
    page.evaluate(STEP_BY_STEP, {"steps": steps, "swap": swap})
    after = _spent(session)
    session.detach()
    return (after - before) / steps


def _spent(session: Any) -> float:
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(sum(told[f"{part}Duration"] for part in ("Script", "RecalcStyle", "Layout")))


@contextmanager
def _serving() -> Iterator[str]:
    """Serve the database of this run from a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1"]
    server = subprocess.Popen(
        command, env=os.environ | {"PORT": str(port)}, stdout=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()
