"""Visitors of the pages: nobody in particular, a member of staff, a member without rights."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_club, make_player, make_user
from tests.replays.sittings import Sitting
from tournaments.people.models import Club, Player, User

HTMX = {"HX-Request": "true"}
FRAME = {"HX-Request": "true", "HX-Target": "frame"}
FRENCH = {"Accept-Language": "fr"}


@dataclass
class House:
    """A club with four people, and accounts with and without rights."""

    club: Club
    players: list[Player]
    staff: User
    member: User

    def sitting(self, game: str = "sushi_bar", *, seats: int = 2, **fields: Any) -> Sitting:
        """Return a match between the first players of the club."""
        ids = [player.id for player in self.players[:seats]]
        return Sitting(game, seats=seats, **{"club_id": self.club.id, "players": ids} | fields)


@pytest.fixture
def house(db: None) -> House:
    """A club with four people, and accounts with and without rights."""
    club = make_club("Les Baguettes")
    names = ["Chloé Martin", "Bastien Lefèvre", "Inès Dubois", "Théo Garnier"]
    return House(
        club=club,
        players=[make_player(club, name) for name in names],
        staff=make_user(staff=True),
        member=make_user(),
    )


@pytest.fixture
def staff(house: House) -> Client:
    """A browser in which a member of staff is logged in."""
    client = Client()
    client.force_login(house.staff)
    return client


@pytest.fixture
def member(house: House) -> Client:
    """A browser in which somebody without rights is logged in."""
    client = Client()
    client.force_login(house.member)
    return client
