import pytest

from tests.factories import make_club, make_player


@pytest.fixture
def club(db):
    return make_club()


@pytest.fixture
def people(club):
    names = ("Ana A", "Bo B", "Chloé C", "Dan D", "Eve E", "Fay F")
    return [make_player(club, name) for name in names]
