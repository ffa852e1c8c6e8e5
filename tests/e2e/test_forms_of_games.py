"""Every form made from a game's options, sent by a browser with scripts as it stands."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from games.core.contract import AnyRules
from games.registry import rules_of
from games.sushi_boat.components import BELT_TEXT, FOUR_PLUS_TEXT
from games.testing.scale import sampled
from replays.models import Match
from replays.selectors.logs import load_log
from tests.e2e.pages import log_in
from tests.factories import make_club, make_user
from tests.plugins.databases import FreshDatabase
from tournaments.batches.models import Batch
from tournaments.tournaments.models import Tournament

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

OWN_STAFF = "R1 L1 L3"
BOAT = "/matches/new/?game=sushi_boat&seats=3"
EVENINGS = [("swiss_pods", False), ("open", True)]


@pytest.fixture
def page(fresh_database: FreshDatabase, browser_page: "Page") -> "Page":
    """A browser in which a member of staff of a club is logged in."""
    make_club("Les Baguettes")
    log_in(browser_page, make_user(staff=True).username)
    return browser_page


def offered(page: "Page") -> list[AnyRules]:
    """Return every game that the server knows; other tests register more in this process."""
    page.goto("/matches/new/")
    slugs = page.locator("#game option").evaluate_all("all => all.map(one => one.value)")
    assert {"sushi_boat", "sushi_go_party", "plain"} <= set(slugs)
    return [rules_of(slug) for slug in slugs]


def fill_what_has_no_default(page: "Page") -> None:
    """Type what no form can know: the name on a box, a title, scores."""
    for field in page.locator("form[method=post] input:required:visible").all():
        if not field.input_value():
            field.fill("7" if field.get_attribute("type") == "number" else "Azul")


def send(page: "Page") -> str:
    """Send the form of the page; return the path that this leads to."""
    fill_what_has_no_default(page)
    with page.expect_navigation():
        page.locator("form[method=post] .btn-primary").click()
    return urlsplit(page.url).path


def choose_own_board(page: "Page", **texts: str) -> None:
    page.goto(BOAT)
    belt = page.locator("#id_option_belt")
    assert not belt.is_visible()
    page.locator("#id_option_layout").select_option("own")
    assert belt.input_value() == BELT_TEXT
    for name, text in texts.items():
        page.locator(f"#id_option_{name}").fill(text)


def focused_alert(page: "Page") -> str:
    """Return what is wrong, as the browser shows and focuses it."""
    alert = page.locator("form[method=post] [role=alert]")
    assert alert.is_visible()
    assert alert.evaluate("alert => alert === document.activeElement")
    return alert.inner_text()


def test_every_game_begins_from_its_forms_as_they_stand(page: "Page") -> None:
    refused = []
    for turn, rules in enumerate(offered(page)):
        for mode in ("report",) if rules.reported_only else ("record", "report"):
            page.goto(f"/matches/new/?game={rules.slug}&mode={mode}")
            path = send(page)
            match = Match.objects.filter(game=rules.slug).order_by("created_at").last()
            ends = "/record/" if mode == "record" else "/"
            if match is None or path != f"/matches/{match.pk}{ends}":
                refused.append((rules.slug, mode, path))
                continue
            assert page.locator("#recorder" if mode == "record" else "h1").is_visible()
            assert match.status == ("open" if mode == "record" else "reported")
            assert load_log(match.pk).setup.options.keys() == {o.name for o in rules.options()}
        for preset, is_open in sampled(EVENINGS, 2, turn):
            page.goto(f"/tournaments/new/?format={preset}&game={rules.slug}")
            path = send(page)
            number = path.removeprefix("/tournaments/").removesuffix("/entrants/")
            if not path.endswith("/entrants/"):
                refused.append((rules.slug, preset, path))
                continue
            assert Tournament.objects.get(pk=UUID(number)).open_evening == is_open
        if rules.reported_only:
            continue
        page.goto(f"/batches/new/?game={rules.slug}&seats=3")
        page.locator("#id_how_many").fill("1")
        path = send(page)
        batch = Batch.objects.filter(game=rules.slug).last()
        if batch is None or path != f"/batches/{batch.pk}/":
            refused.append((rules.slug, "batch", path))
    assert not refused


def test_a_board_of_ones_own_is_played_on_or_refused_in_plain_sight(page: "Page") -> None:
    choose_own_board(page, staff_places=OWN_STAFF)
    assert send(page).endswith("/record/")
    options = load_log(Match.objects.get().pk).setup.options
    assert (options["layout"], options["belt"]) == ("own", BELT_TEXT)
    assert options["staff_places"] == OWN_STAFF

    # The rules refuse the board as a whole: it is told at the top, and what was typed stays.
    choose_own_board(page, four_plus="R2")
    assert send(page) == "/matches/new/"
    assert "Three action spaces are marked 4+, not 1." in focused_alert(page)
    assert page.locator("#id_option_four_plus").input_value() == "R2"
    # Another board is chosen after all: what was wrong with one's own does not matter any more.
    page.locator("#id_option_layout").select_option("placeholder")
    assert not page.locator("#id_option_four_plus").is_visible()
    assert send(page).endswith("/record/")
    assert Match.objects.count() == 2

    # Something else is wrong: the board that was not asked for is as it was.
    page.goto(BOAT)
    page.locator("summary", has_text="Options of the game").click()
    page.locator("#id_option_greens").fill("1 2 3")
    assert send(page) == "/matches/new/"
    assert "needs 7 numbers from 0 to 3" in focused_alert(page)
    assert page.locator("#id_option_greens").is_visible()

    page.locator("#id_option_layout").select_option("own")
    four_plus = page.locator("#id_option_four_plus")
    assert four_plus.is_editable()
    assert four_plus.input_value() == FOUR_PLUS_TEXT
    # A fold that was closed over what the browser itself refuses opens again.
    page.locator("#id_option_greens").fill("")
    page.locator("summary", has_text="Options of the game").click()
    assert not page.locator("#id_option_greens").is_visible()
    page.locator("form[method=post] .btn-primary").click()
    page.locator("#id_option_greens:focus").wait_for()
    assert Match.objects.count() == 2
