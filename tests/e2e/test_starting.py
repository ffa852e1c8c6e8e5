"""Beginning a match on a phone: people tapped into their seats, a guest typed, taps counted."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from replays.models import Match
from replays.selectors.logs import load_log
from replays.services import life
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tournaments.people.models import Player, User

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

NAMES = ("Chloé Martin", "Bastien Lefèvre", "Inès Dubois", "Théo Garnier", "Zoé Petit", "Yann Roy")
MOST_TAPS = 6


class Phone:
    """A page under a thumb that counts its taps."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: "Locator") -> None:
        target.tap()
        self.taps += 1

    def tap_people(self, *names: str) -> None:
        for name in names:
            self.tap(self.page.locator(".chips [data-value]", has_text=name))

    def guest(self, name: str) -> None:
        """Tap the line and type a name."""
        self.tap(self.page.locator("#find-person"))
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")

    def begin(self) -> None:
        self.tap(self.page.locator("form[method=post] .btn-primary"))

    def choose(self, game: str) -> None:
        """Tap a game, and wait for its form."""
        self.tap(self.page.locator(f"[data-game={game}]"))
        self.page.wait_for_url(re.compile(f"game={game}"))
        expect(self.page.locator(f"[data-game={game}]")).to_have_attribute("aria-pressed", "true")
        self.page.locator(".seat-line").first.wait_for()

    def expect_seated(self, *names: str) -> None:
        expect(self.page.locator(".seat-line .seat-name")).to_have_text(names)

    def tool(self, name: str) -> "Locator":
        return self.page.locator(".seated").get_by_role("button", name=name, exact=True)


@pytest.fixture
def players(fresh_database: FreshDatabase) -> list[Player]:
    club = make_club("Les Baguettes")
    return [make_player(club, name) for name in NAMES]


@pytest.fixture
def staff(players: list[Player]) -> User:
    return make_user("staff", staff=True)


