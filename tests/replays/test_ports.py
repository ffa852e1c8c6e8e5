"""While nobody is bound: no names, no writing, and open matches only as the public sees them."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from games.core.viewer import PUBLIC
from replays import ports
from replays.models import Match


@pytest.fixture
def unbound() -> Iterator[None]:
    """Ports as they are before any app answers."""
    people, policy, ratings = ports.people(), ports.policy(), ports.ratings()
    ports.bind(
        people=ports.AnonymousPeople(), policy=ports.ClosedPolicy(), ratings=ports.NoRatings()
    )
    yield
    ports.bind(people=people, policy=policy, ratings=ratings)


def test_nobody_has_a_name(unbound: None) -> None:
    people, player = ports.people(), uuid4()
    people.ensure(uuid4(), {player: "Ana"})
    assert people.labels([player], "en") == {}
    assert people.is_bot([player]) == set()
    assert people.clubs() == people.roster([uuid4()], "en") == []
    assert (people.box(uuid4(), "sushi_bar"), people.box_address(uuid4(), "sushi_bar")) == (
        {},
        None,
    )


def test_only_the_operator_may_write(unbound: None) -> None:
    may = ports.policy().may
    assert may("cli", "match.create", None, None)
    assert not may(f"user:{uuid4()}", "match.create", None, None)


def test_an_open_match_is_seen_as_the_public_sees_it(unbound: None) -> None:
    match = Match(seats=2, status="open")
    viewers = ports.policy().viewers
    assert viewers("", match) == {PUBLIC}
    assert viewers("cli", match) == ports.every_viewer(2)
    assert viewers("", Match(seats=2, status="finished")) == ports.every_viewer(2)


def test_binding_one_answer_leaves_the_other(unbound: None) -> None:
    policy, ratings = ports.policy(), ports.ratings()
    ports.bind(people=ports.AnonymousPeople())
    assert ports.policy() is policy
    assert ports.ratings() is ratings


def test_there_are_no_ladders_and_the_clock_is_that_of_the_world(unbound: None) -> None:
    match = Match(seats=2, status="finished")
    assert ports.ratings().of_match(match, "en", ports.policy().onlooker("")) == []
    assert ports.people().time_zone(uuid4()) == "UTC"
