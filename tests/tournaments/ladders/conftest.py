from typing import TYPE_CHECKING
from uuid import UUID

import pytest

if TYPE_CHECKING:
    from tournaments.people.models import Club, Player

# Nothing is imported before a test asks for it: the ratings beside are tested without Django.


@pytest.fixture
def six_people(club: "Club", people: "list[Player]") -> "list[Player]":
    """The four people of the club and two more."""
    from tests.factories import make_player

    return [*people, make_player(club, "Eve E"), make_player(club, "Fay F")]


@pytest.fixture
def ladder(club: "Club") -> UUID:
    """A ladder of the club's own for which nobody has played yet."""
    from tests.tournaments.ladders.nights import begun

    return begun(club)
