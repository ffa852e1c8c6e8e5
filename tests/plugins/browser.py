"""A real Chromium, driven by Playwright."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.plugins.services import session_folder
from tests.services import processes

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = "KAITEN_CHROMIUM"


def _chromium() -> str:
    named = os.environ.get(CHROMIUM)
    for candidate in (named,) if named else ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(candidate)
        if found:
            return found
    pytest.skip("no Chromium on this machine (install Debian's `chromium`, or set KAITEN_CHROMIUM)")


class Chromium:
    """One running browser that waits for somebody to drive it."""

    _LISTENS = re.compile(r"DevTools listening on ws://127\.0\.0\.1:(\d+)/")

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(
            prefix="chromium-", dir=session_folder(), ignore_cleanup_errors=True
        )
        self._log = session_folder() / f"{self._profile.name}.log"
        self._process = processes.start(
            [
                _chromium(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                f"--user-data-dir={self._profile.name}",
            ],
            log=self._log,
        )
        processes.wait_until(
            lambda: self._port() is not None, process=self._process, log=self._log, what="Chromium"
        )
        self.url = f"http://127.0.0.1:{self._port()}"

    def _port(self) -> str | None:
        told = self._LISTENS.search(self._log.read_text(errors="replace"))
        return told and told[1]

    def stop(self) -> None:
        """End the browser and forget its profile."""
        self._process.kill()
        self._process.wait()
        self._profile.cleanup()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """One browser for all the tests of this process."""
    browser = Chromium()
    yield browser
    browser.stop()


@pytest.fixture
def browser_page(
    chromium: Chromium, live_server_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator["Page"]:
    """A page whose relative addresses lead to the live server; script errors fail the test."""
    from django.db import connections
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which Django would mistake for async code.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(chromium.url)
        context = browser.new_context(
            base_url=live_server_url,
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: (
                errors.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        yield page
        context.close()
        browser.close()
        # While that loop runs Django keeps connections of its own, which nobody else would close:
        # the next test would go on writing to this test's database.
        connections.close_all()
    assert not errors, f"the page reported errors: {errors}"
