"""Agreeing to a result and printing it, on pages without scripts."""

import pytest
from django.test import Client
from django.urls import reverse

from replays.services.confirming import confirm_result
from tests.clients import SignedIn
from tests.factories import make_member
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import House
from tests.replays.web.markup import forms_of, text_of
from tournaments.people.models import Openness
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db


def confirm(sitting: Sitting) -> str:
    return reverse("replays:confirm", args=[sitting.id])


def test_every_seat_agrees_by_plain_forms_on_the_recorder(house: House) -> None:
    sitting = house.sitting(seats=2).finish()
    keeper = SignedIn(make_member(house.club, "scorekeeper"))
    address = reverse("replays:record", args=[sitting.id])
    for _ in range(2):
        page = text_of(keeper.get(address))
        form = next(form for form in forms_of(page) if form.action.startswith(confirm(sitting)))
        assert keeper.post(form.action, form.hidden)["Location"] == address
    assert sitting.log().life.locked
    page = text_of(keeper.get(address))
    assert "Confirmed by all" in page
    assert confirm(sitting) not in page


def test_whoever_sits_there_agrees_for_nobody_else(house: House, member: Client) -> None:
    link_account(player=house.players[1], user=house.member)
    sitting = house.sitting(seats=2).finish()
    sent = {"expected_version": sitting.version, "seat": 0}
    match_page = reverse("replays:match", args=[sitting.id])
    assert member.post(confirm(sitting), sent)["Location"] == match_page
    assert "You play your own seat only." in text_of(member.get(match_page))
    assert not sitting.log().life.confirmed
    member.post(confirm(sitting), sent | {"seat": 1})
    assert sitting.log().life.confirmed == {1}
    assert SignedIn(make_member(house.club)).post(confirm(sitting), sent).status_code == 403


def test_the_sheet_is_of_a_result_and_has_the_hash_for_those_who_may_see_everything(
    house: House, client: Client
) -> None:
    sitting = house.sitting("sushi_go_party", seats=2)
    address = reverse("replays:sheet", args=[sitting.id])
    assert client.get(address).status_code == 404
    sitting.finish().do(confirm_result, seat=1)
    page = text_of(client.get(address))
    assert sitting.row.content_hash in page
    assert "Confirmed by 1 of 2" in page
    house.club.open_hands = Openness.CLUB
    house.club.save()
    assert sitting.row.content_hash not in text_of(client.get(address))
