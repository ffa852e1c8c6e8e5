"""The example game as a package of its own: built, installed, played in a browser, removed."""

import json
import re
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.pages import last_entry, log_in, pick, require_accessible
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import program_environment
from tests.services import processes
from tests.services.processes import PATIENCE, ROOT
from tests.services.wheels import MADE, PACKAGES, Environment, build

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

EXAMPLE = ROOT / "examples" / "liars_dice"
STYLES = "/static/games/liars_dice/board.css"
SEATS = ("Chloé Martin", "Bastien Lefèvre", "Zoé Petit")


@contextmanager
def nothing_changes_in_the_repository() -> Iterator[None]:
    def files() -> dict[str, int]:
        return {
            str(path): path.stat().st_mtime_ns
            for folder in (*PACKAGES, "examples")
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and path.suffix not in (".mo", ".pyc")
        }

    before = files()
    yield
    assert files() == before


@pytest.fixture
def club(kaiten_wheel: Path, tmp_path: Path) -> Environment:
    """A fresh environment with Kaiten and the example, both from their wheels."""
    sources = shutil.copytree(EXAMPLE, tmp_path / "liars_dice", ignore=MADE)
    return Environment(tmp_path, kaiten_wheel, build(sources, tmp_path / "wheels"))


@pytest.fixture
def port() -> int:
    return processes.free_port()


@pytest.fixture
def live_server_url(port: int) -> str:
    """Where the browser of this module looks: at the server of the fresh environment."""
    return f"http://127.0.0.1:{port}"


def begin_a_match(page: "Page") -> None:
    page.get_by_role("link", name="Record a match").click()
    page.get_by_role("button", name="Liar's dice").click()
    page.wait_for_url(re.compile("game=liars_dice"))
    for seat in range(3):
        page.locator(".chips [data-value]").nth(seat).click()
    page.locator("summary", has_text="Options of the game").click()
    page.get_by_label("Dice per player").fill("2")
    page.get_by_role("button", name="Begin").click()


def record_a_round(page: "Page") -> None:
    """One die is seen before the cups are lifted; a bid is raised, doubted, and was too high."""
    pick(page, "Dice", "two", "nobody saw it")
    last_entry(page).get_by_text("rolls: two, ?").wait_for()
    page.get_by_role("button", name="Nobody saw it", exact=True).click()
    last_entry(page).get_by_text("rolls: ?, ?").wait_for()
    assert page.locator(".liars-down .tile-back").count() == 5
    # A bid is put together: how many, then of what.
    for count in ("2", "3"):
        bid = page.locator("form[data-legal]:visible")
        bid.locator(f".pick[data-value='{count}']").click()
        bid.locator(".pick[data-value='\"five\"']").click()
        last_entry(page).get_by_text(f"bids {count} × five").wait_for()
    page.get_by_role("button", name="does not believe it").click()
    last_entry(page).get_by_text("does not believe it").wait_for()
    # A two was seen: the other die may be anything.
    assert page.locator(".chooser[open] .choice").count() == 6
    assert seen_by_strangers(page).count("tile-back") == 6
    for cup in ("two, five", "five, six", "one, one"):
        page.locator(".chooser[open]").get_by_role("button", name=f"shows {cup}").click()
        last_entry(page).get_by_text(f"shows {cup}").wait_for()
    page.get_by_text("Saved", exact=True).wait_for()


def seen_by_strangers(page: "Page") -> str:
    """Return the page of the match that is being recorded, as somebody sees it without a login."""
    with urllib.request.urlopen(page.url.removesuffix("record/"), timeout=PATIENCE) as answer:
        return answer.read().decode()


def look_at_it_again(page: "Page") -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Match page").click()
    page.locator('#frame[data-ply="9"]').wait_for()
    assert page.locator("#frame [data-number]").all_inner_texts() == ["2", "1", "2"]
    assert page.locator('link[href*="/match/games/liars_dice/board."]').count() == 1
    assert page.request.get(STYLES).status == 200
    for ply in range(8, 3, -1):
        page.keyboard.press("ArrowLeft")
        page.locator(f'#frame[data-ply="{ply}"]').wait_for()
    assert page.locator("#frame [data-zone=bid]").inner_text().split() == ["Bid", "2", "×"]
    assert page.locator("#frame [data-zone=bid] circle").count() == 5
    picture = page.request.get(f"{page.url.split('?')[0]}picture.svg?ply=4").text()
    assert "Chloé M." in picture
    assert picture.count("<circle cx=") >= 5 + len(SEATS)  # the face that was bid, and the plates
    cups = page.locator("#frame .liars-down")
    leather = cups.evaluate_all("all => all.map(cup => getComputedStyle(cup).backgroundColor)")
    assert leather == ["rgb(109, 67, 38)"] * 3
    require_accessible(page)


def let_bots_play_one(page: "Page") -> None:
    page.goto("/batches/new/?game=liars_dice&seats=3")
    page.locator("#id_how_many").fill("1")
    page.locator("form[method=post] .btn-primary").click()
    page.get_by_role("heading", name="Wins by bot").wait_for(timeout=1000 * PATIENCE)


def read_what_is_left(page: "Page", match: str) -> None:
    """Nothing knows the rules any more: everything is still there, and says so."""
    page.goto("/matches/?game=liars_dice")
    assert page.locator(".match-row").count() == 2
    assert page.get_by_text("rules not installed").count() == 2
    page.goto(f"/matches/{match}/")
    page.get_by_role("heading", name="Rules not installed").wait_for()
    page.get_by_text("dice_rolled").first.wait_for()
    kept = page.request.get(f"/matches/{match}/record.jsonl").text().splitlines()
    assert sum(json.loads(line).get("type") == "liars_dice.cup_lifted" for line in kept) == 3
    verified = page.request.get(f"/api/v1/matches/{match}/verify").json()
    assert (verified["ok"], verified["unjudged"]["code"]) == (True, "game_not_installed")
    statuses = {
        path: page.request.get(path).status
        for path in ("/", "/games/", "/games/liars_dice/", f"/matches/{match}/record/", STYLES)
    }
    assert max(statuses.values()) < 500, statuses


def test_the_example_game_is_installed_played_and_removed(
    fresh_database: FreshDatabase,
    club: Environment,
    port: int,
    browser_page: "Page",
    tmp_path: Path,
) -> None:
    here = make_club("Les Baguettes")
    for name in SEATS:
        make_player(here, name)
    user, env, page = make_user(staff=True), program_environment(fresh_database), browser_page
    with nothing_changes_in_the_repository():
        log = club.home / "tests.log"
        contract = processes.start(
            [str(club.python), "-m", "pytest", "-q", "-p", "no:cacheprovider"],
            log=log,
            env=club.env | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            cwd=shutil.copytree(EXAMPLE / "tests", tmp_path / "tests", ignore=MADE),
        )
        with club.served(port, env):
            log_in(page, user.username)
            begin_a_match(page)
            record_a_round(page)
            look_at_it_again(page)
            match = page.url.split("/matches/")[1][:36]
            page.get_by_role("link", name="Rules").click()
            page.get_by_role("heading", name="Liar's dice").wait_for()
            let_bots_play_one(page)
        assert contract.wait(PATIENCE) == 0, log.read_text()
        assert re.search(r"\d{3} passed", log.read_text())
        club.pip("uninstall", "kaiten-liars-dice")
        with club.served(port, env):
            read_what_is_left(page, match)
