"""What the browser tests share."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.taps import PHONE
from tests.example_game import example_installed
from tests.plugins.browser import Driver
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import SharedServer

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


@pytest.fixture(scope="module")
def example_game() -> Iterator[None]:
    """The game of the tutorial is there too, as if its package were installed."""
    with example_installed():
        yield


@pytest.fixture(scope="session")
def phone_profile(driver: Driver, shared_server: SharedServer) -> Iterator["BrowserContext"]:
    """A phone that keeps what it compiled: one test starts the rules for all of them."""
    with driver.at_work() as browser:
        context = browser.new_context(
            base_url=shared_server.url,
            viewport=PHONE,  # type: ignore[arg-type]
            has_touch=True,
            locale="en-GB",
            reduced_motion="reduce",
        )
    yield context
    with driver.at_work():
        context.close()


@pytest.fixture
def phone_page(
    fresh_database: FreshDatabase, phone_profile: "BrowserContext", browser_page: "Page"
) -> Iterator["Page"]:
    """A page of that phone, beside the ordinary one."""
    errors: list[str] = []
    page = phone_profile.new_page()
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield page
    phone_profile.set_offline(False)
    page.close()
    assert not errors, errors
