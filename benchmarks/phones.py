"""The rules on a phone: what it loads, how long they take to start there, and what a tap takes."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.stage import SHELL, THROTTLE
from benchmarks.timing import Row
from games.core.canonical import canonical_json
from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.registry import rules_of
from replays.offline.fetching import FILES, runtime_digest
from replays.offline.offers import ARCHIVES
from replays.offline.phone import Told
from replays.web.buttons import event_value
from tests.replays.tables import next_event
from tests.services.processes import served

SEATS = 4
COLD, WARM, TAP = 12.0, 4.0, 0.05
"""Seconds: the goals of the two starts at a quarter of the speed, and of a tap."""
WHOLE, NEW_RULES = 5e6, 2e5
"""Bytes at most."""
START = """async (place) => {
  const worker = new Worker(place.worker, { type: "module" });
  let heard = null;
  worker.onmessage = ({ data }) => heard(data);
  window.ask = (...call) => new Promise((resolve, reject) => {
    heard = ([, answer, error]) => (error ? reject(new Error(error)) : resolve(answer));
    worker.postMessage([0, ...call]);
  });
  return ask("start", place);
}"""
KEPT = """async () => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const database = await done(indexedDB.open("kaiten-rules"));
  const kept = () => done(database.transaction("compiled").objectStore("compiled").count());
  while ((await kept()) < 4) await new Promise((resolve) => setTimeout(resolve, 100));
  database.close();
}"""
TAPS = """async ([told, entries, drawers]) => {
  await ask("open", told);
  const [address, spent] = ["/matches/here/record/", []];
  for (const [place, entry] of entries.entries()) {
    const begun = performance.now();
    const next = JSON.parse(await ask("draw", JSON.stringify([entry]), address, drawers));
    spent.push(performance.now() - begun);
    if (next.code) throw new Error(next.code);
    const over = Number(place === entries.length - 1);
    await ask("saved", JSON.stringify(entry), place + 2 + over);
  }
  return spent;
}"""


def phone_rows(folder: Path) -> list[Row]:
    """Measure the rules on a phone; nothing where they are not fetched (`make offline`)."""
    runtime = folder / runtime_digest()
    if not runtime.is_dir():
        return []
    return [*_size_rows(runtime), *_browser_rows()]


def _size_rows(runtime: Path) -> Iterator[Row]:
    sizes = {name: len(make().content) for name, make in ARCHIVES.items()}
    whole = sum((runtime / f"{name}.gz").stat().st_size for name in FILES) + sum(sizes.values())
    rules = sizes["rules.zip"]
    yield Row("rules on a phone, all of it", "bytes", whole, "", None, "5 MB", whole <= WHOLE)
    yield Row("new rules alone", "bytes", rules, "", None, "200 kB", rules <= NEW_RULES)


def _browser_rows() -> Iterator[Row]:
    if shutil.which(SHELL) is None:
        return
    from playwright.sync_api import sync_playwright

    place = {
        "worker": "/static/replays/js/rules.worker.js",
        "runtime": f"/offline/{runtime_digest()}/",
    }
    for name, make in ARCHIVES.items():
        place[name.removesuffix(".zip")] = f"/offline/{make().digest}/{name}"
    told, entries = _evening()
    with (
        tempfile.TemporaryDirectory() as folder,
        served([sys.executable, "manage.py", "serve"], log=Path(folder) / "log") as url,
        sync_playwright() as playwright,
    ):
        for name in ARCHIVES:  # made when first asked for, which is not the phone's time
            playwright.request.new_context().get(f"{url}{place[name.removesuffix('.zip')]}")
        # With a profile on the disk, as a phone has: what V8 compiled is kept there too.
        context = playwright.chromium.launch_persistent_context(
            Path(folder) / "profile", executable_path=SHELL, args=["--no-sandbox"]
        )
        browser = context.browser
        for name, goal in (("first", COLD), ("second", WARM)):
            page = context.new_page()
            page.goto(f"{url}/about/")
            before = _cpu(browser)
            started = page.evaluate(START, place)
            slow = (_cpu(browser) - before) * THROTTLE
            what = f"{name} start of the rules on a phone, CPU time x {THROTTLE}"
            yield Row(what, "start", slow, "", None, f"< {goal:.0f} s", slow < goal)
            page.evaluate(KEPT)
            if started["warm"]:
                heap = started["heap"]
                yield Row("memory of the rules", "bytes", heap, "", None, "", None)
                for shown, drawers in (("drawn", ""), ("drawn with its board", "board-drawer")):
                    taps = sorted(page.evaluate(TAPS, [told, entries, drawers]))
                    tap = taps[len(taps) * 95 // 100] / 1000
                    what = f"tap judged and {shown}, {SEATS} seats, p95 of {len(taps)}"
                    yield Row(what, "tap", tap, "", None, "< 50 ms", tap < TAP)
            page.close()
        context.close()


def _cpu(browser: Any) -> float:
    """Return the seconds of CPU that the whole browser has taken.

    Chromium slows down the thread of a page on request, not its workers nor what compiles
    WebAssembly: four times these seconds is what a slow phone with one core would need at most.
    """
    session = browser.new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(one["cpuTime"] for one in told))


def _evening() -> tuple[str, list[Any]]:
    """Return a match as a phone is told it, and whatever is entered there to its end."""
    rules = rules_of("sushi_go_party")
    setup = make_setup(rules, seats=SEATS, options={})
    labels = [f"Seat {seat + 1}" for seat in range(SEATS)]
    state, luck, entries = rules.start(setup), SeededRng("7"), []
    while (event := next_event(state, rules, luck)) is not None:
        rules.apply(state, event)
        fields = [["event", event_value(event)]]
        entries.append({"action": "record", "fields": fields})
    return canonical_json(Told.begun(setup, labels, "en")), entries
