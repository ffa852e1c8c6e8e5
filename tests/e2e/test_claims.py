"""Stories of accounts and players in a browser: by a link, by asking, and a name that is hidden."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_member, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tournaments.people.models import Club, Player

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = [pytest.mark.browser, pytest.mark.services]
PHONE: "ViewportSize" = {"width": 390, "height": 800}


@pytest.fixture
def club(fresh_database: FreshDatabase) -> Club:
    return make_club("Les Dés")


def press(page: "Page", name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def test_an_organisers_link_makes_an_account_a_players(
    club: Club, browser_page: "Page", live_server_url: str
) -> None:
    page, player = browser_page, make_player(club, "Anne Petit")
    page.set_viewport_size(PHONE)
    let_in(page, live_server_url, make_member(club, "organiser"), "fr")
    page.goto(f"/players/{player.id}/")
    require_accessible_in_both_schemes(page)
    press(page, "Créer un lien")
    page.locator("svg.qr").wait_for()
    require_accessible_in_both_schemes(page)
    address = page.locator("code.secret").inner_text()
    page.locator("header form[action='/logout/'] button").click()
    page.goto(address)
    page.get_by_role("heading", name="Êtes-vous Anne P. ?").wait_for()
    require_accessible_in_both_schemes(page)
    for name, value in {"username": "anne", "password1": "quiet-otter-9"}.items():
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main [name=password2]").fill("quiet-otter-9")
    press(page, "Créer un compte : c’est moi")
    page.get_by_text("Ici, vous êtes désormais Anne P.").wait_for()
    page.get_by_label("Nom montré en public").select_option("hidden")
    press(page, "Enregistrer")
    label = f"Joueur {player.id.hex[:4].upper()}"
    expect(page.get_by_role("heading", level=1)).to_have_text(label)
    page.goto("/players/")
    page.get_by_role("link", name=label).wait_for()
    expect(page.locator("main")).not_to_contain_text("Anne")
    page.goto(address)
    page.get_by_role("heading", name="Ce lien").wait_for()


def test_a_request_is_approved_by_an_organiser(
    club: Club, browser_page: "Page", live_server_url: str
) -> None:
    page, player = browser_page, make_player(club, "Anne Petit")
    anne, organiser = make_user("anne"), make_member(club, "organiser")
    let_in(page, live_server_url, anne)
    page.goto(f"/players/{player.id}/")
    press(page, "This is me")
    expect(page.get_by_role("button", name="Withdraw the request")).to_be_visible()
    require_accessible_in_both_schemes(page)
    let_in(page, live_server_url, organiser)
    page.goto(f"/clubs/{club.id}/members/")
    require_accessible_in_both_schemes(page)
    press(page, "Yes, link them")
    expect(page.get_by_text("The changes are saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, link them")).to_have_count(0)
    let_in(page, live_server_url, anne)
    page.goto(f"/players/{player.id}/")
    page.get_by_role("heading", name="This is you").wait_for()
    assert Player.objects.get(pk=player.pk).user == anne
