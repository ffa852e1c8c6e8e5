"""Tests of replays also see the game of hidden hands."""

from collections.abc import Collection, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from games.registry import register
from replays import ports
from tests.games.hidden_game import RULES
from tests.replays.people import Names
from tests.replays.tables import PLAYERS
from tournaments.people.ports import ClubPeople

register(RULES)

DOORS = ("api", "web", "http")


class Anybody(ClubPeople):
    """Lets any id sit down: to the store players are opaque, and its tests make up their own."""

    def strangers(self, _club_id: UUID, _ids: Collection[UUID]) -> set[UUID]:
        return set()


@pytest.fixture(autouse=True)
def _seats_are_open_to_any_id(request: pytest.FixtureRequest) -> Iterator[None]:
    """Bind `Anybody`, except where the doors are tested: there players are real."""
    if Path(request.path).parent.name in DOORS:
        yield
        return
    before = ports.people()
    ports.bind(people=Anybody())
    yield
    ports.bind(people=before)


@pytest.fixture
def names() -> Iterator[Names]:
    """People who know the first two players."""
    before = ports.people()
    names = Names({PLAYERS[0]: "Chloé B.", PLAYERS[1]: "Bo"})
    ports.bind(people=names)
    yield names
    ports.bind(people=before)
