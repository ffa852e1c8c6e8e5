"""What a step of a replay costs: rendered by the server in a bundle, and shown by a browser."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any
from uuid import UUID

from benchmarks.earlier import earlier_figures_of, figures_of
from benchmarks.match_cost import FRAME, played
from benchmarks.pages import BEFORE
from benchmarks.timing import Row
from games.registry import games
from replays.selectors.logs import load_log
from tests.services.processes import served

SHELL = "/usr/lib/chromium/chromium-headless-shell"
THROTTLE = 4
STEPS = 40
WORK = {
    "EvaluateScript",
    "EventDispatch",
    "FireAnimationFrame",
    "FunctionCall",
    "Layout",
    "RunMicrotasks",
    "TimerFire",
    "UpdateLayoutTree",
}
"""What a trace calls scripts, styles and layout."""

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


def stage_rows() -> list[Row]:
    """Measure bundles of whole matches beside single steps of before, and steps in a browser."""
    slugs = [rules.slug for rules in games() if not rules.reported_only]
    return [*_bundle_rows(slugs), *_browser_rows({slug: played(slug) for slug in slugs})]


def _bundle_rows(slugs: list[str]) -> Iterator[Row]:
    bundles = figures_of("match_cost.py", *(f"bundle:{slug}" for slug in slugs))
    steps = earlier_figures_of("match_cost.py", BEFORE, *(f"step:{slug}" for slug in slugs))
    for slug, ours, step in zip_longest(slugs, bundles, steps or ()):
        name = f"step in a bundle, CPU time, {slug}"
        reached = None if step is None else ours <= step / 3
        yield Row(name, "step", ours, f"step of {BEFORE}", step, "a third", reached)


def _browser_rows(matches: dict[str, UUID]) -> Iterator[Row]:
    """Yield the time of scripts, styles and layout for a step, at a quarter of the speed."""
    if shutil.which(SHELL) is None:
        return
    from playwright.sync_api import sync_playwright

    # Before Playwright's loop runs, in which Django refuses to read.
    lengths = {slug: len(load_log(match_id).plies) for slug, match_id in matches.items()}
    serve = [sys.executable, "manage.py", "serve"]
    with (
        tempfile.TemporaryDirectory() as folder,
        served(serve, log=Path(folder) / "log") as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        for slug, match_id in matches.items():
            page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            page.goto(f"{url}/matches/{match_id}/?ply=0", wait_until="networkidle")
            steps = min(STEPS, lengths[slug])
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
    """Return the seconds of CPU per step that scripts, styles and layout take."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    tracer, seen, ended = page.context.browser.new_browser_cdp_session(), [], []
    tracer.on("Tracing.dataCollected", lambda told: seen.extend(told["value"]))
    tracer.on("Tracing.tracingComplete", lambda told: ended.append(told))
    tracer.send("Tracing.start", {"categories": "devtools.timeline"})
    page.evaluate(STEP_BY_STEP, {"steps": steps, "swap": swap})
    tracer.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    tracer.detach()
    session.detach()
    return _spent(seen) / steps


def _spent(seen: list[dict[str, Any]]) -> float:
    """Add up the work of every thread; layout that a script waits for is part of the script."""
    spent: float = 0
    ends: dict[tuple[int, int], float] = {}
    work = [told for told in seen if told.get("ph") == "X" and told["name"] in WORK]
    for told in sorted(work, key=lambda told: (told["ts"], -told["dur"])):
        thread = told["pid"], told["tid"]
        if told["ts"] >= ends.get(thread, 0):
            spent += told.get("tdur", 0)
            ends[thread] = told["ts"] + told["dur"]
    return spent / 1e6
