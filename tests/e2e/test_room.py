"""What hangs on the wall: the screen in its rotation, and every sheet of paper."""

import base64
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
import segno
from playwright.sync_api import expect

from games.testing.scale import sampled
from replays.envelope import Envelope
from tests.e2e.pages import let_in
from tests.e2e.sheets import printed
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import FINAL, KNOCK_OUT, PODS, Field
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.tournaments.services.tournaments import direct

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

FIRST = (
    *("Anaïs", "Benoît", "Chloé", "Đorđe", "Élodie", "François", "Gaël", "Hélène", "Inès"),
    *("Jérôme", "Koffi", "Łukasz", "Maël", "Noémie", "Øyvind", "Pélagie", "Quentin", "Renée"),
    *("Søren", "Thaïs", "Uğur", "Valérie", "Šimon", "Zoë"),
)
LAST = ("Brûlé", "Çelik", "Dvořák", "Êtienne", "N’Guessan", "Strauß", "Œuvrard")
TITLE = "Soirée d’été n° 3 – été à Saint-Cyr"
FOUR = ("tables", "names", "slips", "standings")
WORDS = {
    "en": {
        "tables": "Pairings by table",
        "names": "Pairings by name",
        "slips": "Signature",
        "standings": "Standings",
        "bracket": "Bracket",
        "round": "Round 2",
        "final": "Final",
        "of_the_page": ("Kaiten", "Overview", "Entrants", "Skip to", "Help", "Log", "Share"),
    },
    "fr": {
        "tables": "Appariements par table",
        "names": "Appariements par nom",
        "slips": "Signature",
        "standings": "Classement",
        "bracket": "Tableau",
        "round": "Ronde 2",
        "final": "Finale",
        "of_the_page": (
            "Kaiten",
            "Aperçu",
            "Participants",
            "Aller au",
            "Aide",
            "Journal",
            "Partager",
        ),
    },
}
MODULES = """async ([png, count]) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const side = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  const at = (start, index) => Math.floor(start + ((index + 0.5) * side) / count);
  const isDark = (x, y) => Number(canvas.getImageData(x, y, 1, 1).data[0] < 128);
  const numbers = [...Array(count).keys()];
  return numbers.map((row) => numbers.map((column) => isDark(at(left, column), at(top, row))));
}"""


def evening(count: int, *stages: dict[str, object]) -> tuple[Field, list[str]]:
    """Return an evening of a club whose names have every accent, and how they are called."""
    club = make_club("L’Échiquier dés-à-coudre")
    field = Field(0, *stages, club=club)
    field.do("rename", title=TITLE)
    players = [
        make_player(club, f"{FIRST[n % len(FIRST)]} {LAST[n % len(LAST)]}") for n in range(count)
    ]
    field.do("enter", players=[str(player.id) for player in players], present=True)
    return field, list(labels_of(field.state).values())


