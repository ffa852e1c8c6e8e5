"""The first evening with Kaiten: from an empty database to a table of one's own club."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from replays.models import StoredEvent, Stream
from replays.services.verify import verify_stream
from tests.e2e.pages import require_accessible_in_both_schemes
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tournaments.people.models import Club, Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.services.databases import Databases

pytestmark = [pytest.mark.browser, pytest.mark.services]

MOST_CLICKS = 20
PASSWORD = "a long new password"
NAMES = [
    *("Ana Lima", "Bo Berg", "Chloé Noir", "David Roux, Dav", "Emma Blanc", "Farid Amrani"),
    *("Gaël Le Goff", "Hugo Petit", "Inès Faure", "Jules Morel", "Karim Haddad", "Lou Garnier"),
    "Marie Dupont",
]


class Hand:
    """Somebody who counts: a field takes a tap to get into, a choice from a list takes two."""

    def __init__(self, page: "Page") -> None:
        self.page, self.clicks = page, 0

    def tap(self, place: "Locator") -> None:
        place.click()
        self.clicks += 1

    def write(self, name: str, text: str) -> None:
        self.tap(self.page.locator(f"main [name={name}]"))
        self.page.locator(f"main [name={name}]").fill(text)


@pytest.fixture
def phone(browser_page: "Page", live_server_url: str) -> Iterator["Page"]:
    """A page on a phone in France; the test says which language it speaks."""
    browser = browser_page.context.browser
    assert browser is not None
    context = browser.new_context(
        base_url=live_server_url,
        viewport={"width": 390, "height": 800},
        timezone_id="Europe/Paris",
        locale="en-GB",
    )
    yield context.new_page()
    context.close()


def set_up(hand: Hand, *, names: list[str]) -> None:
    """Fill the form in as it stands and send it."""
    from playwright.sync_api import expect

    hand.write("name", "Les Dés du jeudi")
    expect(hand.page.locator("[name=time_zone]")).to_have_value("Europe/Paris")
    hand.write("username", "anne")
    hand.write("password1", PASSWORD)
    hand.write("password2", PASSWORD)
    hand.write("names", "\n".join(names))
    hand.tap(hand.page.locator("main form > button"))


def begin_a_match(hand: Hand, button: str) -> None:
    hand.tap(hand.page.locator("main").get_by_role("link", name=button))
    for label in ("Ana L.", "Bo B.", "Chloé N.", "David R."):
        hand.tap(hand.page.locator(".chips [data-value]", has_text=label).first)
    hand.tap(hand.page.locator(".begin button"))
    hand.page.wait_for_url("**/matches/*/record/")


class TestWithoutTables:
    """A real server on a database that holds nothing at all, not even tables."""

    @pytest.fixture
    def server(self, databases: "Databases") -> Iterator[LiveServer]:
        name = f"empty_{uuid4().hex}"
        database = FreshDatabase(databases.create(name))
        server = LiveServer(program_environment(database, KAITEN_DEMO="0"), "--prepare")
        yield server
        server.process.kill()
        server.process.wait()
        databases.drop(name)

    @pytest.fixture
    def live_server_url(self, server: LiveServer) -> str:
        return server.url

    def test_the_first_table_is_less_than_twenty_clicks_away(
        self, phone: "Page", server: LiveServer
    ) -> None:
        from playwright.sync_api import expect

        phone.goto("/matches/")
        phone.wait_for_url("**/setup/")
        code = known(re.search(r"/setup/\?code=(\S+)", server.words()))[1]
        assert f"The code for it: {code}" in server.words()
        phone.goto(f"/setup/?code={code}")
        require_accessible_in_both_schemes(phone)
        hand = Hand(phone)
        set_up(hand, names=NAMES)
        phone.get_by_text("Les Dés du jeudi is here, with 13 people.").wait_for()
        expect(phone.get_by_role("heading", name="What to do next")).to_be_visible()
        require_accessible_in_both_schemes(phone)
        begin_a_match(hand, "Begin a match")
        assert hand.clicks < MOST_CLICKS


def test_the_same_in_french_with_names_in_doubt_and_mistakes_by_the_way(
    phone: "Page", fresh_database: FreshDatabase
) -> None:
    from playwright.sync_api import expect

    from tournaments.people.services.setup_codes import issue_setup_code

    code = issue_setup_code(actor="cli", now=datetime.now(UTC))
    phone.goto(f"/setup/?code={code}")
    phone.get_by_role("button", name="FR").click()
    phone.get_by_role("heading", name="Installer votre propre club").wait_for()
    expect(phone.locator("[name=code]")).to_have_value(code)
    expect(phone.locator("main [name=language]")).to_have_value("fr")
    hand = Hand(phone)
    set_up(hand, names=[*NAMES[:-1], "Ana Lina"])
    phone.get_by_role("heading", name="Est-ce bien chaque fois").wait_for()
    assert not Club.objects.exists()
    # What was typed is still there, the password as well, though it was never sent back.
    expect(phone.locator("[name=password2]")).to_have_value(PASSWORD)
    expect(phone.locator("[name=names]")).to_have_value("\n".join([*NAMES[:-1], "Ana Lina"]))
    require_accessible_in_both_schemes(phone)
    hand.tap(phone.get_by_label("Ligne 13 : Ana Lina"))
    hand.tap(phone.get_by_role("button", name="Continuer"))
    phone.get_by_text("Les Dés du jeudi est là, avec 13 personnes.").wait_for()
    assert Club.objects.get().language == "fr"
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    begin_a_match(hand, "Commencer une partie")
    assert hand.clicks < MOST_CLICKS


class TestAfterTheDemo:
    """A real server whose database holds the demo club."""

    @pytest.fixture
    def live_server_process(self, fresh_database: FreshDatabase) -> Iterator[LiveServer]:
        from tournaments.demo.club import make_demo, make_organiser, plan_matches

        planned = plan_matches(seed="kaiten", tell=lambda _progress: None)
        club = make_demo(planned=planned, now=datetime.now(UTC))
        make_organiser(club)
        server = LiveServer(program_environment(fresh_database))
        yield server
        server.process.kill()
        server.process.wait()

    def test_the_code_of_the_terminal_removes_the_demo_and_touches_no_log(
        self, phone: "Page", live_server_process: LiveServer
    ) -> None:
        from playwright.sync_api import expect

        heads = list(Stream.objects.values_list("pk", "version", "head_hash"))
        alice = Player.objects.get(first_name="Alice")
        demo = Club.objects.get()
        code = known(re.search(r"The code for it: (\S+)", live_server_process.words()))[1]
        phone.goto("/")
        phone.get_by_role("link", name="Set up your own club").click()
        hand = Hand(phone)
        # Typed as somebody reads it aloud; a wrong one first.
        hand.write("code", "aaaa cccc")
        set_up(hand, names=NAMES[:2])
        phone.locator(".errorlist").get_by_text("This code does not work").wait_for()
        expect(phone.locator("[name=names]")).to_have_value("\n".join(NAMES[:2]))
        expect(phone.locator("[name=password1]")).to_have_value(PASSWORD)
        hand.write("code", code.lower().replace("-", " "))
        hand.tap(phone.locator("main form > button"))
        phone.get_by_text("Les Dés du jeudi is here, with 2 people.").wait_for()
        assert "Kaiten Demo Club" not in phone.locator("main").inner_text()
        phone.goto("/players/?search=Alice")
        expect(phone.locator("main").get_by_role("link", name="Alice")).to_have_count(0)
        gone = phone.request.get(f"/players/{alice.pk}/")
        assert gone.status == 404 or "Alice" not in gone.text()
        # The worker has played on until the club was gone: what was there is as it was.
        for pk, version, head in heads:
            assert StoredEvent.objects.get(stream_id=pk, version=version).hash == head
        assert StoredEvent.objects.filter(stream_id=demo.pk).count() == 15
        assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
