"""Open pages follow what others do, in a real browser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from games.core.viewer import PUBLIC
from replays.services import life, undo
from replays.web.frames import make_frame
from replays.web.seats import seat_labels
from tests.e2e.pages import log_in
from tests.factories import make_club, make_member, make_player
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.tournaments.tournaments.web.fields import Field

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Wait as long for what comes by itself as for what was asked for: a machine may be busy."""
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)
    yield
    expect.set_options(timeout=5_000)


def seated(game: str = "sushi_bar") -> Sitting:
    club = make_club("Les Baguettes", slug="baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    return Sitting(game, club_id=club.id, players=players)


def test_a_match_is_followed_step_by_step_and_left_and_found_again(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    from playwright.sync_api import expect

    sitting, page = seated("sushi_go_party"), browser_page
    sitting.play_on(6)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/matches/{sitting.id}/")
    stage, frame = page.locator("#match"), page.locator("#frame")
    expect(page.locator("#live")).to_have_attribute("data-live", "on")
    expect(page.locator("#track polyline")).to_have_count(2)
    before = len(asked)
    for ply in range(7, 12):
        sitting.play()
        expect(frame).to_have_attribute("data-ply", str(ply))
        expect(stage).to_have_attribute("data-last", str(ply))
        expect(page.locator(f'.story-line[data-ply="{ply}"]')).to_have_attribute(
            "aria-current", "step"
        )
    assert asked[before:] == []  # everything came by itself
    assert page.locator("#ply-last").inner_text() == "/ 11"

    badge, back = page.locator(".live-on"), page.locator("#live a")
    expect(badge).to_be_visible()
    expect(back).to_be_hidden()
    assert "ply=" not in page.url  # whoever opens it again follows again

    # Who steps back is left in peace, and told what they miss.
    page.keyboard.press("ArrowLeft")
    expect(frame).to_have_attribute("data-ply", "10")
    expect(back).to_have_text("Back to live")
    expect(badge).to_be_hidden()
    sitting.play()
    expect(back).to_have_text("1 new entry")
    sitting.play()
    expect(back).to_have_text("2 new entries")
    expect(frame).to_have_attribute("data-ply", "10")
    page.keyboard.press("l")
    expect(frame).to_have_attribute("data-ply", "13")
    expect(back).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    back.click()
    expect(frame).to_have_attribute("data-ply", "13")
    expect(badge).to_be_visible()

    # What is more than a step makes the page read itself again.
    sitting.do(undo.rewind, to=5)
    expect(stage).to_have_attribute("data-version", "15")
    expect(frame).to_have_attribute("data-ply", "4")
    sitting.play()
    expect(frame).to_have_attribute("data-ply", "5")
    sitting.do(life.stop_match, reason="time", result="score")
    expect(page.locator("#live")).to_have_count(0)
    expect(page.locator("#result")).to_be_visible()


def board(page: "Page") -> str:
    return str(page.locator("#frame .board-room").inner_html())


@pytest.mark.parametrize("game", ["sushi_bar", "sushi_boat", "sushi_roll", "sushi_express"])
def test_what_came_by_itself_is_what_the_server_shows(
    fresh_database: FreshDatabase, browser_page: "Page", game: str
) -> None:
    from playwright.sync_api import expect

    club = make_club("Les Baguettes")
    players = [make_player(club, f"Ana{number} A").id for number in range(3)]
    sitting = Sitting(game, club_id=club.id, players=players, seats=3)
    sitting.play_on(20)
    page = browser_page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/matches/{sitting.id}/")
    expect(page.locator("#live")).to_have_attribute("data-live", "on")
    for _ in range(4):
        sitting.play()
    expect(page.locator("#frame")).to_have_attribute("data-ply", "24")
    came = board(page)
    page.reload()
    expect(page.locator("#frame")).to_have_attribute("data-ply", "24")
    assert came == board(page)


def test_without_a_stream_the_page_asks_and_follows_all_the_same(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    from playwright.sync_api import expect

    sitting, page = seated(), browser_page
    sitting.play_on(3)
    page.route("**/live/steps/**", lambda route: route.fulfill(status=503))
    with page.expect_response("**/news/?mark=4"):
        page.goto(f"/matches/{sitting.id}/")
    sitting.play()
    expect(page.locator("#frame")).to_have_attribute("data-ply", "4", timeout=20_000)


def test_a_second_phone_at_the_recorder_follows_and_takes_over(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    from playwright.sync_api import expect

    sitting, page = seated("sushi_go_party"), browser_page
    sitting.play_on(2)
    club_id = sitting.row.club_id
    from tournaments.people.models import Club

    log_in(page, make_member(Club.objects.get(pk=club_id), "scorekeeper").username)
    page.goto(f"/matches/{sitting.id}/record/")
    expect(page.locator("[data-follow]")).to_have_attribute("data-live", "on")
    words = page.locator(".last-entry-words")
    expect(words.locator(".badge")).to_have_text("2")
    sitting.play()  # the other phone
    expect(words.locator(".badge")).to_have_text("3")
    with page.expect_response("**/record/"):
        page.locator(
            "#recorder .prompt button:visible, #recorder form button.btn:visible"
        ).last.click()
    expect(words.locator(".badge")).to_have_text("4")
    assert len(sitting.log().plies) == 4


def test_the_console_follows_on_two_screens(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    from playwright.sync_api import expect

    field = Field(8).announced()
    page = browser_page
    page.goto(field.path("rounds/"))
    expect(page.locator("[data-follow]")).to_have_attribute("data-live", "on")
    first = page.locator("#tour-live")
    page.evaluate("document.querySelector('#tour-live h1').kept = 'yes'")
    field.do("record", stage=1, round=1, table=1, scores=[60, 50, 40, 30])
    expect(first).to_contain_text("60")
    # Only what changed was touched.
    assert page.evaluate("document.querySelector('#tour-live h1').kept") == "yes"


def test_the_boards_of_all_games_follow_on_one_page(
    fresh_database: FreshDatabase, browser_page: "Page"
) -> None:
    from playwright.sync_api import expect

    games = ("sushi_bar", "sushi_boat", "sushi_roll", "sushi_express", "sushi_go_party")
    evening = {"format": "open", "games": [{"game": game} for game in games], "preferred": 3}
    field = Field(15, evening)
    field.do("start_stage", stage=1)
    for number in range(5):
        seats = [3 * number + seat for seat in (1, 2, 3)]
        field.do("begin_table", stage=1, entrants=seats, game=number)
        field.sitting(number + 1).play_on(6)
    page = browser_page
    page.goto(field.path("boards/"))
    expect(page.locator("[data-follow]")).to_have_attribute("data-live", "on")
    expect(page.locator(".board-room")).to_have_count(5)
    page.evaluate("document.querySelector('#tour-live h1').kept = 'yes'")
    for table in range(1, 6):
        field.sitting(table).play()
    shown = {}
    for table in range(1, 6):
        sitting = field.sitting(table)
        place = page.locator(f'[data-table="table-1-1-{table}"]')
        expect(place.locator(".told")).to_have_text(told(sitting))
        shown[sitting.id] = place.locator(".board-room").text_content()
    assert page.evaluate("document.querySelector('#tour-live h1').kept") == "yes"
    # On a projector all of them are in sight.
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator("#boards:fullscreen")).to_have_count(1)
    height = page.evaluate("window.innerHeight")
    for place in page.locator("[data-table]").all():
        box = known(place.bounding_box())
        assert 0 <= box["y"] < box["y"] + box["height"] <= height
    for match_id, text in shown.items():
        page.goto(f"/matches/{match_id}/")
        assert page.locator("#frame .board-room").text_content() == text


def told(sitting: Sitting) -> str:
    """Return the sentence of the newest step as everybody may read it."""
    log = sitting.log()
    labels = seat_labels(log.players, "en")
    return make_frame(log, len(log.plies), PUBLIC, labels, "en").sentence