@pytest.fixture
def phone(browser_page: "Page", live_server_url: str, staff: User) -> Iterator[Phone]:
    """A small screen under a thumb, on which a member of staff is logged in."""
    errors: list[str] = []
    context = known(browser_page.context.browser).new_context(
        base_url=live_server_url,
        viewport={"width": 390, "height": 660},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    let_in(page, live_server_url, staff)
    yield Phone(page)
    context.close()
    assert not errors


def players_of_last_match() -> tuple[object, ...]:
    return load_log(Match.objects.latest("created_at").pk).players


def test_a_match_of_four_begins_with_six_taps_and_the_next_one_with_two(
    phone: Phone, players: list[Player]
) -> None:
    page = phone.page
    page.goto("/")
    phone.tap(page.get_by_role("link", name="Record a match").first)
    page.wait_for_url("**/matches/new/")
    phone.tap_people("Inès", "Chloé", "Bastien")
    phone.guest("Zed")
    phone.expect_seated("Inès D.", "Chloé M.", "Bastien L.", "Zed")
    expect(page.locator("form[method=post] .btn-primary")).to_contain_text("4 players")
    phone.begin()
    page.wait_for_url("**/record/")
    assert phone.taps <= MOST_TAPS
    zed = Player.objects.get(nickname="Zed")
    first = (players[2].id, players[0].id, players[1].id, zed.id)
    assert players_of_last_match() == first

    # The next evening the same game and the same people come first.
    page.goto("/matches/new/")
    expect(page.locator("[data-game=sushi_go_party]")).to_have_attribute("aria-pressed", "true")
    shown = page.locator(".chips [data-value]:visible").all_inner_texts()
    assert [name.strip() for name in shown[:4]] == ["Inès D.", "Chloé M.", "Bastien L.", "Zed"]
    phone.taps = 0
    phone.tap(page.get_by_role("link", name=re.compile("Sushi Go Party!.*Inès D., Chloé M.")))
    page.wait_for_url("**/?again=*")
    phone.expect_seated("Inès D.", "Chloé M.", "Bastien L.", "Zed")
    require_accessible_in_both_schemes(page)
    phone.begin()
    page.wait_for_url("**/record/")
    assert phone.taps == 2
    assert players_of_last_match() == first
    assert Match.objects.count() == 2
    assert Player.objects.filter(nickname="Zed").count() == 1


def test_half_a_name_seats_the_member_and_a_guest_only_when_said_so(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new/?game=sushi_boat")
    phone.guest("bast")
    phone.guest("the")
    expect(page.locator("[data-said]")).to_have_text("Seat 2: Théo G.")
    page.locator("#find-person").fill("")
    phone.guest("é")
    expect(page.locator("[data-said]")).to_have_text("Tap whom you mean, or the guest.")
    phone.expect_seated("Bastien L.", "Théo G.")
    phone.tap(page.get_by_role("button", name="Add the guest é"))
    phone.guest("Zed")
    phone.expect_seated("Bastien L.", "Théo G.", "é", "Zed")


def test_who_sits_there_stays_whatever_else_changes(phone: Phone, players: list[Player]) -> None:
    page = phone.page
    page.goto("/matches/new/?game=sushi_go_party")
    for name in ("Inès", "Chloé", "Théo"):
        phone.tap_people(name)
    phone.tap(phone.tool("Move Théo G. up"))
    phone.expect_seated("Inès D.", "Théo G.", "Chloé M.")
    phone.tap_people("Inès")
    phone.expect_seated("Théo G.", "Chloé M.")
    for name in ("Bastien", "Yann", "Zoé"):
        phone.tap_people(name)
    phone.guest("zoe p.")  # She is there already, however her name is typed.
    expect(page.locator("[data-said]")).to_contain_text("sits at another seat already")
    page.locator("#find-person").fill("")
    phone.guest("Zed")
    everybody = ("Théo G.", "Chloé M.", "Bastien L.", "Yann R.", "Zoé P.", "Zed")
    phone.expect_seated(*everybody)
    page.get_by_label("are rolled and drawn by Kaiten").check()
    page.get_by_label("Rated").uncheck()
    page.get_by_role("combobox", name="Menu").select_option("master_menu")

    # Nobody is dropped where there are too many: it is said, and nothing is sent.
    phone.choose("sushi_bar")
    phone.expect_seated(*everybody)
    refusal = page.get_by_text("This game takes 2 to 5 players, not 6.")
    expect(refusal).to_be_visible()
    phone.begin()
    expect(page.locator("#find-person:focus")).to_be_visible()
    phone.tap(phone.tool("Take Yann R. out"))
    expect(refusal).to_be_hidden()
    phone.tap_people("Yann")  # A full table takes nobody more.
    phone.expect_seated("Théo G.", "Chloé M.", "Bastien L.", "Zoé P.", "Zed")
    expect(page.locator("[data-said]")).to_contain_text("2 to 5 players, not 6")

    # Scores, and back to the first game: what was chosen for it is there still, after a reload too.
    page.locator("#mode").select_option("report")
    page.wait_for_url(re.compile("mode=report"))
    page.get_by_label("Score, Zed").fill("7")
    phone.tap(phone.tool("Take Théo G. out"))
    expect(page.get_by_label("Score, Zed")).to_have_value("7")
    page.locator("#mode").select_option("record")
    page.wait_for_url(re.compile("mode=record"))
    phone.choose("sushi_go_party")
    page.reload()
    phone.expect_seated("Chloé M.", "Bastien L.", "Zoé P.", "Zed")
    expect(page.get_by_label("are rolled and drawn by Kaiten")).to_be_checked()
    expect(page.get_by_label("Rated")).not_to_be_checked()
    expect(page.get_by_role("combobox", name="Menu")).to_have_value("master_menu")
    phone.begin()
    page.wait_for_url("**/record/")
    match = Match.objects.get()
    assert (match.game, match.seats, match.source, match.rated) == (
        "sushi_go_party",
        4,
        "online",
        False,
    )
    assert load_log(match.pk).setup.options["menu"] == "master_menu"


def test_no_network_and_no_session_take_nobody_from_their_seat(
    phone: Phone, players: list[Player], live_server_url: str, staff: User
) -> None:
    page = phone.page
    let_in(page, live_server_url, staff, "fr")
    page.goto("/matches/new/?game=sushi_bar")
    page.get_by_role("button", name="Ajouter une place sans nom").tap()
    phone.tap_people("Yann")
    phone.guest("Zoé Z")
    names = ("Yann R.", "Zoé Z")
    phone.expect_seated(*names)
    expect(page.get_by_role("button", name="Commencer")).to_contain_text("2 joueurs")

    page.context.set_offline(True)
    phone.tap(page.locator("[data-game=sushi_roll]"))
    expect(page.locator(".choose-game .unsent")).to_contain_text("Pas de connexion")
    # What stands above did not come: it is not begun with the form of something else.
    phone.begin()
    phone.expect_seated(*names)
    page.context.set_offline(False)
    Session.objects.all().delete()
    phone.begin()
    page.wait_for_url(re.compile("/login/"))
    page.locator("[name=username]").fill("staff")
    page.locator("[name=password]").fill("secret")
    page.locator("main form .btn-primary").tap()
    page.wait_for_url(re.compile("game=sushi_roll"))
    phone.expect_seated(*names)

    page.context.set_offline(True)
    phone.begin()
    page.locator(".begin .unsent").get_by_text("pas de connexion").wait_for()
    page.context.set_offline(False)
    Session.objects.all().delete()
    page.locator(".begin .unsent button").tap()
    layer = page.get_by_role("dialog")
    layer.locator("[name=password]").fill("secret")
    layer.locator(".btn-primary").tap()
    page.wait_for_url("**/record/")
    match = Match.objects.get()
    assert (match.game, match.seats) == ("sushi_roll", 2)
    assert players_of_last_match()[0] == players[5].id


def test_scores_are_typed_beside_the_names_and_told_the_same_way_next_time(
    phone: Phone, players: list[Player]
) -> None:
    page = phone.page
    club = players[0].club_id
    azul = Sitting("plain", club_id=club, players=[players[3].id, None], options={"title": "Azul"})
    azul.do(life.report_result, scores=[61, 74])
    page.goto("/matches/new/")
    expect(page.locator("#mode")).to_have_value("report")
    phone.tap(page.get_by_role("link", name=re.compile("Azul.*Théo G., Seat 2")))
    page.wait_for_url("**/?again=*")
    phone.expect_seated("Théo G.", "nobody named")
    phone.tap_people("Zoé")
    phone.expect_seated("Théo G.", "Zoé P.")
    page.get_by_label("Score, Théo G.").fill("3")
    page.get_by_label("Score, Zoé P.").fill("9")
    phone.begin()
    page.get_by_text("The result is saved.").wait_for()
    seats = Match.objects.latest("created_at").seatings.order_by("seat")
    assert [(seat.player_id, seat.score) for seat in seats] == [
        (players[3].id, 3),
        (players[4].id, 9),
    ]


def test_without_scripts_the_selects_are_there_and_the_same_again_fills_them(
    browser_page: "Page", live_server_url: str, staff: User, players: list[Player]
) -> None:
    ids = [player.id for player in players[:3]]
    Sitting("sushi_bar", seats=3, club_id=players[0].club_id, players=ids)
    browser = known(browser_page.context.browser)
    with browser.new_context(base_url=live_server_url, java_script_enabled=False) as context:
        page = context.new_page()
        let_in(page, live_server_url, staff)
        page.goto("/matches/new/")
        expect(page.locator("[data-seating]")).to_be_hidden()
        page.get_by_role("link", name=re.compile("Sushi Bar")).click()
        expect(page.locator("#id_player_2")).to_have_value(str(ids[2]))
        page.locator("#id_player_2").select_option(label="Zoé P.")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/record/")
    assert players_of_last_match() == (*ids[:2], players[4].id)
