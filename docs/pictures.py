"""Take the pictures of the README and of the guides again, from the demo club: `make pictures`."""

import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from playwright.sync_api import expect, sync_playwright

from docs.guide_pictures import take_guide_pictures
from tests.services.processes import served

FOLDER = Path(__file__).parent / "images"
CHROMIUM = os.environ.get("KAITEN_CHROMIUM", "/usr/lib/chromium/chromium-headless-shell")
PATIENCE = 300.0
DESK, PHONE = (1280, 800), (390, 844)


class Picture(NamedTuple):
    """One picture of the README: a demo match at a step, on a screen."""

    name: str
    game: str
    ply: int
    screen: tuple[int, int]
    scheme: Any


PICTURES = (
    Picture("party.png", "sushi_go_party", 41, DESK, "light"),
    Picture("express.png", "sushi_express", 90, DESK, "dark"),
    Picture("boat.png", "sushi_boat", 60, PHONE, "light"),
    Picture("bar.png", "sushi_bar", 40, PHONE, "dark"),
)


def main() -> None:
    """Serve a new demo club, look at it, and write the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "demo.sqlite3"
        with served(
            [sys.executable, "manage.py", "serve", "--prepare"],
            log=Path(folder) / "log",
            env=os.environ | {"DATABASE_URL": f"sqlite:///{database}", "KAITEN_OFFLINE": "0"},
            patience=PATIENCE,
        ) as url:
            _take(url, database, Path(folder) / "log")


def _take(url: str, database: Path, log: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for picture in PICTURES:
            width, height = picture.screen
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=picture.scheme,
                reduced_motion="reduce",
                locale="en-GB",
            )
            page = context.new_page()
            address = f"{url}/matches/{_match(database, picture.game)}/"
            page.goto(f"{address}?ply={picture.ply - 1}", wait_until="networkidle")
            # The lines of the scores are whole once every part of the log is here.
            missing = page.locator(".story-part:not(:has(.story-line))")
            expect(missing).to_have_count(0, timeout=PATIENCE * 1000)
            page.keyboard.press("ArrowRight")
            page.locator(f'#frame[data-ply="{picture.ply}"]').wait_for()
            page.screenshot(path=FOLDER / picture.name)
            context.close()
        take_guide_pictures(browser, url, log, lambda query: _id(database, query))
        browser.close()


def _match(database: Path, game: str) -> UUID:
    """Return the finished match of a game in the demo club that has most seats, up to four."""
    wanted = (
        "SELECT id FROM replays_match WHERE game = ? AND status = 'finished' AND seats <= 4 "
        "ORDER BY seats DESC, created_at LIMIT 1"
    )
    return _id(database, wanted, game)


def _id(database: Path, query: str, *values: str) -> UUID:
    with sqlite3.connect(database) as tables:
        return UUID(tables.execute(query, values).fetchone()[0])


if __name__ == "__main__":
    main()
