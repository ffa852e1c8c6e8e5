"""The screen in the room and the sheets on its wall, in a real browser and as PDF."""

import re
from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from django.test import Client
from pypdf import PdfReader

from games.testing.scale import sampled
from tests.e2e.pages import let_in, require_accessible
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, PODS, Field
from tests.tournaments.tournaments.web.test_boards import hide
from tournaments.people.models import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENS = [(1280, 720), (1920, 1080), (3840, 2160)]
SHOWN = ".tv-part.tv-shown"
LONG_NAME = "Maximilienne-Constance de la Tour du Pin"


def kinds(client: Client, field: Field) -> list[str]:
    text = client.get(field.path("tv/")).text
    return list(dict.fromkeys(re.findall(r'id="tv-([a-z]+)-\d+"', text)))


@pytest.mark.django_db
def test_the_screen_shows_what_suits_the_moment(client: Client) -> None:
    field = Field(8)
    assert kinds(client, field) == ["entrants", "qr"]
    field.announced()
    assert kinds(client, field) == ["tables", "names", "qr"]
    field.sitting(1).play_on(5)
    assert kinds(client, field) == ["tables", "names", "boards", "qr"]
    assert kinds(client, Field(8).played()) == ["standings", "tables", "qr"]
    knock_out = Field(4, KNOCK_OUT).announced()
    assert kinds(client, knock_out) == ["tables", "names", "bracket", "qr"]


@pytest.mark.django_db
def test_a_finished_tournament_ends_with_its_podium(client: Client) -> None:
    field = Field(4, KNOCK_OUT).played().played()
    field.do("close_stage", stage=1)
    field.do("finish")
    assert kinds(client, field)[0] == "podium"
    assert "data-follow" not in client.get(field.path("tv/")).text


@pytest.mark.django_db
def test_a_proposal_and_hidden_boards_are_on_no_screen_and_no_sheet(client: Client) -> None:
    field = Field(8)
    field.do("start_stage", stage=1)
    field.do("propose", stage=1)
    assert kinds(client, field) == ["entrants", "qr"]
    for sheet in ("tables", "names", "slips"):
        assert "nothing to print" in client.get(field.path(f"print/?sheet={sheet}")).text
    field.do("publish", stage=1)
    field.sitting(1).play_on(5)
    hide(field, 1)
    assert "boards" not in kinds(client, field)
    assert client.get(field.path("print/?sheet=secrets")).status_code == 404
    # A field of pods has no bracket.
    assert client.get(field.path("print/?sheet=bracket")).status_code == 404


def _nothing_is_cut(page: "Page") -> bool:
    return bool(
        page.evaluate(
            """() => {
                const part = document.querySelector(".tv-part.tv-shown");
                const root = document.documentElement;
                return part.scrollHeight <= part.clientHeight + 1
                    && part.scrollWidth <= part.clientWidth + 1
                    && root.scrollWidth <= window.innerWidth
                    && root.scrollHeight <= window.innerHeight;
            }"""
        )
    )


@pytest.mark.browser
@pytest.mark.services
def test_the_screen_rotates_and_follows(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    field = Field(48, PODS).announced()
    longest = field.state.entrants[1].player
    Player.objects.filter(pk=longest).update(first_name=LONG_NAME, nickname=LONG_NAME)
    page = browser_page
    page.clock.install()
    for width, height in sampled(SCREENS, 2):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(field.path("tv/"))
        expect(page.locator(SHOWN)).to_have_count(1)
        for _ in range(page.locator(".tv-part").count()):
            assert _nothing_is_cut(page), page.locator(SHOWN).get_attribute("id")
            # From ten metres: a line is at least a fortieth of the screen's height.
            size = page.locator(SHOWN).evaluate(
                "(one) => parseFloat(getComputedStyle(one).fontSize)"
            )
            assert size >= height / 40
            page.keyboard.press("ArrowRight")
    require_accessible(page)
    first = page.locator(SHOWN).get_attribute("id")
    assert first == "tv-tables-1"
    page.clock.run_for(12_500)
    expect(page.locator(SHOWN)).not_to_have_id("tv-tables-1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(60_000)
    expect(page.locator(SHOWN)).to_have_id("tv-tables-1")
    expect(page.locator("#tv-tables-1 .winner")).to_have_count(0)
    scores = list(range(len(field.seats())))
    field.do("record", stage=1, round=1, table=1, scores=scores)
    page.clock.resume()
    expect(page.locator("#tv-tables-1 .winner")).to_have_count(1, timeout=20_000)
    expect(page.locator(SHOWN)).to_have_id("tv-tables-1")
    page.set_viewport_size({"width": 320, "height": 640})
    require_accessible(page)


@pytest.mark.browser
@pytest.mark.services
def test_a_bracket_is_on_the_screen_as_a_whole(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    field, page = Field(8, KNOCK_OUT).announced(), browser_page
    for width, height in sampled(SCREENS, 2):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(field.path("tv/"))
        while page.locator(SHOWN).get_attribute("id") != "tv-bracket-1":
            page.keyboard.press("ArrowRight")
        assert _nothing_is_cut(page)
        drawing, buttons = (
            page.locator(one).bounding_box() for one in (f"{SHOWN} svg", ".tv-controls")
        )
        assert drawing is not None
        assert buttons is not None
        assert drawing["y"] + drawing["height"] <= buttons["y"]
        assert buttons["y"] + buttons["height"] <= height
        # It takes most of the screen.
        assert drawing["height"] > height / 2


@pytest.mark.browser
@pytest.mark.services
@pytest.mark.parametrize("language", sampled(["en", "fr"], 2))
def test_sheets_are_printed_without_the_page_around_them(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, language: str
) -> None:
    field = Field(22, PODS).announced()
    page = browser_page
    let_in(page, live_server_url, make_user("staff", staff=True), language)
    table = {"en": "Table 1", "fr": "Table 1"}[language]
    sheets = ("tables", "names", "slips", "standings")
    printed = {sheet: _print(page, field.path(f"print/?sheet={sheet}")) for sheet in sheets}
    for sheet, pages in printed.items():
        text = " ".join(pages)
        for number in range(22):
            assert f"Player{number} " in text, sheet
        for chrome in ("Kaiten", "Imprimer", "Print", "Plan", "Log"):
            assert chrome not in text, (sheet, chrome)
    assert table in printed["names"][0]
    tables = len(field.state.stages[1].rounds[1].tables)
    # Four slips to a page.
    assert len(printed["slips"]) == -(-tables // 4)
    assert printed["slips"][0].count("Signature") == 4
    knock_out = Field(4, KNOCK_OUT).announced()
    [bracket] = _print(page, knock_out.path("print/?sheet=bracket"))
    assert {"en": "Semi-finals", "fr": "Demi-finales"}[language] in bracket
    page.set_viewport_size({"width": 320, "height": 640})
    for sheet in sheets:
        page.goto(field.path(f"print/?sheet={sheet}"))
        require_accessible(page)


def _print(page: "Page", address: str) -> list[str]:
    page.goto(address)
    reader = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    # A face may draw "fi" as one letter.
    texts = [normalize("NFKC", one.extract_text()) for one in reader.pages]
    return [" ".join(text.split()) for text in texts]
