"""What a page must not tell: the hidden half of a match that is still being played."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from replays.services import life
from replays.services.chance import draw_chance
from tests.clients import SignedIn
from tests.factories import make_member
from tests.games.hidden_game.events import Asked, Dealt
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRAME, FRENCH, House
from tests.replays.web.markup import text_of
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db


def dealt(house: House, *hands: tuple[str, ...]) -> Sitting:
    """Return a match of two whose hands are known to the record alone."""
    sitting = house.sitting("hidden_game")
    sitting.play(*(Dealt(seat, cards) for seat, cards in enumerate(hands)))
    return sitting


def seen(client: Client, sitting: Sitting, **headers: str) -> str:
    """Return a page without what differs between any two matches."""
    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), headers=headers))
    page = page.replace(str(sitting.id), "ID")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)


HANDS = ("amber", "amber", "blue"), ("amber", "blue", "blue")
OTHER_HANDS = ("coral", "dusk", "dusk"), ("coral", "coral", "dusk")


@pytest.mark.parametrize("headers", [{}, FRENCH, FRAME], ids=["en", "fr", "frame"])
def test_the_public_page_is_the_same_whatever_is_hidden(
    house: House, client: Client, headers: dict[str, str]
) -> None:
    one, other = dealt(house, *HANDS), dealt(house, *OTHER_HANDS)

    assert seen(client, one, **headers) == seen(client, other, **headers)


def test_a_member_without_a_seat_sees_no_more_than_the_public(house: House, member: Client) -> None:
    one, other = dealt(house, *HANDS), dealt(house, *OTHER_HANDS)

    assert seen(member, one) == seen(member, other)


def test_a_seat_that_is_not_permitted_is_refused_kindly(house: House, client: Client) -> None:
    sitting = dealt(house, *OTHER_HANDS)
    address = reverse("replays:match", args=[sitting.id])

    for seat in ("0", "1", "arbiter"):
        page = text_of(client.get(address, {"seat": seat}))
        assert "dusk" not in page
        assert "You may not see this match from that seat" in page


def test_a_player_sees_the_own_hand_and_not_the_other(house: House, member: Client) -> None:
    house.players[1].user = house.member
    house.players[1].save()
    sitting = dealt(house, ("amber", "amber", "amber"), ("dusk", "dusk", "dusk"))

    page = text_of(member.get(reverse("replays:match", args=[sitting.id])))

    assert "dusk" in page
    assert "amber" not in page


@pytest.mark.parametrize(("role", "status"), [("scorekeeper", 403), ("arbiter", 200)])
def test_of_those_who_play_online_an_arbiter_corrects_and_sees_no_other_hand(
    house: House, role: str, status: int
) -> None:
    user = make_member(house.club, role)
    link_account(player=house.players[0], user=user)
    sitting = house.sitting("hidden_game", source="online")
    for _ in range(2):
        sitting.do(draw_chance)
    sitting.play(Asked(0, 1, "amber"))
    address = reverse("replays:amend", args=[sitting.id, sitting.version])

    shown = SignedIn(user).get(address)

    assert shown.status_code == status
    if status == 200:
        assert shown.context["frame"].knower == "Chloé M."


def test_staff_see_the_public_view_unasked_and_everything_when_they_ask(
    house: House, staff: Client
) -> None:
    sitting = dealt(house, *OTHER_HANDS)
    address = reverse("replays:match", args=[sitting.id])

    assert "dusk" not in text_of(staff.get(address))
    assert "dusk" in text_of(staff.get(address, {"seat": "arbiter"}))


def test_every_step_of_an_ended_match_is_open_to_everybody(house: House, client: Client) -> None:
    sitting = dealt(house, *OTHER_HANDS)
    sitting.do(life.abandon_match)

    assert "dusk" in text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": 2}))
