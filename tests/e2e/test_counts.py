"""Counting round by round on a phone, and a calculator that needs no match."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.testing.scale import sampled
from replays.selectors.logs import stored_rows
from replays.services.verify import verify_stream
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

SCREEN = 844
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "sushi_bar": (1, {}),
    "sushi_boat": (1, {}),
    "sushi_express": (1, {}),
    "sushi_go_party": (3, {"menu": "sushi_go"}),
    "sushi_roll": (3, {}),
}


@pytest.fixture
def phone(live_server_url: str, browser_page: "Page") -> "Iterator[Page]":
    """A small screen that is touched; what its scripts throw fails the test."""
    context = known(browser_page.context.browser).new_context(
        base_url=live_server_url, viewport={"width": 390, "height": SCREEN}, has_touch=True
    )
    page = context.new_page()
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    yield page
    context.close()
    assert not thrown


def tap_seats(page: "Page", seats: int) -> list[dict[str, Any]]:
    """Tap something of everything for one seat after the other; return what was tapped."""
    tapped: list[dict[str, Any]] = []
    for seat in range(seats):
        opened = page.locator("details.count-seat[open]")
        expect(opened).to_have_count(1)
        assert known(opened.bounding_box())["height"] <= SCREEN * 1.2
        table: dict[str, Any] = {}
        for picker in opened.locator("[data-picker]").all():
            name = known(picker.locator("select").first.get_attribute("name")).split(".")[2]
            pieces = picker.locator(".pick:enabled")
            piece = pieces.nth(seat % pieces.count())
            table[name] = [json.loads(known(piece.get_attribute("data-value")))]
            piece.tap()
        for number in opened.locator("input[type=number]").all():
            table[known(number.get_attribute("name")).split(".")[2]] = seat
            number.fill(str(seat))
        tapped.append(table)
        if seat < seats - 1:
            opened.get_by_role("link", name="Next seat").tap()
            expect(page.locator(f"#seat-{seat + 1}")).to_be_visible()
    return tapped


def test_five_games_are_counted_on_a_phone_with_a_reload_after_every_round(
    fresh_database: FreshDatabase, live_server_url: str, phone: "Page"
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre", "Zoé A")]
    page = phone
    let_in(page, live_server_url, make_user(staff=True))
    for slug, (rounds, options) in sampled(list(GAMES.items()), 2):
        seats = 3 if slug == "sushi_express" else 2
        ids = players[:seats]
        match = Sitting(slug, seats=seats, club_id=club.id, players=ids, options=options)
        page.goto(f"/matches/{match.id}/report/")
        page.get_by_text("How deep:").tap()
        page.get_by_role("link", name=re.compile("^Count (each round|the table)")).tap()
        page.wait_for_url("**by=count")
        tapped: list[list[dict[str, Any]]] = []
        watching = page.context.new_page()
        watching.goto(f"/matches/{match.id}/")
        for number in range(1, rounds + 1):
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            tapped.append(tap_seats(page, seats))
            page.get_by_role("button", name=re.compile(f"^(Save round {number}|Add it up)$")).tap()
            page.get_by_text(f"Round {number} is saved.").wait_for()
            # Whoever watches sees it come.
            expect(watching.locator(".rounds-told")).to_be_visible()
            page.reload()
        watching.close()
        if slug == "sushi_roll":
            page.get_by_role("button", name="Take the last round back").tap()
            page.get_by_role("heading", name="Round 3 of 3").wait_for()
            tapped[-1] = tap_seats(page, seats)
            page.get_by_role("button", name="Save round 3").tap()
        page.get_by_role("heading", name="Is this right?").wait_for()
        page.get_by_role("button", name="Save the result").tap()
        page.get_by_text("The result is saved.").wait_for()
        log = match.log()
        assert [list(known(count.tables)) for count in log.life.counted] == tapped, slug
        assert log.status == "reported"
        assert verify_stream(match.id).ok
        assert len(stored_rows(match.id)) == log.version


def test_anybody_counts_a_table_and_who_may_keeps_it(
    fresh_database: FreshDatabase, live_server_url: str, phone: "Page"
) -> None:
    make_club("Les Baguettes")
    page = phone
    page.goto("/games/sushi_roll/")
    page.get_by_role("link", name="Count a table").tap()
    page.get_by_label("Players").select_option("2")
    page.get_by_role("button", name="Count with these").tap()
    page.wait_for_url("**seats=2**")
    for number in (1, 2, 3):
        page.get_by_role("heading", name=f"Round {number} of 3").wait_for()
        if number == 1:
            require_accessible_in_both_schemes(page)
        tap_seats(page, 2)
        page.get_by_role("button", name="Add it up").tap()
    page.get_by_role("heading", name="Result").wait_for()
    expect(page.get_by_role("button", name="Keep it as a match")).to_have_count(0)
    scores = page.locator(".table-rounds tbody strong").all_inner_texts()
    let_in(page, live_server_url, make_user(staff=True))
    page.get_by_role("button", name="Change round 2").tap()
    page.get_by_role("button", name="Add it up").tap()
    page.get_by_role("button", name="Keep it as a match").tap()
    page.get_by_text("It is kept.").wait_for()
    assert page.locator(".table-rounds tbody strong").all_inner_texts() == scores
