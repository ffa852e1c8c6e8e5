"""Recording with a bad network: nothing tapped is lost, doubled or out of order, and one writes."""

import re
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.models import Session
from pytest_django import Settings

from replays.models import StoredEvent
from replays.services.verify import verify_stream
from tests.e2e.pages import last_entry, let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_member, make_player
from tests.known import known
from tests.plugins.browser import CLUB_HOST
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer
from tests.replays.sittings import Sitting
from tournaments.people.models import Club, Membership, User

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, ViewportSize

pytestmark = [pytest.mark.browser, pytest.mark.services]

PHONE: "ViewportSize" = {"width": 390, "height": 844}
LOSE_AN_ANSWER = """() => {
  const real = window.fetch;
  window.lost = 0;
  window.fetch = async (address, options) => {
    const answer = await real(address, options);
    if (options?.method !== "POST" || window.lost) return answer;
    window.lost += 1;
    throw new TypeError("lost");
  };
}"""


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Wait as long for what comes by itself as for what was asked for: a machine may be busy."""
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)
    yield
    expect.set_options(timeout=5_000)


class Table:
    """A table of three at Sushi Go Party!, whose cards nobody saw, and who may record there."""

    def __init__(self, page: "Page", url: str, game: str = "sushi_go_party") -> None:
        self.club: Club = make_club("Les Baguettes")
        players = [make_player(self.club, name).id for name in ("Ana A", "Bo B", "Cy C")]
        self.sitting = Sitting(game, seats=3, club_id=self.club.id, players=players)
        self.keeper = self.scorekeeper("anne")
        self.url, self.page = url, page
        page.set_viewport_size(PHONE)
        let_in(page, url, self.keeper)
        self.address = f"{url}/matches/{self.sitting.id}/record/"

    def scorekeeper(self, name: str) -> User:
        return make_member(self.club, "scorekeeper", username=name)

    def open(self, page: "Page | None" = None) -> "Page":
        page = page or self.page
        page.goto(self.address)
        return page

    @property
    def types(self) -> list[str]:
        events = StoredEvent.objects.filter(stream_id=self.sitting.id).order_by("version")
        return [name.partition(".")[2] for name in events.values_list("type", flat=True)]


def connection(page: "Page") -> "Locator":
    return page.locator("#connection")


def choose(page: "Page", name: str, card: str) -> None:
    """Let somebody choose a card, among those who choose at the same time."""
    chooser = page.locator(".chooser[open]", has_text=name)
    chooser.get_by_role("button", name=re.compile(card)).first.click()


def test_a_phone_on_the_clubs_network_goes_on_without_it_and_loses_nothing(
    fresh_database: FreshDatabase,
    browser_page: "Page",
    live_server_url: str,
    settings: Settings,
) -> None:
    from playwright.sync_api import expect

    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, CLUB_HOST]
    table = Table(browser_page, live_server_url.replace("127.0.0.1", CLUB_HOST))
    page = table.open()
    plain = page.evaluate("[isSecureContext, 'randomUUID' in crypto, 'locks' in navigator]")
    assert plain == [False, False, False]
    expect(connection(page)).to_have_text("All saved")
    page.get_by_role("button", name="Nobody saw the cards").click()
    expect(connection(page)).to_have_text("Saved")

    # Who chooses at the same time is entered to the last one; then the page waits for the network.
    page.context.set_offline(True)
    choose(page, "Ana A", "tempura")
    expect(connection(page)).to_have_text("Offline, 1 waiting")
    choose(page, "Bo B", "tempura")
    expect(connection(page)).to_have_text("Offline, 2 waiting")
    expect(page.locator("#queue")).to_be_hidden()
    choose(page, "Cy C", "tempura")
    expect(connection(page)).to_have_text("Offline, 3 waiting")
    sheet = page.locator("#queue")
    expect(sheet).to_contain_text("The next question comes once this is sent.")
    expect(sheet.locator(".queue-list li")).to_have_count(3)
    expect(sheet.locator("button:visible")).to_have_text(["Take back the last one"])
    require_accessible_in_both_schemes(page)
    # The last one is taken back before anybody has heard of it.
    sheet.get_by_role("button", name="Take back the last one").click()
    expect(connection(page)).to_have_text("Offline, 2 waiting")
    choose(page, "Cy C", "sashimi")
    expect(sheet.locator(".queue-list li").last).to_contain_text("sashimi")
    assert table.types == ["created", "dealt", "dealt", "dealt"]

    # The tab is closed; a new one sends what the old one kept.
    context = page.context
    page.close()
    context.set_offline(False)
    page = table.open(context.new_page())
    expect(connection(page)).to_have_text("Saved")
    expect(page.locator("#recorder")).to_have_attribute("data-version", "7")
    assert table.types[4:] == ["card_chosen"] * 3
    cards = [getattr(event, "card", None) for event in table.sitting.log().events[3:]]
    assert cards == ["tempura", "tempura", "sashimi"]

    # The answer is lost, not the entry: it is sent again and counts once.
    page.evaluate(LOSE_AN_ANSWER)
    page.locator(".chooser[open] .choice").first.click()
    expect(connection(page)).to_have_text("Saved")
    expect(page.locator("#recorder")).to_have_attribute("data-version", "8")
    assert page.evaluate("window.lost") == 1
    assert len(table.types) == 8
    assert verify_stream(table.sitting.id).problem is None


def test_a_server_that_is_killed_and_a_page_that_is_loaded_again_lose_nothing(
    fresh_database: FreshDatabase,
    live_server_process: LiveServer,
    browser_page: "Page",
    live_server_url: str,
) -> None:
    from playwright.sync_api import expect

    table = Table(browser_page, live_server_url, "sushi_bar")
    table.sitting.play()
    page = table.open()
    # Half a throw, and half a sheet of scores: a reload leaves both as they were.
    for face in ("bone", "bone", "sushi"):
        page.locator(".pick", has_text=face).first.click()
    page.reload()
    expect(page.locator(".chosen-piece")).to_have_count(3)
    page.goto(table.address.replace("record/", "report/?by=rounds"))
    page.locator("[name=score_1]").fill("12")
    page.reload()
    expect(page.locator("[name=score_1]")).to_have_value("12")

    table.open()
    expect(page.locator(".chosen-piece")).to_have_count(3)
    expect(connection(page)).to_have_text("All saved")
    live_server_process.stop(with_signal=signal.SIGKILL)
    for face in ("sushi", "bone"):  # the last one records the throw
        page.locator(".pick", has_text=face).first.click()
    expect(connection(page)).to_have_text(re.compile(r"1\swaiting"))
    expect(page.locator("#queue")).to_contain_text("3 × bone, 2 × sushi")
    server = LiveServer(live_server_process.env, port=live_server_process.port)
    try:
        expect(connection(page)).to_have_text("Saved")
        expect(page.locator("#queue")).to_be_hidden()
        assert table.types == ["created", "rows_laid", "dice_rolled"]
        page.reload()
        expect(last_entry(page)).to_contain_text("throws")
        expect(page.locator(".chosen-piece")).to_have_count(0)
    finally:
        server.stop(with_signal=signal.SIGKILL)


def test_two_phones_hand_the_pen_over_and_decide_what_counts(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    table = Table(browser_page, live_server_url)
    table.sitting.play_on(3)
    anne = table.open()
    expect(anne.locator("#pen")).to_be_hidden()
    expect(anne.locator("[data-follow]")).to_have_attribute("data-live", "on")
    browser = known(anne.context.browser)
    with browser.new_context(viewport=PHONE, locale="fr") as context:
        bob = context.new_page()
        let_in(bob, live_server_url, table.scorekeeper("bob"), "fr")
        table.open(bob)
        # Bob sees who writes, and nothing to tap but the pen.
        expect(bob.locator("#pen")).to_contain_text("anne")
        expect(bob.locator(".chooser .choice").first).to_be_hidden()
        bob.get_by_role("button", name="Prendre le stylo").click()
        expect(bob.locator("#pen")).to_be_hidden()
        # Anne's page hears of it, and reads along.
        expect(anne.locator("#pen")).to_contain_text("bob")
        expect(anne.locator(".chooser .choice").first).to_be_hidden()
        anne.get_by_role("button", name="Take the pen").click()
        expect(anne.locator("#pen")).to_be_hidden()
        expect(bob.locator("#pen")).to_contain_text("anne")

        # Anne loses the network and goes on; Bob takes the pen and enters the first seat again.
        anne.context.set_offline(True)
        for name in ("Ana A", "Bo B"):
            anne.locator(".chooser[open]", has_text=name).locator(".choice").nth(1).click()
        expect(anne.locator("#connection")).to_have_text("Offline, 2 waiting")
        bob.get_by_role("button", name="Prendre le stylo").click()
        bob.locator(".chooser[open] .choice").first.click()
        expect(bob.locator("#connection")).to_have_text("Enregistré")
        anne.context.set_offline(False)
        both = anne.locator("#queue .both")
        expect(both).to_be_visible()
        expect(both.locator(".both-theirs li")).to_have_count(1)
        expect(both.locator(".both-mine li")).to_have_count(2)
        expect(both.locator(".both-mine .is-unfit")).to_have_count(1)  # Ana has chosen already
        expect(anne.locator("#queue button:visible")).to_have_text(
            ["Keep that, drop my 2", "Record the one that fits on top, drop the rest"]
        )
        require_accessible_in_both_schemes(anne)
        both.get_by_role("button", name="Keep that, drop my 2").click()
        expect(anne.locator("#connection")).to_have_text("All saved")
        expect(anne.locator(".chooser .choice").first).to_be_hidden()
        assert len(table.types) == 5

        # Once more, with an entry that fits on top: the pen comes with the decision.
        anne.get_by_role("button", name="Take the pen").click()
        expect(anne.locator("#pen")).to_be_hidden()
        expect(bob.locator("#pen")).to_contain_text("anne")
        anne.context.set_offline(True)
        anne.locator(".chooser[data-seat='2'] summary").click()
        anne.locator(".chooser[data-seat='2'] .choice").first.click()
        expect(anne.locator("#connection")).to_have_text("Offline, 1 waiting")
        bob.get_by_role("button", name="Prendre le stylo").click()
        bob.locator(".chooser[open]", has_text="Bo B").locator(".choice").first.click()
        expect(bob.locator("#connection")).to_have_text("Enregistré")
        anne.context.set_offline(False)
        anne.get_by_role("button", name="Record mine on top").click()
        expect(anne.locator("#connection")).to_have_text("Saved")
        expect(anne.locator("#queue")).to_be_hidden()
        expect(bob.locator("#pen")).to_contain_text("anne")
    assert table.types == ["created", *["dealt"] * 3, *["card_chosen"] * 3]


def test_who_is_logged_out_or_refused_keeps_every_entry(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    table = Table(browser_page, live_server_url)
    table.sitting.play_on(3)
    page = table.open()
    expect(connection(page)).to_have_text("All saved")
    Session.objects.all().delete()
    for name in ("Ana A", "Bo B"):
        page.locator(".chooser[open]", has_text=name).locator(".choice").first.click()
        if name == "Ana A":
            page.get_by_role("dialog").wait_for()
            page.get_by_role("button", name="Not now").click()
    layer = page.get_by_role("dialog")
    layer.wait_for()
    expect(connection(page)).to_have_text("2 waiting")
    layer.locator("[name=password]").fill("secret")
    layer.get_by_role("button", name="Log in").click()
    expect(connection(page)).to_have_text("Saved")
    assert len(table.types) == 6

    # Another account at the same phone is told, and says that it answers for what waits.
    page.context.set_offline(True)
    page.locator(".chooser[open] .choice").first.click()
    expect(connection(page)).to_have_text("Offline, 1 waiting")
    Session.objects.all().delete()
    let_in(page, live_server_url, table.scorekeeper("bob"))
    page.context.set_offline(False)
    page.get_by_role("button", name="Send it as bob").click()
    expect(connection(page)).to_have_text("Saved")
    assert len(table.types) == 7

    # What the rules refuse is said, and kept until somebody has read that.
    sheet, choice = page.locator("#queue"), page.locator(".chooser[open] .choice").first
    choice.evaluate("(button) => { button.value = '{}'; }")
    choice.click()
    expect(sheet).to_contain_text("This was not recorded:")
    expect(connection(page)).to_have_text("1 waiting")
    sheet.get_by_role("button", name="Drop it").click()
    expect(sheet).to_be_hidden()

    # So is whatever else the recorder refuses by a code, such as an undo that came too late.
    late = {"Kaiten-Code": "nothing_to_take_back", "Content-Type": "text/html"}
    page.route("**/record/", lambda route: route.fulfill(status=409, headers=late), times=1)
    page.locator(".chooser[open] .choice").first.click()
    expect(sheet).to_contain_text("This was not recorded:")
    sheet.get_by_role("button", name="Drop it").click()
    expect(sheet).to_be_hidden()

    # A browser that keeps nothing sends what is tapped as every form is sent.
    poor = page.context.new_page()
    poor.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    table.open(poor)
    expect(connection(poor)).to_contain_text("This browser keeps nothing")
    poor.locator(".chooser[open] .choice").first.click()
    expect(connection(poor)).to_have_text("Saved")
    poor.close()
    assert len(table.types) == 8

    # What nobody may write any more is kept with its words until it is dropped.
    expect(page.locator("#recorder")).to_have_attribute("data-version", "8")
    Membership.objects.all().delete()
    choice.click()
    expect(sheet).to_contain_text("Your account may not record this.")
    expect(sheet.locator(".queue-list li")).to_have_count(1)
    sheet.get_by_role("button", name="Drop it").click()
    expect(sheet).to_be_hidden()
    assert len(table.types) == 8
