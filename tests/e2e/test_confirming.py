"""A phone is passed round after a match: everybody agrees, one after the other, in French."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.e2e.pages import another_page, let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_member, make_player, make_user
from tests.replays.sittings import Sitting
from tournaments.people.services.players import link_account

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]
NAMES = ("Chloé Martin", "Bastien Lefèvre", "Inès Dubois")


def test_three_agree_on_a_phone_that_is_passed_round_and_print_the_sheet(
    browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    club = make_club("Les Baguettes")
    players = [make_player(club, name) for name in NAMES]
    ids = [player.id for player in players]
    sitting = Sitting("sushi_go_party", seats=3, club_id=club.id, players=ids).finish()
    places = {row.seat: row.place or 0 for row in sitting.seats}
    order = sorted(places, key=lambda seat: (places[seat], seat))
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with another_page(browser_page, live_server_url, **phone) as page:
        let_in(page, live_server_url, make_member(club, "scorekeeper"), "fr")
        page.goto(f"/matches/{sitting.id}/record/")
        asked, agree = page.locator(".agreement-current"), page.locator(".agreement-current button")
        for number, seat in enumerate(order):
            first_name = NAMES[seat].split()[0]
            expect(asked).to_contain_text(first_name)
            expect(asked).to_contain_text(f"{sitting.seats[seat].score} point")
            expect(asked.locator(f".plate-{seat}")).to_be_visible()
            box = agree.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            if number == 1:
                expect(page.locator(".agreement .badge")).to_have_text("Confirmé par 1 sur 3")
                expect(page.locator("#agreement-title")).to_be_focused()
                require_accessible_in_both_schemes(page)
                page.emulate_media(color_scheme="light")
            agree.tap()
            page.locator(f".agreement-seats .agreed .plate-{seat}").wait_for()
        expect(page.locator(".agreement .badge")).to_have_text("Confirmé par tous")
        assert asked.count() == 0
        assert sitting.log().life.confirmed == {0, 1, 2}

        page.get_by_role("link", name="Imprimer ou partager").tap()
        page.wait_for_url("**/sheet/")
        require_accessible_in_both_schemes(page)
        expect(page.locator("code")).to_have_text(sitting.row.content_hash)
        expect(page.get_by_role("button", name="Partager")).to_be_visible()

    with another_page(browser_page, live_server_url) as page:
        page.goto(f"/matches/{sitting.id}/")
        expect(page.locator(".stage-badges")).to_contain_text("Confirmed by all")
        page.goto(f"/matches/{sitting.id}/sheet/")
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1


def test_whoever_has_an_account_agrees_on_their_own_phone_for_their_own_seat(
    browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    club, page, own = make_club(), browser_page, make_user()
    players = [make_player(club, name) for name in NAMES[:2]]
    link_account(player=players[1], user=own)
    sitting = Sitting(club_id=club.id, players=[player.id for player in players]).finish()
    let_in(page, live_server_url, own)
    page.goto(f"/matches/{sitting.id}/?ply={len(sitting.log().plies)}")
    expect(page.locator(".agreement-current")).to_contain_text("Bastien")
    page.locator(".agreement-current button").click()
    expect(page.locator(".agreement .badge")).to_have_text("Confirmed by 1 of 2")
    assert page.locator(".agreement-current").count() == 0
    assert sitting.log().life.confirmed == {1}
