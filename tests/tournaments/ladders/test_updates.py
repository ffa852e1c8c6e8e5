"""Matches that come late, are corrected or taken back: what followed is rated anew, and told."""

import random
from uuid import UUID

import pytest
from pytest_django import DjangoAssertNumQueries

from replays.envelope import Envelope
from replays.models import Outbox
from replays.services import life, outbox
from replays.telling import Report
from tests.factories import NOW
from tests.known import known
from tests.tournaments.ladders.nights import (
    acting,
    at,
    begun,
    counted,
    numbers,
    owed,
    played,
    rebuilt,
    shown,
    told,
    work,
)
from tournaments.ladders.commands import Revise
from tournaments.ladders.models import (
    DueCause,
    Ladder,
    LadderDue,
    LadderNote,
    LadderPlayer,
    RatedMatch,
)
from tournaments.ladders.services.ladders import lead, rate_match
from tournaments.ladders.services.scheduling import schedule_updates
from tournaments.ladders.services.updates import catch_up, rebuild_ladder, rebuild_ladders
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DAY = 24 * 60


@pytest.fixture
def overall(club: Club) -> UUID:
    """The overall ladder, which the first match begins."""
    return usual_id(club.id)


def three_nights(club: Club, people: list[Player]) -> list[UUID]:
    """Return three matches on three days, rated."""
    found = [
        played(club, people[:2], [9, 3], minutes=day * DAY, entered=day * DAY) for day in range(3)
    ]
    work()
    return found


# Late


