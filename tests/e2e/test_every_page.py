"""Every page, as a visitor and as an organiser find it: accessible, by keyboard, at every width."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings

from games.testing.scale import sampled, soaking
from tests.access.addresses import pages
from tests.access.lived_in import lived_in
from tests.access.world import World
from tests.e2e.pages import problems
from tests.plugins.databases import FreshDatabase

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

WIDTHS = (320, 390, 768, 1280, 1920, 3840)
LOOKS = [("en", "light"), ("fr", "dark"), ("en", "dark"), ("fr", "light")]
SHARE = 4
"""An ordinary run looks at every fourth page, each in one language and one colour scheme."""
SECTIONS = ("matches", "tournaments", "seasons", "ladders", "players", "games")
LOOK = Path(__file__).with_name("look.js").read_text()


@pytest.mark.parametrize("first", range(len(LOOKS)) if soaking() else [0])
def test_every_page_is_for_everybody(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, first: int
) -> None:
    world, page = lived_in(), browser_page
    wrong: list[str] = []
    for number, (name, address, who) in enumerate(sampled(list(found(world)), SHARE)):
        language, scheme = LOOKS[(number + first) % len(LOOKS)]
        page.context.clear_cookies()
        cookies = world.actors[who].get("cookies", {}) | {settings.LANGUAGE_COOKIE_NAME: language}
        page.context.add_cookies(
            [{"name": key, "value": text, "url": live_server_url} for key, text in cookies.items()]
        )
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        # On a phone the stage of a match lies over the header, which axe takes for its ground.
        width = 1280 if name.startswith("replays:match[") else 390
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(address)
        there = f"{name} by {who} ({language}, {scheme})"
        wrong += [f"{there}: {problem}" for problem in looked_at(page, address)]
    assert not wrong, "\n".join(wrong)


def found(world: World) -> Iterator[tuple[str, str, str]]:
    """Yield the name and the address of every whole page, for whom it is there."""
    for who in ("visitor", "owner"):
        client = world.client(who)
        for row in pages():
            address = world.addresses.of(row)
            answer: Any = client.get(address)
            if answer.status_code == 200 and b"<html" in getattr(answer, "content", b""):
                yield str(row), address, who


def looked_at(page: "Page", address: str) -> Iterator[str]:
    """Yield what is wrong with a page that is open."""
    yield from problems(page)
    page.evaluate(LOOK)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        yield from (f"sticks out at {width}: {one}" for one in page.evaluate("look.sticksOut()"))
        if width in (WIDTHS[0], WIDTHS[2]):
            yield from (f"cut at {width}: {one}" for one in page.evaluate("look.cut()"))
    page.set_viewport_size({"width": 1280, "height": 844})
    yield from (f"not reached: {one}" for one in missed_by_tab(page))
    yield from (f"focus not seen: {one}" for one in page.evaluate("look.unseen()"))
    marked, in_sight = page.evaluate("look.section()")
    sections = page.locator(".site-nav").count()
    if sections and marked != (address == "/" or address.split("/")[1] in SECTIONS):
        yield f"{marked} sections marked"
    if not in_sight:
        yield "the section is out of sight"


def missed_by_tab(page: "Page") -> list[str]:
    """Press Tab until it has gone round; some fields, as those of a day, take several."""
    missed: list[str] = []
    for _ in range(3):
        for _ in range(page.evaluate("look.steps()") + 4):
            page.keyboard.press("Tab")
        missed = page.evaluate("look.missed()")
        if not missed:
            break
    return missed