@pytest.mark.parametrize("language", sampled(["en", "fr"], 2, 1))
def test_every_sheet_says_whose_it_is_and_leaves_nobody_out(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, language: str
) -> None:
    field, labels = evening(46, PODS, FINAL)
    field.played().announced()
    field.do("show_notice", text="Pizza!")
    page, words = browser_page, WORDS[language]
    let_in(page, live_server_url, make_user(staff=True), language)
    tables = known(field.state.stages[1].last_round).tables
    for code in FOUR:
        page.goto(field.path(f"print/?sheet={code}"))
        papers = printed(page)
        text = " ".join(papers)
        # On paper nothing but the sheet: whose it is, what it is, of which round.
        assert TITLE in papers[0]
        assert str(words[code]) in papers[0]
        assert (str(words["round"]) in papers[0]) == (code != "standings")
        for label in labels:
            assert label in text, (code, label)
        assert not [one for one in (*words["of_the_page"], "Pizza!") if one in text], code
        if code == "standings":
            # A line each, with whole numbers.
            assert len(papers) == 2
            assert re.search(r"\b4\d \w", text)
            continue
        for number, table in tables.items():
            assert code == "tables" or f"Table {number} " in f"{text} "
            # A table stands on one sheet, and with it all who sit there.
            seated = [labels[entrant - 1] for entrant in table.entrants]
            if code != "names":
                assert any(all(one in paper for one in seated) for paper in papers), number
    # Whoever looks for a name reads one sheet; four slips are cut from one.
    assert len(printed_of(page, field, "names")) == 1
    assert len(printed_of(page, field, "slips")) == -(-len(tables) // 4)

    knock_out, labels = evening(8, KNOCK_OUT)
    knock_out.announced()
    [paper] = printed_of(page, knock_out, "bracket")
    assert TITLE in paper
    assert str(words["bracket"]) in paper
    assert str(words["final"]) in paper
    assert all(label in paper for label in labels)


def printed_of(page: "Page", field: Field, code: str) -> list[str]:
    page.goto(field.path(f"print/?sheet={code}"))
    return printed(page)


@pytest.mark.parametrize("language", sampled(["en", "fr"], 2, 1))
def test_the_screen_turns_by_its_own_clock_and_leads_to_the_phones(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, language: str
) -> None:
    field, labels = evening(24, PODS | {"minutes": 50})
    field.played().announced()
    field.sitting(2, round_=2).play_on(9)
    start = read_command("start_clock", {"stage": 1, "round": 2})
    direct(tournament_id=field.id, command=start, envelope=Envelope("cli", datetime.now(UTC)))
    page = browser_page
    let_in(page, live_server_url, make_user(), language)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(field.path("tv/"))
    shown = page.locator(".tv-part.tv-shown")
    seen, told = [], ""
    for _ in range(page.locator(".tv-part").count()):
        seen.append(known(shown.get_attribute("id")))
        told += f" {shown.inner_text()}"
        require_whole(page, shown)
        page.clock.run_for(12_000)
    assert seen == ["tv-tables-1", "tv-names-1", "tv-boards-1", "tv-standings-1", "tv-qr-1"]
    expect(shown).to_have_id("tv-tables-1")
    assert all(told.count(label) >= 3 for label in labels)
    expect(page.locator(".tv-round")).to_have_text({"en": "Round 2", "fr": "Ronde 2"}[language])

    # The time that is left runs by itself.
    time = page.locator(".tour-time")
    before = seconds(time)
    page.clock.run_for(60_000)
    assert before - seconds(time) == 60

    # What the picture says is where the phones are to go.
    while shown.get_attribute("id") != "tv-qr-1":
        page.keyboard.press("ArrowRight")
    address = f"{live_server_url}{field.path()}"
    expect(page.locator(".tv-address")).to_have_text(address)
    matrix = [[int(dark) for dark in row] for row in segno.make(address, micro=False).matrix]
    assert read(page, page.locator(".tv-qr .qr"), len(matrix)) == matrix

    # A notice stands above whatever is shown.
    page.clock.resume()
    field.do("show_notice", text="Pizzas à 21 h")
    expect(page.locator(".notice-board")).to_have_text("Pizzas à 21 h")
    require_whole(page, shown)


def seconds(clock: "Locator") -> int:
    minutes, _, rest = clock.inner_text().strip().partition(":")
    return 60 * int(minutes) + int(rest)


def read(page: "Page", code: "Locator", size: int) -> list[list[int]]:
    """Return what a camera would see of a QR code, without the rim around it."""
    png = base64.b64encode(code.screenshot()).decode()
    rows = page.evaluate(MODULES, [png, size + 6])
    return [row[3:-3] for row in rows[3:-3]]


def require_whole(page: "Page", shown: "Locator") -> None:
    """What is shown fits the screen, with the head above it and the keys below."""
    fits = page.evaluate(
        """() => {
          const root = document.documentElement;
          const part = document.querySelector(".tv-part.tv-shown");
          return part.scrollHeight <= part.clientHeight + 1
            && part.scrollWidth <= part.clientWidth + 1
            && root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight;
        }"""
    )
    assert fits, shown.get_attribute("id")
