"""The clients that docs/api.md shows do follow a match."""

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.services.processes import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.services]

GUIDE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def client(language: str) -> str:
    chapter = GUIDE.partition("## Following live\n")[2].partition("\n## ")[0]
    [code] = re.findall(rf"^```{language}\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL)
    assert isinstance(code, str)
    return code


def lines_of(sitting: Sitting) -> list[str]:
    entries = sitting.log().entries
    return [f"{entry.version} {entry.event.type}" for entry in entries]


def test_ten_lines_of_python_follow_a_match(
    fresh_database: FreshDatabase, live_server_url: str, tmp_path: Path
) -> None:
    sitting, log = Sitting(), tmp_path / "heard.txt"
    assert len(client("python").strip().splitlines()) <= 14
    address = f"{live_server_url}/api/v1/matches/{sitting.id}/stream"
    with log.open("wb") as out:
        process = subprocess.Popen([sys.executable, "-c", client("python"), address], stdout=out)
    try:
        for _ in range(3):
            sitting.play()
        wait_until(
            lambda: log.read_text().splitlines() == lines_of(sitting),
            process=process,
            log=log,
            what="four lines",
        )
    finally:
        process.kill()
        process.wait()


@pytest.mark.browser
def test_a_script_of_a_page_follows_a_match(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    sitting, heard = Sitting(), list[str]()
    page: Any = browser_page
    page.goto("/games/")
    page.on("console", lambda told: heard.append(told.text))
    with page.expect_console_message(lambda told: told.text == lines_of(sitting)[-1]):
        page.evaluate(f"match => {{ {client('javascript')} }}", str(sitting.id))
    for _ in range(3):
        sitting.play_on(1)
        expected = lines_of(sitting)[-1]
        if expected not in heard:
            page.wait_for_event("console", lambda told, line=expected: told.text == line)
    assert heard == lines_of(sitting)
