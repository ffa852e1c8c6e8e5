from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tournaments.people.models import Club, Player


@pytest.fixture
def club(db: None) -> "Club":
    # Imported here: the ratings beside are tested without Django.
    from tests.factories import make_club

    return make_club()


@pytest.fixture
def people(club: "Club") -> "list[Player]":
    from tests.factories import make_player

    names = ("Ana A", "Bo B", "Chloé C", "Dan D", "Eve E", "Fay F")
    return [make_player(club, name) for name in names]
