"""Two organisers import the same file at the same moment."""

from functools import partial

import pytest

from replays.models import Match
from tests.factories import make_club
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.past_results.files import EVENING, imported
from tournaments.past_results.rows import Preview
from tournaments.people.models import Player

pytestmark = [pytest.mark.database]


def test_a_file_that_is_imported_twice_at_once_is_stored_once(
    fresh_database: FreshDatabase,
) -> None:
    club = make_club()
    answers = run_together([partial(imported, club, EVENING, missing="player")] * 3)
    assert all(isinstance(answer, Preview) for answer in answers)
    assert sorted(len(answer.imported) for answer in answers) == [0, 0, 3]
    assert (Match.objects.count(), Player.objects.count()) == (3, 4)
