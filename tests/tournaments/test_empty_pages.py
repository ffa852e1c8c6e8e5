"""Every list of a club in which nothing has happened yet says what to do, or what will come."""

import re

import pytest
from django.test import Client

from tests.clients import SignedIn
from tests.factories import make_member, make_player
from tests.replays.web.conftest import FRENCH
from tests.tournaments.tournaments.play import Friday
from tournaments.people.models import Club

LISTS = ("/players/", "/matches/", "/tournaments/", "/ladders/", "/seasons/", "/batches/")
_EMPTY = re.compile(r'<div class="empty">(.*?)</div>', re.DOTALL)


def advice(client: Client, address: str, **headers: str) -> str:
    """Return what stands where a list would."""
    found = _EMPTY.search(client.get(address, headers=headers).text)
    assert found, address
    return found[1]


@pytest.mark.parametrize("address", LISTS)
def test_an_organiser_is_led_on_and_a_visitor_is_told(
    client: Client, club: Club, address: str
) -> None:
    organiser = SignedIn(make_member(club, "organiser"))
    assert "btn-primary" in advice(organiser, address)
    told = advice(client, address)
    assert "btn" not in told
    assert told.count("<p>") == 2
    assert advice(client, address, **FRENCH) != told


def test_a_search_without_a_result_leads_to_the_lists(client: Client, club: Club) -> None:
    told = advice(client, "/search/?q=nobody")
    for address in ("/players/", "/matches/", "/tournaments/"):
        assert f'href="{address}"' in told


def test_a_player_without_a_match_has_somewhere_to_go(client: Client, club: Club) -> None:
    address = f"/players/{make_player(club, 'Ana A').id}/"
    assert "/matches/new/" in advice(SignedIn(make_member(club, "organiser")), address)
    assert advice(client, address).count("<p>") == 2


def test_a_tournament_without_a_stage_leads_to_its_plan(client: Client, staff: SignedIn) -> None:
    friday = Friday()
    address = f"/tournaments/{friday.id}/"
    assert f"{address}plan/" in advice(staff, address)
    assert "btn" not in advice(client, address)
    assert 'id="next-step"' in staff.get(f"{address}rounds/").text
    assert advice(client, f"{address}rounds/").count("<p>") == 2
