"""What a request asks twice is asked once, and never remembered beyond a write."""

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.recall import recall, recalling
from tests.factories import make_club, make_member, make_user
from tournaments.people.models import Club, Membership
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def numbers() -> Iterator[int]:
    return iter(range(100))


def test_outside_of_a_request_everything_is_asked_anew(numbers: Iterator[int]) -> None:
    assert [recall("key", numbers.__next__) for _ in range(3)] == [0, 1, 2]


def test_within_a_request_the_same_is_asked_once_and_reading_forgets_nothing(
    numbers: Iterator[int],
) -> None:
    with recalling():
        assert recall("key", numbers.__next__) == 0
        assert Club.objects.count() == 0
        assert recall("key", numbers.__next__) == 0
        assert recall("other", numbers.__next__) == 1
    assert recall("key", numbers.__next__) == 2


def test_whatever_is_written_is_seen_at_once(numbers: Iterator[int]) -> None:
    with recalling():
        assert recall("key", numbers.__next__) == 0
        Club.objects.filter(name="nobody's").update(name="somebody's")
        assert recall("key", numbers.__next__) == 1
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournaments_club")
        assert recall("key", numbers.__next__) == 2


def test_a_role_that_is_taken_away_during_a_request_is_gone() -> None:
    club = make_club()
    actor = f"user:{make_member(club, 'owner').pk}"
    with recalling():
        assert may(actor, CLUB_WRITE, club.id)
        Membership.objects.all().delete()
        assert not may(actor, CLUB_WRITE, club.id)


def test_what_one_request_knows_the_next_asks_again(client: Client) -> None:
    club, user = make_club(), make_user()
    client.force_login(user)
    address = f"/clubs/{club.id}/members/"
    assert client.get(address).status_code == 403
    now = datetime.now(UTC)
    Membership.objects.create(id=uuid4(), club=club, user=user, role="owner", granted_at=now)
    assert client.get(address, follow=True).status_code == 200


def test_a_page_asks_who_somebody_is_once(client: Client) -> None:
    club = make_club()
    client.force_login(make_member(club, "organiser"))
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/clubs/{club.id}/members/", follow=True).status_code == 200
    roles = [one["sql"] for one in asked if '"tournaments_membership"."role" AS' in one["sql"]]
    assert len(roles) == 1
