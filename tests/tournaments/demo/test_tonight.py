"""Tonight's evening of the demo: played by itself, move by move, until it has its podium."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.test import Client

from replays.envelope import Envelope
from replays.log import Log
from replays.models import Outbox, Stream
from replays.selectors.logs import load_log
from replays.services.life import report_result
from replays.services.outbox import Later
from replays.services.undo import rewind
from replays.services.verify import verify_stream
from replays.telling import Report
from tests.tournaments.tournaments.play import Friday
from tournaments.demo import owed
from tournaments.demo.club import make_demo, plan_matches
from tournaments.demo.evenings import SEASON, TONIGHT
from tournaments.demo.tonight import go_on
from tournaments.people.models import Club
from tournaments.tournaments.director.commands.stages import CloseStage
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentTable
from tournaments.tournaments.services.tournaments import direct

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 5, 20, 0, tzinfo=UTC)
MOST_MOVES = 400


@pytest.fixture
def tables() -> list[UUID]:
    """The matches of the two tables that are being played."""
    make_demo(planned=plan_matches(seed="kaiten", tell=lambda _progress: None), now=NOW)
    live = TournamentTable.objects.filter(tournament_id=TONIGHT, round=2, kind="")
    return list(live.order_by("number").values_list("match_id", flat=True))


def moments() -> Iterator[datetime]:
    return (NOW + timedelta(seconds=3 * tick) for tick in range(1, MOST_MOVES))


def logs(tables: list[UUID]) -> list[Log]:
    return [load_log(match) for match in tables]


def played_on(clock: Iterator[datetime]) -> int:
    """Go on until there is nothing left of a stage; return how many steps that took."""
    return next(step for step, now in enumerate(clock) if not go_on(now=now))


def test_two_tables_of_the_second_round_are_played_in_turn(tables: list[UUID]) -> None:
    assert len(tables) == 2
    before = logs(tables)
    assert all(log.plies and not log.ended for log in before)
    for now in [NOW + timedelta(seconds=3 * tick) for tick in range(1, 7)]:
        assert go_on(now=now)
    for log, was in zip(logs(tables), before, strict=True):
        assert log.version - was.version >= 3
        assert {entry.actor for entry in log.entries[was.version :]} == {"bot"}
        assert log.players == was.players


def test_the_evening_ends_by_itself_with_a_podium(tables: list[UUID], client: Client) -> None:
    clock = moments()
    steps = played_on(clock)
    tonight = Tournament.objects.get(pk=TONIGHT)
    assert [log.ended for log in logs(tables)] == [True, True]
    assert tonight.status == "running"
    [final] = TournamentTable.objects.filter(tournament=tonight, stage=2)
    steps += played_on(clock)
    assert steps < MOST_MOVES
    tonight.refresh_from_db()
    assert load_log(final.match_id).ended
    assert tonight.status == "finished"
    assert TournamentEntrant.objects.filter(tournament=tonight, place=1).count() == 1
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
    heads = dict(Stream.objects.values_list("pk", "head_hash"))
    assert not go_on(now=NOW + timedelta(hours=1))
    assert dict(Stream.objects.values_list("pk", "head_hash")) == heads
    for address in ("/", f"/tournaments/{TONIGHT}/", f"/seasons/{SEASON}/"):
        assert client.get(address, follow=True).status_code == 200


def test_what_is_left_is_owed_until_it_is_played(tables: list[UUID]) -> None:
    mine = Outbox.objects.filter(topic=owed.TOPIC)
    assert set(mine.values_list("stream_id", flat=True)) == {SEASON, TONIGHT}
    with pytest.raises(Later) as later:
        owed.do_owed(TONIGHT, 1)
    assert later.value.seconds == owed.PACE
    played_on(moments())
    # The final is owed by itself: of the rounds before it nothing is.
    assert mine.filter(stream_id=TONIGHT).count() == 2


def report(match_id: UUID) -> None:
    scores = [40, *[30] * (load_log(match_id).setup.seats - 1)]
    report_result(
        match_id=match_id,
        expected_version=load_log(match_id).version,
        report=Report(scores=scores),
        envelope=Envelope("cli", NOW),
    )


def test_a_table_is_left_to_those_who_enter_something_there(tables: list[UUID]) -> None:
    ours, theirs = tables
    version = load_log(theirs).version
    envelope = Envelope("cli", NOW)
    rewind(match_id=theirs, expected_version=version, to=version - 1, envelope=envelope)
    assert not all(go_on(now=now) for now in moments())
    assert load_log(ours).ended
    assert load_log(theirs).version == version + 1
    # Without its result the round is not over, and nobody says that it is.
    assert not TournamentTable.objects.filter(tournament_id=TONIGHT, stage=2).exists()


def test_the_evening_goes_on_from_results_that_people_enter(tables: list[UUID]) -> None:
    for match in tables:
        report(match)
    assert not go_on(now=NOW)
    [final] = TournamentTable.objects.filter(tournament_id=TONIGHT, stage=2)
    assert go_on(now=NOW)
    assert load_log(final.match_id).plies


def test_an_evening_that_people_direct_is_left_to_them(tables: list[UUID]) -> None:
    for match in tables:
        report(match)
    command = CloseStage(stage=1, draw=True)
    direct(tournament_id=TONIGHT, command=command, envelope=Envelope("cli", NOW))
    version = Stream.objects.get(pk=TONIGHT).version
    assert not go_on(now=NOW)
    assert Stream.objects.get(pk=TONIGHT).version == version


def test_a_club_that_is_removed_is_played_no_more(tables: list[UUID]) -> None:
    Club.objects.update(closed_at=NOW)
    heads = dict(Stream.objects.values_list("pk", "head_hash"))
    owed.do_owed(TONIGHT, 1)
    assert dict(Stream.objects.values_list("pk", "head_hash")) == heads


def test_nothing_is_owed_in_another_club(friday: Friday) -> None:
    assert Tournament.objects.get(pk=friday.id).status == "running"
    assert not Outbox.objects.filter(topic=owed.TOPIC).exists()
