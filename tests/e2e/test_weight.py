"""What the first look at a match costs: requests, and bytes as they came through the line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.registry import games
from tests.factories import make_club, make_player
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

REQUESTS, BYTES = 8, 60_000
LATER = re.compile(r"/frames/[1-9]")
"""Frames of later rounds, which come while nobody waits for them."""
SEATS = ("Chloé Martin", "Bastien Lefèvre", "Zoé Petit", "Noé Roux")


class Line:
    """What a page asked for since it was last looked at, each with the bytes that came."""

    def __init__(self, page: "Page") -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.on("Network.responseReceived", self._answered)
        self._session.on("Network.requestServedFromCache", self._was_kept)
        self._session.on("Network.loadingFinished", self._finished)
        self._session.send("Network.enable")
        self._paths: dict[str, str] = {}
        self._kept: set[str] = set()
        self.came: dict[str, int] = {}

    def _answered(self, told: dict[str, Any]) -> None:
        if not told["response"].get("fromDiskCache"):
            self._paths[told["requestId"]] = told["response"]["url"]

    def _was_kept(self, told: dict[str, Any]) -> None:
        self._kept.add(told["requestId"])

    def _finished(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self._paths.keys() - self._kept:
            self.came[self._paths[told["requestId"]]] = int(told["encodedDataLength"])

    @contextmanager
    def first_look(self) -> Iterator[None]:
        """Forget what came before, and what the browser has kept."""
        self._session.send("Network.clearBrowserCache")
        self.came.clear()
        yield


def test_the_first_look_at_a_match_is_light(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in SEATS]
    page = browser_page
    page.context.add_cookies(  # the longer words
        [{"name": "django_language", "value": "fr", "url": live_server_url}]
    )
    line = Line(page)
    for rules in games():
        if rules.reported_only:
            continue
        seats = min(rules.seats[-1], len(players))
        sitting = Sitting(rules.slug, seats=seats, club_id=club.id, players=players[:seats])
        sitting.play_on(1000)
        with line.first_look():
            page.goto(f"/matches/{sitting.id}/", wait_until="networkidle")
            expect(page.locator("html.scripted[lang=fr] #frame")).to_be_visible()
        first = {path: came for path, came in line.came.items() if not LATER.search(path)}
        assert not [path for path in first if "htmx" in path]
        assert len(first) <= REQUESTS, first
        assert sum(first.values()) <= BYTES, first
        # The next look takes nothing but the page.
        line.came.clear()
        page.goto(f"/matches/{sitting.id}/", wait_until="networkidle")
        assert [path for path in line.came if "/static/" in path] == []
    # What is needed seldom comes when it is asked for.
    check = page.locator(".verify .btn")
    check.click()
    expect(page.locator("#verified .notice-good")).to_be_visible()
    assert page.url.endswith(f"/matches/{sitting.id}/")
    assert [path for path in line.came if "htmx" in path]
