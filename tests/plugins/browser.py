"""A real Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

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


@pytest.fixture
def browser_page(live_server_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator["Page"]:
    """A page whose relative addresses lead to the live server; script errors fail the test."""
    from django.db import connections
    from playwright.sync_api import sync_playwright

    chromium = _chromium()
    # Playwright keeps an event loop in this thread, which Django would mistake for async code.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
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
