"""At secure addresses a recorder and the page of a new match are opened again without a network."""

from typing import TYPE_CHECKING

import msgspec
import pytest
from pytest_django import Settings

from games.registry import rules_for
from replays.models import Match
from replays.offline.phone import Told
from replays.selectors.logs import load_log
from tests.e2e.pages import another_page, let_in, log_in
from tests.e2e.phones import (
    BEGUN,
    PATIENCE,
    Cut,
    begin_offline,
    new_sitting,
    planned,
    played,
    ready,
)
from tests.e2e.taps import Finger, Scorekeeper
from tests.factories import make_member
from tests.plugins.browser import CLUB_HOST
from tournaments.people.models import Club

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("example_game", "offline_rules"),
]

AGAIN = "This page can be opened again without a network."
STAYS_OPEN = "Without a network it works as long as this page stays open."
KEPT = """async () => {
  const found = [];
  for (const name of (await caches.keys()).filter((one) => one.startsWith("kaiten-pages-"))) {
    found.push(...(await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname));
  }
  return found.sort();
}"""


def _can_be_opened_again(page: "Page") -> None:
    page.get_by_text(AGAIN).wait_for(state="attached", timeout=90_000)


def _is_kept(page: "Page") -> None:
    from playwright.sync_api import expect

    kept = page.get_by_text("this page is shown as this device kept it")
    kept.wait_for(timeout=30_000)
    expect(kept).to_be_in_viewport(ratio=1)


def test_a_recorder_is_loaded_again_and_opened_in_a_new_tab_without_a_network(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, "sushi_bar")
    events = planned(sitting)
    sitting.play(*events[:-6])
    scorekeeper = Scorekeeper(page, sitting)
    ready(page, sitting)
    _can_be_opened_again(page)
    scorekeeper.record(events[-6])

    cut = Cut(page, scorekeeper)
    cut.lose_network(sitting)
    cut.enter(events[-5])
    page.reload()
    _is_kept(page)
    cut.says_how_many()
    cut.enter(events[-4])
    tab = page.context.new_page()
    tab.goto(page.url)
    page.close()
    _is_kept(tab)
    there = Cut(tab, Finger(tab), waits=2)
    there.says_how_many()
    for event in events[-3:]:
        there.enter(event)
    tab.get_by_text("The match is over:").wait_for(timeout=30_000)
    assert sitting.log().events == events[:-5], "nothing was sent so far"

    there.find_network()
    tab.locator(f"#recorder[data-version='{len(events) + 2}']").wait_for(state="attached")
    assert sitting.log().events == events
    assert sitting.log().status == "finished"
    tab.locator("#kept-here").wait_for(state="hidden")
    tab.close()


def test_a_recorder_with_nothing_waiting_goes_on_from_what_was_saved_last(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, "sushi_express")
    events = planned(sitting)[:4]
    scorekeeper = Scorekeeper(page, sitting)
    ready(page, sitting)
    _can_be_opened_again(page)
    scorekeeper.record(events[0])
    scorekeeper.record(events[1])
    cut = Cut(page, scorekeeper)
    cut.lose_network(sitting)
    page.reload()
    _is_kept(page)
    cut.says_how_many()
    cut.enter(events[2])
    cut.enter(events[3])
    cut.find_network()
    page.locator(f"#recorder[data-version='{len(events) + 1}']").wait_for(state="attached")
    assert sitting.log().events == events


def test_a_match_that_was_begun_without_a_network_is_opened_again(
    phone_page: "Page", live_server_url: str
) -> None:
    page = phone_page
    new_sitting(page, live_server_url, "sushi_bar")
    before = set(Match.objects.values_list("pk", flat=True))
    page.goto("/matches/new/?game=sushi_bar&mode=record")
    _can_be_opened_again(page)
    page.context.set_offline(True)
    page.reload()
    _is_kept(page)
    begin_offline(page, "sushi_bar")
    match = page.evaluate(BEGUN)
    setup = msgspec.json.decode(match["told"], type=Told).setup
    events = played(rules_for(setup), setup)
    cut = Cut(page, Finger(page), waits=1)
    cut.enter(events[0])
    page.reload()
    cut.says_how_many()
    cut.enter(events[1])
    cut.find_network()
    page.locator("#recorder[data-version='3']").wait_for(state="attached", timeout=PATIENCE)
    (begun,) = set(Match.objects.values_list("pk", flat=True)) - before
    assert str(begun) == match["match"]
    assert load_log(begun).events == events[:2]
    assert load_log(begun).setup == setup


def test_what_is_kept_belongs_to_one_account(phone_page: "Page", live_server_url: str) -> None:
    page = phone_page
    sitting = new_sitting(page, live_server_url, "sushi_bar")
    address = f"/matches/{sitting.id}/record/"
    page.goto(address)
    _can_be_opened_again(page)
    page.wait_for_function(f"async () => (await ({KEPT})()).length === 2")
    assert page.evaluate(KEPT) == [address, address.replace("record", "told")]

    page.goto("/")
    page.evaluate("document.querySelector('form[action$=\"/logout/\"]').requestSubmit()")
    page.get_by_role("link", name="Log in").first.wait_for(state="attached")
    assert page.evaluate(KEPT) == []

    bea = make_member(Club.objects.get(), "scorekeeper", username="bea")
    log_in(page, "anne")
    page.goto(address)
    _can_be_opened_again(page)
    assert address in page.evaluate(KEPT)
    let_in(page, live_server_url, bea)  # as if by another tab
    page.goto("/")
    page.wait_for_function(f"async () => !(await ({KEPT})()).length")
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(address)


def test_at_a_plain_address_it_works_as_long_as_the_page_stays_open(
    phone_page: "Page", live_server_url: str, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, CLUB_HOST]
    plain = live_server_url.replace("127.0.0.1", CLUB_HOST)
    with another_page(phone_page, plain, has_touch=True) as page:
        sitting = new_sitting(page, plain, "sushi_bar")
        page.goto(f"/matches/{sitting.id}/record/")
        page.get_by_text(STAYS_OPEN).wait_for(state="attached", timeout=90_000)
        assert not page.evaluate("'serviceWorker' in navigator")
