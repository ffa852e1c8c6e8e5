"""Takes the pictures of the guides: an organiser runs the demo club, in every language."""

import base64
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from playwright.sync_api import Browser, Page

from tournaments.help.guides import PICTURES

STATIC = Path(__file__).parent.parent / "tournaments" / "static"
LANGUAGES = {"en": "Friday", "fr": "Vendredi"}
"""The languages of the guides, and what the tournament in their pictures is called."""
QUALITY = 55
_SIZES = {picture.name: picture for picture in PICTURES}
_PASSWORD = re.compile(r"with the password (\S+)")


class Photographer:
    """Somebody with an account who looks at the pages that a guide tells of."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language

    def take(self, name: str) -> None:
        """Write what the page shows, as the picture with that name."""
        self._resize(name)
        picture = _SIZES[name]
        self.page.wait_for_load_state("networkidle")
        session = self.page.context.new_cdp_session(self.page)
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        path = STATIC / picture.path(self.language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def log_in(self, log: Path) -> None:
        """Log in with the password that the server told when it made the demo club."""
        found = _PASSWORD.search(log.read_text(encoding="utf-8"))
        assert found is not None, "the server told no password"  # noqa: S101
        self.page.goto("/login/?next=/")
        self.page.locator("main [name=username]").fill("organiser")
        self.page.locator("main [name=password]").fill(found[1])
        self.page.locator("main .btn-primary").click()
        self.page.wait_for_url(lambda url: "/login/" not in url)

    def run_an_evening(self, title: str) -> None:
        """Create a tournament and announce its first round, with a picture of each page."""
        page = self.page
        page.goto("/tournaments/new/?format=swiss&game=sushi_go_party&size=4")
        page.locator("main [name=title]").fill(title)
        page.locator("main form[method=post] .btn-primary").click()
        page.wait_for_url("**/entrants/**")
        for box in page.locator("[name=players]").all():
            box.check()
        page.locator("main button[name=present]").click()
        page.locator(".tour-people li").first.wait_for()
        self.show("entrants", "#entrants-title")
        self._next_step()
        page.wait_for_url("**/proposal/**")
        self.show("proposal", "#proposal")
        page.locator("main .btn-primary").first.click()
        page.locator("#round").wait_for()
        page.locator(".tour-seats .tour-score").first.press_sequentially("42 38 38 21")
        self.show("console", "#round")

    def take_pen(self) -> None:
        """Let this page write, if another one does."""
        self.page.wait_for_load_state("networkidle")
        button = self.page.locator(".pen .btn-primary")
        if button.is_visible():
            button.click()
            button.wait_for(state="hidden")

    def show(self, name: str, selector: str) -> None:
        """Take a picture with something at its top."""
        self._resize(name)
        self.page.locator(selector).evaluate("element => element.scrollIntoView()")
        self.take(name)

    def _resize(self, name: str) -> None:
        picture = _SIZES[name]
        self.page.set_viewport_size({"width": picture.width, "height": picture.height})

    def _next_step(self) -> None:
        with self.page.expect_navigation():
            self.page.locator("#next-step .btn-primary").click()


def take_guide_pictures(
    browser: Browser, url: str, log: Path, found: Callable[[str], UUID]
) -> None:
    """Take all of them; `found` asks the database for the id of something."""
    for language, title in LANGUAGES.items():
        with _photographer(browser, url, language) as one:
            one.log_in(log)
            one.run_an_evening(title)
            one.page.goto(f"/tournaments/{found(_FINISHED)}/")
            one.show("podium", "#final-title")
            one.page.goto(f"/tournaments/{found(_RUNNING)}/tv/")
            one.take("screen")
            one.page.goto(f"/matches/{found(_OPEN_MATCH)}/record/")
            one.take_pen()
            one.take("recorder")
            one.page.goto(f"/matches/{found(_ENDED_MATCH)}/record/")
            one.show("result", ".agreement")


_FINISHED = "SELECT id FROM tournaments_tournament WHERE status = 'finished' ORDER BY day LIMIT 1"
_RUNNING = "SELECT id FROM tournaments_tournament WHERE status = 'running' ORDER BY day LIMIT 1"
_OPEN_MATCH = (
    "SELECT id FROM replays_match WHERE status = 'open' AND game != 'plain' "
    "ORDER BY created_at LIMIT 1"
)
_ENDED_MATCH = (
    "SELECT id FROM replays_match AS one WHERE status = 'finished' AND NOT EXISTS ("
    "SELECT 1 FROM replays_matchseat AS seat JOIN tournaments_player AS who "
    "ON who.id = seat.player_id WHERE seat.match_id = one.id AND who.kind = 'bot') "
    "ORDER BY seats DESC, created_at LIMIT 1"
)


@contextmanager
def _photographer(browser: Browser, url: str, language: str) -> Iterator[Photographer]:
    context = browser.new_context(
        base_url=url, color_scheme="light", reduced_motion="reduce", locale=language
    )
    try:
        yield Photographer(context.new_page(), language)
    finally:
        context.close()
