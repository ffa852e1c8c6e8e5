"""A question that Django wrote once is answered as Django would answer it now."""

from threading import Thread
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from replays.models import Match, MatchSeat, StoredEvent
from replays.questions import Question
from replays.selectors.library import get_match, known_matches, status_of, with_seats
from tests.factories import make_club, make_player, make_token
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tournaments.people.models import ApiToken

pytestmark = pytest.mark.database

SEATS = Question(UUID, lambda id_: MatchSeat.objects.filter(match_id=id_).order_by("seat"))
TOKEN = Question(str, lambda prefix: ApiToken.objects.select_related("user").filter(prefix=prefix))
EVENTS = Question(
    UUID,
    lambda id_: (
        StoredEvent.objects.filter(stream__kind="match", stream_id=id_)
        .order_by("-version")
        .values_list("version", "type", "stream__head_hash")
    ),
)


@pytest.fixture
def sittings(db: None) -> list[Sitting]:
    club = make_club()
    players = [make_player(club, name).id for name in ("Ana A", "Bo B")]
    matches = [Sitting(club_id=club.id, players=players, seed=seed) for seed in range(3)]
    for sitting in matches:
        sitting.play_on(3)
    return matches


def test_rows_and_models_are_those_of_the_query(sittings: list[Sitting]) -> None:
    for _ in range(2):
        for id_ in [*(sitting.id for sitting in sittings), uuid4()]:
            assert SEATS.answers(id_) == list(MatchSeat.objects.filter(match_id=id_))
            rows = StoredEvent.objects.filter(stream_id=id_).order_by("-version")
            assert EVENTS.answers(id_) == list(
                rows.values_list("version", "type", "stream__head_hash")
            )
    assert EVENTS.answer(uuid4()) is None


def test_what_goes_with_a_model_comes_along(db: None) -> None:
    tokens = [make_token()[0] for _ in range(3)]
    for token in tokens:
        with CaptureQueriesContext(connection) as queries:
            found = TOKEN.answer(token.prefix)
            assert found is not None
            assert (found, found.user, found.created_at) == (token, token.user, token.created_at)
        assert len(queries) == 1
    assert TOKEN.answer("any") is None


def test_a_match_is_the_one_that_lists_show(sittings: list[Sitting]) -> None:
    for sitting in sittings:
        found = get_match(sitting.id)
        listed = with_seats(known_matches()).get(pk=sitting.id)
        fields = [field.attname for field in Match._meta.concrete_fields]
        assert [getattr(found, name) for name in fields] == [
            getattr(listed, name) for name in fields
        ]
        assert found.came_as_file == listed.came_as_file
        with CaptureQueriesContext(connection) as queries:
            assert list(found.seatings.all()) == list(listed.seatings.all())
        assert not queries
        assert status_of(sitting.id) == listed.status
    sittings[0].finish()
    assert status_of(sittings[0].id) == get_match(sittings[0].id).status == "finished"


def test_each_thread_asks_on_its_own_connection(fresh_database: FreshDatabase) -> None:
    club = make_club()
    players = [make_player(club, name).id for name in ("Ana A", "Bo B")]
    ids = [Sitting(club_id=club.id, players=players, seed=seed).id for seed in range(4)]
    seen: dict[UUID, list[MatchSeat]] = {}

    def ask(id_: UUID) -> None:
        for _ in range(20):
            seen[id_] = SEATS.answers(id_)
        connections.close_all()

    threads = [Thread(target=ask, args=[id_]) for id_ in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {id_: {row.match_id for row in rows} for id_, rows in seen.items()} == {
        id_: {id_} for id_ in ids
    }
