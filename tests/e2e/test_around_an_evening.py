"""Home before, during and after an evening, for whoever looks; and the search of every page."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils.timezone import localdate
from playwright.sync_api import expect

from games.testing.scale import sampled
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_member, make_player
from tests.plugins.databases import FreshDatabase
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.web.fields import FINAL, PODS, Field
from tournaments.people.services.players import link_account

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tournaments.people.models import User

pytestmark = [pytest.mark.browser, pytest.mark.services]

NAMES: tuple[str, ...] = ("Élodie Brûlé", "Benoît Lefèvre", "Inès Müller", "Jérôme Côté")
NAMES += ("Łukasz Dvořák", "Noémie Çelik", "Søren Strauß", "Zoë N’Guessan")


class Home:
    """The home of a club, as three people find it one after the other."""

    def __init__(self, page: "Page", url: str, field: Field, language: str) -> None:
        self.page, self.url, self.field, self.language = page, url, field, language
        player = make_member(field.club)
        link_account(player=field.players[0], user=player)
        organiser = make_member(field.club, "organiser")
        self.people: dict[str, User | None] = {
            "visitor": None,
            "player": player,
            "organiser": organiser,
        }

    def words(self, english: str, french: str) -> str:
        return french if self.language == "fr" else english

    def require(self, *, seen: str, own: bool = False) -> None:
        """Everybody finds the evening; the player their table; organisers what they may begin."""
        page = self.page
        for who, user in self.people.items():
            page.context.clear_cookies()
            page.context.add_cookies(
                [{"name": "django_language", "value": self.language, "url": self.url}]
            )
            if user is not None:
                let_in(page, self.url, user, self.language)
            page.goto("/")
            expect(page.locator("#going-on")).to_contain_text(seen)
            expect(page.locator(f'a[href^="{self.field.path()}"]').first).to_be_visible()
            new, table = (
                page.get_by_role("link", name=self.words(*words))
                for words in (
                    ("New tournament", "Nouveau tournoi"),
                    ("Your table", "Votre table"),
                )
            )
            expect(new).to_have_count(int(who == "organiser"))
            expect(table).to_have_count(int(own and who == "player"))


@pytest.mark.parametrize("language", sampled(["en", "fr"], 2))
def test_home_knows_what_is_on_before_during_and_after_an_evening(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, language: str
) -> None:
    club = make_club("Les Dés d’été")
    field = Field(0, PODS | {"rounds": 1}, FINAL | {"cut": {"kind": "top", "top": 4}}, club=club)
    field.players = [make_player(club, name) for name in NAMES]
    field.do("enter", players=[str(player.id) for player in field.players])
    page, today = browser_page, localdate()
    home = Home(page, live_server_url, field, language)

    field.do("rename", title="Crêpes", day=str(today + timedelta(days=3)))
    home.require(seen=home.words("Coming up", "À venir"))
    field.do("rename", title="Crêpes", day=str(today))
    field.do("check_in", entrants=[1, 2, 3, 4, 5])
    home.require(seen=home.words("8 entrants, 5 here", "8 participants, 5 sur place"))

    field.do("check_in", entrants=[6, 7, 8])
    field.announced()
    home.require(seen=home.words("2 tables are still playing", "2 tables jouent encore"), own=True)
    # What happens is on an open page by itself.
    tables = page.locator(".home-tables li")
    expect(tables).to_have_count(2)
    field.do("record", stage=1, round=1, table=1, scores=[44, 38, 31, 20])
    expect(tables.first.locator(".winner .number")).to_have_text("44")
    require_accessible_in_both_schemes(page)
    field.do("record", stage=1, round=1, table=2, scores=[41, 37, 30, 22])
    field.do("close_stage", stage=1)
    field.played(2)
    field.do("close_stage", stage=2)
    field.do("finish")
    home.require(seen=home.words("Last evenings", "Dernières soirées"))
    expect(page.locator(".home-winner .person")).to_have_count(1)


@pytest.mark.parametrize("language", sampled(["en", "fr"], 2, 1))
def test_every_page_has_the_search_in_its_header(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, language: str
) -> None:
    club = make_club("Les Dés d’été")
    field = Field(0, club=club)
    field.do("rename", title="Soirée des crêpes")
    field.players = [make_player(club, name) for name in NAMES]
    field.do("enter", players=[str(player.id) for player in field.players], present=True)
    field.announced()
    match, season = field.sitting(1), make_season(club)
    page, player = browser_page, field.players[0]
    page.set_viewport_size({"width": 390, "height": 844})
    let_in(page, live_server_url, make_member(club, "organiser"), language)
    finds = {
        "elodie": f"/players/{player.id}/",
        "CREPES": field.path(),
        "celik": f"/players/{field.players[5].id}/",
        "Go Party": f"/matches/{match.id}/",
    }
    pages = (
        *("/", "/matches/", "/tournaments/", "/tournaments/new/", "/players/", "/ladders/"),
        *(field.path(section) for section in ("", "entrants/", "print/", "tables/1/1/1/")),
        *(f"/players/{player.id}/", f"/seasons/{season}/", f"/matches/{match.id}/", "/games/"),
        *("/account/", "/help/"),
    )
    for number, address in enumerate(sampled(pages, 2)):
        text, found = [*finds.items()][number % len(finds)]
        page.goto(address)
        page.locator(".site-header .search-chip").click()
        expect(page.locator("#q")).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/search/\?q="))
        expect(page.locator(f'main a[href="{found}"]').first).to_be_visible()
    require_accessible_in_both_schemes(page)
