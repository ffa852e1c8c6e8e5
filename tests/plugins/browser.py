"""A real Chromium, driven by Playwright."""

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.plugins.services import session_folder
from tests.services import processes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = "KAITEN_CHROMIUM"
SHELL = "/usr/lib/chromium/chromium-headless-shell"
"""The same engine without the windows around it, which is half the work: Debian's own, not the
script that starts it, which would leave it behind."""
CLUB_HOST = "club.test"
"""A name for the live server by which a browser takes it for a plain address of a network, not for
the machine it runs on: what only a secure page has is missing there."""


def _chromium() -> str:
    named = os.environ.get(CHROMIUM)
    usual = (SHELL, "chromium", "chromium-browser", "google-chrome")
    for candidate in (named,) if named else usual:
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
                f"--host-resolver-rules=MAP {CLUB_HOST} 127.0.0.1",
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


class Driver:
    """Playwright, started once: a Node of its own for every test would take a second of each.

    It keeps an event loop in this thread. Only tests with a browser may notice: everybody else
    would be taken for async code.
    """

    def __init__(self, chromium: Chromium) -> None:
        from playwright.sync_api import sync_playwright

        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.connect_over_cdp(chromium.url)
        self._loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    @contextmanager
    def at_work(self) -> Iterator["Browser"]:
        """Lend the browser to somebody who drives it in this thread."""
        asyncio._set_running_loop(self._loop)
        try:
            yield self._browser
        finally:
            asyncio._set_running_loop(None)

    def stop(self) -> None:
        """Let go of the browser, and end Playwright."""
        with self.at_work():
            self._browser.close()
            self._playwright.stop()


@pytest.fixture(scope="session")
def driver(chromium: Chromium) -> Iterator[Driver]:
    """One Playwright for all the tests of this process."""
    driver = Driver(chromium)
    yield driver
    driver.stop()


@pytest.fixture
def browser_page(
    driver: Driver, live_server_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator["Page"]:
    """A page whose relative addresses lead to the live server; script errors fail the test."""
    from django.db import connections

    # Django would mistake the test for async code.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    errors: list[str] = []
    with driver.at_work() as browser:
        context = browser.new_context(
            base_url=live_server_url,
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
        page.on(
            "console",
            lambda message: (
                errors.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        yield page
        context.close()
        # While that loop runs Django keeps connections of its own, which nobody else would close:
        # the next test would go on writing to this test's database.
        connections.close_all()
    assert not errors, f"the page reported errors: {errors}"