def test_a_match_entered_late_takes_its_place_and_the_ladder_says_so(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, third = three_nights(club, people)
    before = shown(overall)
    late = played(club, people[1:3], [5, 1], minutes=DAY // 2, entered=5 * DAY)
    work(at(5 * DAY))
    assert counted(overall) == [first, late, second, third]
    assert told(overall) == [("late", late, 3)]
    note = LadderNote.objects.get(ladder=overall)
    assert (note.at, note.since) == (at(5 * DAY), at(DAY // 2))
    now = shown(overall)
    moves = {str(player): [before.get(player), now[player]] for player in now}
    assert {player: pair for player, *pair in note.moves} == moves
    assert numbers() == rebuilt()


def test_the_largest_moves_of_a_re_rating_are_told_first(
    club: Club, people: list[Player], overall: UUID
) -> None:
    three_nights(club, people)
    played(club, people[1:3], [5, 1], minutes=DAY // 2, entered=5 * DAY)
    work()
    moves = LadderNote.objects.get(ladder=overall).moves
    sizes = [abs(now - was) for _player, was, now in moves if was is not None]
    assert sizes == sorted(sizes, reverse=True)


def test_matches_heard_of_in_another_order_within_the_hour_are_nothing_to_tell(
    club: Club, people: list[Player], overall: UUID
) -> None:
    matches = [played(club, people[:3], [3, 2, 1], minutes=10 * n) for n in range(6)]
    rows = list(Outbox.objects.all())
    random.Random(5).shuffle(rows)
    for row in rows:
        outbox.consume(outbox_id=row.pk)
        for waiting in owed():
            catch_up(ladder_id=waiting, now=NOW)
    work()
    assert counted(overall) == matches
    assert told(overall) == []
    assert numbers() == rebuilt()


def test_a_match_of_the_same_hour_is_quiet_and_one_of_the_hour_before_is_not(
    club: Club, people: list[Player], overall: UUID
) -> None:
    played(club, people[:2], [9, 3], minutes=120)
    work()
    played(club, people[:2], [9, 3], minutes=61, entered=121)
    work()
    assert told(overall) == []
    earlier = played(club, people[:2], [9, 3], minutes=60, entered=122)
    work()
    assert told(overall) == [("late", earlier, 3)]


def test_two_matches_that_ended_at_the_same_moment_stand_in_the_order_of_their_ids(
    club: Club, people: list[Player], overall: UUID
) -> None:
    matches = [played(club, people[:2], [9, 3], minutes=5) for _ in range(6)]
    work()
    assert counted(overall) == sorted(matches)
    assert numbers() == rebuilt()


def test_matches_from_before_1970_have_their_place_too(
    club: Club, people: list[Player], overall: UUID
) -> None:
    years = [-60, -57, -70, -58]
    minutes = [year * 365 * DAY for year in years]
    for minute in minutes[:3]:
        played(club, people[:2], [9, 3], minutes=minute, entered=0)
        work()
    # At once: rules that concern everything, and a match in the middle.
    lead(ladder_id=overall, command=Revise(rules={"start": 1400}), envelope=Envelope("cli", NOW))
    played(club, people[1:3], [9, 3], minutes=minutes[3], entered=1)
    work()
    assert len(counted(overall)) == 4
    assert numbers() == rebuilt()


def test_a_match_that_ended_at_the_very_epoch_is_a_match(
    club: Club, people: list[Player], overall: UUID
) -> None:
    epoch = int(-NOW.timestamp() // 60)
    first = played(club, people[:2], [9, 3], minutes=epoch, entered=0)
    assert at(epoch).timestamp() == 0
    work()
    second = played(club, people[:2], [9, 3], minutes=1)
    work()
    life.rule_result(places=[2, 1], **acting(second))
    work()
    assert counted(overall) == [first, second]
    assert numbers() == rebuilt()


# Corrected, voided, opened again


def test_a_correction_re_rates_what_followed_and_says_so(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, third = three_nights(club, people)
    before = RatedMatch.objects.get(ladder=overall, match_id=first)
    life.rule_result(places=[2, 1], scores=[3, 9], **acting(second, 4 * DAY))
    work()
    assert counted(overall) == [first, second, third]
    assert told(overall) == [("corrected", second, 2)]
    assert RatedMatch.objects.get(ladder=overall, match_id=first).changes == before.changes
    assert numbers() == rebuilt()


def test_a_ruling_that_changes_nothing_re_rates_nothing(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, _second, _third = three_nights(club, people)
    before = numbers()
    life.rule_result(places=[1, 2], scores=[9, 3], **acting(first, 4 * DAY))
    assert list(LadderDue.objects.all()) == []
    work()
    assert numbers() == before
    assert told(overall) == []


def test_a_voided_match_counts_no_more_and_the_ladder_says_so(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, third = three_nights(club, people)
    life.void_match(**acting(first, 4 * DAY))
    work()
    assert counted(overall) == [second, third]
    assert told(overall) == [("removed", first, 2)]
    assert numbers() == rebuilt()


def test_a_ladder_whose_only_match_is_voided_is_empty(
    club: Club, people: list[Player], overall: UUID
) -> None:
    only = played(club, people[:2], [9, 3])
    work()
    life.void_match(**acting(only))
    work()
    assert (counted(overall), shown(overall)) == ([], {})
    assert told(overall) == [("removed", only, 0)]
    assert [move[2] for move in LadderNote.objects.get(ladder=overall).moves] == [None, None]


def test_a_match_that_is_opened_again_is_off_the_ladder_until_it_ends_again(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, third = three_nights(club, people)
    life.reopen_match(**acting(second, 4 * DAY))
    work()
    assert counted(overall) == [first, third]
    life.report_result(report=Report(scores=[1, 2]), **acting(second, 4 * DAY))
    work()
    # Nothing was played: it ended when it had ended.
    assert counted(overall) == [first, second, third]
    assert [cause for cause, *_ in told(overall)].count("removed") == 1
    assert numbers() == rebuilt()


def test_a_report_that_says_another_time_moves_the_match(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, third = three_nights(club, people)
    life.reopen_match(**acting(third, 4 * DAY))
    life.report_result(report=Report(scores=[2, 3], ended_at=at(30)), **acting(third, 4 * DAY))
    work()
    assert counted(overall) == [first, third, second]
    assert told(overall) == [("corrected", third, 2)]
    assert numbers() == rebuilt()


def test_another_time_alone_moves_the_match_too(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, third = three_nights(club, people)
    fourth = played(club, people[1:3], [9, 3], minutes=3 * DAY)
    work()
    life.reopen_match(**acting(fourth, 4 * DAY))
    life.report_result(report=Report(scores=[9, 3], ended_at=at(30)), **acting(fourth, 4 * DAY))
    work()
    assert counted(overall) == [first, fourth, second, third]
    assert told(overall) == [("corrected", fourth, 3)]
    assert numbers() == rebuilt()


def test_two_corrections_at_once_are_told_by_the_earlier(
    club: Club, people: list[Player], overall: UUID
) -> None:
    first, second, _third = three_nights(club, people)
    life.void_match(**acting(second, 4 * DAY))
    life.rule_result(places=[2, 1], **acting(first, 4 * DAY))
    work()
    assert told(overall) == [("corrected", first, 2)]
    assert numbers() == rebuilt()


def test_taken_back_while_a_worker_writes_it_down_it_is_looked_at_again(
    club: Club, people: list[Player], overall: UUID
) -> None:
    """What a worker is writing is seen by nobody: the match is owed a look whatever it says now."""
    match = played(club, people[:2], [9, 3])
    begun(club)
    life.void_match(**acting(match))
    RatedMatch.objects.all().delete()
    assert not LadderDue.objects.exists()
    for row in Outbox.objects.all():
        outbox.consume(outbox_id=row.pk)
    assert Ladder.objects.count() == 3
    assert owed() == list(Ladder.objects.order_by("pk").values_list("pk", flat=True))


# Duplicates


def test_what_is_delivered_twice_changes_nothing_and_writes_nothing(
    club: Club,
    people: list[Player],
    overall: UUID,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    matches = three_nights(club, people)
    before = numbers()
    for match in matches * 2:
        schedule_updates([overall], DueCause.MATCH, match)
    done = catch_up(ladder_id=overall, now=NOW)
    assert (done.rated, done.since, done.moves) == (0, None, {})
    assert numbers() == before
    assert told(overall) == []
    assert owed() == []
    with django_assert_num_queries(4):  # a savepoint and its end, the lock, the dues
        assert catch_up(ladder_id=overall, now=NOW).rated == 0


def test_a_match_told_of_by_three_dues_is_rated_once(
    club: Club, six_people: list[Player], overall: UUID
) -> None:
    three_nights(club, six_people)
    match = played(club, six_people[2:5], [3, 2, 1], minutes=9 * DAY)
    for _ in range(3):
        schedule_updates([overall], DueCause.MATCH, match)
    assert catch_up(ladder_id=overall, now=NOW).rated == 1
    work()
    assert counted(overall).count(match) == 1
    assert numbers() == rebuilt()


def test_a_match_at_the_end_leaves_every_older_row_alone(
    club: Club, six_people: list[Player], overall: UUID
) -> None:
    three_nights(club, six_people)
    before = numbers(overall)["matches"]
    played(club, six_people[2:5], [3, 2, 1], minutes=9 * DAY)
    work()
    after = numbers(overall)["matches"]
    assert len(after) == 4
    assert before.items() <= after.items()


def test_a_rebuild_that_finds_nothing_else_says_nothing(
    club: Club, people: list[Player], overall: UUID
) -> None:
    three_nights(club, people)
    before = numbers()
    assert rebuild_ladder(ladder_id=overall, now=NOW).moves == {}
    assert rebuild_ladders(now=NOW) == 2
    assert numbers() == before
    assert not LadderNote.objects.exists()


def test_a_rebuild_repairs_what_somebody_tampered_with_and_says_so(
    club: Club, people: list[Player], overall: UUID
) -> None:
    three_nights(club, people)
    before = numbers()
    LadderPlayer.objects.filter(ladder=overall, player_id=people[0].id).update(mu=9.0, shown=9.0)
    known(RatedMatch.objects.filter(ladder=overall).first()).delete()
    assert numbers() != before
    assert rebuild_ladder(ladder_id=overall, now=NOW).rated == 3
    assert numbers() == before
    assert told(overall) == [("rebuilt", overall, 3)]


def test_rating_a_match_right_now_does_what_the_worker_would(
    club: Club, six_people: list[Player], overall: UUID
) -> None:
    three_nights(club, six_people)
    match = played(club, six_people[2:5], [3, 2, 1], minutes=9 * DAY)
    assert rate_match(ladder_id=overall, match_id=match, now=NOW).rated == 1
    assert rate_match(ladder_id=overall, match_id=match, now=NOW).rated == 0
    work()
    assert numbers() == rebuilt()
