from uuid import UUID

import pytest

from tests.tournaments.ladders.nights import played, work
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player

DAY = 24 * 60


@pytest.fixture
def rated_ladder(club: Club, people: list[Player]) -> UUID:
    """The overall ladder after one match of last month: 1524, 1508, 1492, 1476."""
    played(club, people, [40, 30, 20, 10], minutes=-30 * DAY)
    work()
    return usual_id(club.id)
