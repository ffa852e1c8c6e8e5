"""Batches of bot matches, played in this process; what crashes do to them is tested elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NoReturn
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.db.models.signals import post_save
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.models import Match
from replays.selectors.health import worker_heartbeat
from replays.selectors.logs import load_log
from tests.factories import NOW, make_club
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.batches.batch_runs import (
    assert_as_undisturbed,
    assert_no_other_match,
    count_results,
    hashes,
    make_batch,
    play_here,
    stored,
)
from tournaments.batches.models import Batch, BatchResult, BatchStatus, Chunk
from tournaments.batches.selectors.health import LONGEST_PATIENCE, PATIENCE
from tournaments.batches.services.batches import (
    QUEUE,
    cancel_batch,
    sweep_batches,
    top_up,
)
from tournaments.batches.services.chunks import LEASE, MOST_FAILURES, run_chunk

pytestmark = pytest.mark.database

IN_FLIGHT = 8
A_SECOND = timedelta(seconds=1)


@contextmanager
def after_each_result(do: Callable[..., Any]) -> Iterator[None]:
    """Call `do(how many)` in the transaction of every stored result."""
    seen = []

    def note(instance: BatchResult, **kwargs: Any) -> None:
        seen.append(instance.pk)
        do(len(seen))

    post_save.connect(note, sender=BatchResult, weak=False)
    try:
        yield
    finally:
        post_save.disconnect(note, sender=BatchResult)


@pytest.fixture
def on_redis(settings: Settings) -> None:
    """Send as many chunks as where many workers share a broker."""
    settings.CHUNKS_IN_FLIGHT = IN_FLIGHT


def only_chunk(batch: Batch) -> Chunk:
    return Chunk.objects.get(batch=batch)


def only_sent(batch: Batch) -> Chunk:
    return Chunk.objects.get(batch=batch, done=False, sent_at__isnull=False)


def let_the_lease_run_out(batch: Batch) -> None:
    passed = datetime.now(UTC) - A_SECOND
    Chunk.objects.filter(batch=batch, leased_until__isnull=False).update(leased_until=passed)


# Creating


def test_a_batch_is_cut_into_chunks_of_which_only_a_few_are_sent_at_once(
    db: None, on_redis: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        batch = make_batch(matches=123)
    chunks = list(batch.chunks.order_by("number"))
    assert [(chunk.first, chunk.last) for chunk in chunks] == [
        *((first, first + 10) for first in range(0, 120, 10)),
        (120, 123),
    ]
    assert [chunk.attempts for chunk in chunks] == [1] * IN_FLIGHT + [0] * (13 - IN_FLIGHT)
    assert top_up(batch_id=batch.pk, now=NOW) == 0


def test_in_a_single_process_one_chunk_at_a_time_leaves_room_for_people(
    db: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        batch = make_batch(matches=30)
    assert only_sent(batch).number == 0
    run_chunk(chunk_id=only_sent(batch).pk)
    assert only_sent(batch).number == 1


def test_a_batch_of_the_most_matches_has_no_more_chunks_than_a_sweep_can_look_at(db: None) -> None:
    batch = make_batch(matches=100_000)
    assert batch.chunks.count() == 2_000
    assert known(batch.chunks.order_by("number").last()).last == 100_000


def test_the_same_id_twice_is_the_same_batch(db: None) -> None:
    batch_id = uuid4()
    first = make_batch(matches=20, batch_id=batch_id)
    second = make_batch(matches=30, batch_id=batch_id, club=first.club)
    assert second == first
    assert (second.matches, Chunk.objects.count()) == (20, 2)


def test_two_callers_at_once_with_one_id_make_one_batch(fresh_database: FreshDatabase) -> None:
    batch_id, club = uuid4(), make_club()
    made = run_together([lambda: make_batch(batch_id=batch_id, club=club)] * 8)
    assert [getattr(batch, "pk", batch) for batch in made] == [batch_id] * 8
    assert (Batch.objects.count(), Chunk.objects.count()) == (1, 1)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no matches": ({"matches": 0}, "bad_match_count"),
    "a negative number of matches": ({"matches": -1}, "bad_match_count"),
    "a million matches": ({"matches": 1_000_000}, "bad_match_count"),
    "a negative seed": ({"seed": -1}, "bad_seed"),
    "a seed that JSON cannot carry": ({"seed": 2**53}, "bad_seed"),
    "an unknown bot": ({"bots": ["random", "oracle"]}, "unknown_bot"),
    "too few bots": ({"bots": ["random"]}, "wrong_seat_count"),
    "too many bots": ({"bots": ["random"] * 9}, "wrong_seat_count"),
    "no bots": ({"bots": []}, "wrong_seat_count"),
    "an unknown game": ({"game": "chess_boxing"}, "unknown_game"),
    "a game without rules": ({"game": "plain"}, "reported_only"),
    "an unknown option": ({"options": {"speed": 3}}, "unknown_option"),
    "an illegal option": ({"options": {"hide_covered": "perhaps"}}, "option_wrong_kind"),
    "the same deal without rotation": (
        {"same_deal": True, "rotate": False},
        "same_deal_needs_rotation",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_refused_batch_leaves_nothing_behind(
    db: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, why: str
) -> None:
    fields, code = REFUSED[why]
    with (
        django_capture_on_commit_callbacks() as promised,
        pytest.raises((KaitenError, RuleViolation)) as refusal,
    ):
        make_batch(**({"matches": 10} | fields))
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    assert refusal.value.code == code
    assert (Batch.objects.count(), Chunk.objects.count(), promised) == (0, 0, [])


# Playing


def test_a_played_batch_has_one_whole_match_per_index_and_is_finished(db: None) -> None:
    batch = make_batch(matches=23)
    assert play_here(batch) == [True, True, True]
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)
    assert Batch.objects.get().ended_at is not None


def test_two_batches_from_one_seed_hold_the_same_games_in_streams_of_their_own(db: None) -> None:
    first, second, other = make_batch(), make_batch(), make_batch(seed=8)
    for batch in (first, second, other):
        play_here(batch)
    assert hashes(first) == hashes(second)
    assert not set(hashes(first)) & set(hashes(other))
    assert len(set(hashes(first))) == 10
    assert_no_other_match(first, second, other)


def test_everybody_moves_on_by_one_seat_each_match(db: None) -> None:
    batch = make_batch(matches=4, bots=["random", "greedy", "random"])
    play_here(batch)
    assert [bots for _, bots, *_ in stored(batch).values()] == [
        ["random", "greedy", "random"],
        ["greedy", "random", "random"],
        ["random", "random", "greedy"],
        ["random", "greedy", "random"],
    ]
    assert_as_undisturbed(batch)


def test_without_rotation_everybody_keeps_their_seat(db: None) -> None:
    batch = make_batch(matches=3, bots=["greedy", "random"], rotate=False)
    play_here(batch)
    assert [bots for _, bots, *_ in stored(batch).values()] == [["greedy", "random"]] * 3
    assert_as_undisturbed(batch)


def test_rotations_of_one_deal_start_from_the_same_cards(db: None) -> None:
    batch = make_batch(
        matches=8, game="sushi_go_party", bots=["greedy", "random"], same_deal=True, seed=3
    )
    play_here(batch)
    dealt = [load_log(row[0]).plies[0].event for row in stored(batch).values()]
    assert dealt[0::2] == dealt[1::2]
    assert len({repr(deal) for deal in dealt}) == 4
    assert_as_undisturbed(batch)


def test_a_bot_that_sits_twice_at_a_table_is_two_players(db: None) -> None:
    batch = make_batch(matches=1)
    play_here(batch)
    players = Match.objects.get().seatings.values_list("player_id", flat=True)
    assert len(set(players)) == 3


def test_a_worker_that_plays_shows_that_it_lives(db: None) -> None:
    before = datetime.now(UTC)
    play_here(make_batch(matches=1))
    assert known(worker_heartbeat()) >= before


# Playing twice, and together


def test_a_chunk_delivered_again_changes_nothing(db: None) -> None:
    batch = make_batch(matches=10)
    assert play_here(batch) == [True]
    rows = list(BatchResult.objects.values())
    assert play_here(batch) == [False]
    assert list(BatchResult.objects.values()) == rows
    assert_as_undisturbed(batch)


def test_a_chunk_that_somebody_plays_is_left_to_them(db: None) -> None:
    batch = make_batch(matches=10)
    Chunk.objects.update(lease=uuid4(), leased_until=datetime.now(UTC) + LEASE)
    assert play_here(batch) == [False]
    assert count_results(batch) == 0


def test_whoever_lost_a_chunk_to_another_worker_stops(db: None) -> None:
    batch = make_batch(matches=10)
    with after_each_result(lambda _seen: Chunk.objects.update(lease=uuid4())):
        assert play_here(batch) == [False]
    assert count_results(batch) == 1
    assert not only_chunk(batch).done


def test_workers_that_take_every_chunk_at_the_same_time_play_each_match_once(
    fresh_database: FreshDatabase,
) -> None:
    batch = make_batch(matches=30)
    chunks = list(Chunk.objects.values_list("pk", flat=True))
    said = run_together([partial(run_chunk, chunk_id=pk) for pk in chunks * 3])
    assert sorted(said) == [False] * 6 + [True] * 3
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)


def test_workers_that_take_a_chunk_from_each_other_again_and_again_do_no_harm(
    fresh_database: FreshDatabase,
) -> None:
    batch = make_batch(matches=10)
    pk = only_chunk(batch).pk

    def take_and_play() -> None:
        for _ in range(10):
            let_the_lease_run_out(batch)
            run_chunk(chunk_id=pk)

    assert run_together([take_and_play] * 3) == [None] * 3
    let_the_lease_run_out(batch)
    run_chunk(chunk_id=pk)
    assert_as_undisturbed(batch)
    assert_no_other_match(batch)


# Dying


class PowerCut(BaseException):
    """Nobody handles this: the process is gone."""


def test_what_a_dead_worker_left_half_played_is_finished_by_the_next(db: None) -> None:
    batch = make_batch(matches=10)

    def die(seen: int) -> None:
        if seen == 4:
            raise PowerCut

    with after_each_result(die), pytest.raises(PowerCut):
        play_here(batch)
    assert count_results(batch) == Match.objects.count() == 3
    before = stored(batch)
    assert play_here(batch) == [False], "the lease of the dead still holds"
    let_the_lease_run_out(batch)
    assert play_here(batch) == [True]
    assert before.items() <= stored(batch).items()
    assert_as_undisturbed(batch)


def sweep(moment: datetime) -> int:
    return sweep_batches(now=moment)


def test_a_sent_chunk_that_nobody_takes_is_sent_again_after_some_patience(db: None) -> None:
    batch = make_batch(matches=10)
    assert sweep(NOW) == 1
    assert sweep(NOW + PATIENCE - A_SECOND) == 0
    assert sweep(NOW + PATIENCE) == 1
    assert sweep(NOW + PATIENCE + A_SECOND) == 0
    assert only_chunk(batch).attempts == 2


def test_patience_does_not_grow_beyond_what_a_minute_allows(db: None) -> None:
    batch = make_batch(matches=10)
    Chunk.objects.update(sent_at=NOW, attempts=50)
    assert sweep(NOW + LONGEST_PATIENCE - A_SECOND) == 0
    assert sweep(NOW + LONGEST_PATIENCE) == 1
    assert only_chunk(batch).attempts == 51
    assert timedelta(seconds=45) > LONGEST_PATIENCE


def test_a_leased_chunk_is_sent_again_as_soon_as_its_lease_has_run_out(db: None) -> None:
    make_batch(matches=10)
    Chunk.objects.update(sent_at=NOW, attempts=1, lease=uuid4(), leased_until=NOW + LEASE)
    assert sweep(NOW + LEASE) == 0
    assert sweep(NOW + LEASE + A_SECOND) == 1


def test_a_chunk_that_is_played_for_hours_is_not_sent_again(db: None) -> None:
    make_batch(matches=10)
    later = NOW + timedelta(hours=5)
    Chunk.objects.update(sent_at=NOW, attempts=1, lease=uuid4(), leased_until=later + LEASE)
    assert sweep(later) == 0


def test_a_process_that_takes_its_broker_along_leaves_its_chunks_to_the_next_sweep(
    db: None, on_redis: None
) -> None:
    batch, _other = make_batch(matches=80), make_batch(matches=10)
    moment = NOW + A_SECOND
    assert (sweep(NOW), sweep(moment)) == (9, 0)
    Chunk.objects.filter(batch=batch, number=0).update(leased_until=NOW + LEASE, lease=uuid4())
    assert QUEUE.call_back() == 9
    assert sweep(moment) == 9


def test_the_sweep_goes_on_where_a_worker_died_after_its_last_match(
    db: None, on_redis: None
) -> None:
    batch = make_batch(matches=100)
    Chunk.objects.filter(number__lt=IN_FLIGHT).update(sent_at=NOW, attempts=1, done=True)
    assert sweep(NOW) == 2
    Chunk.objects.update(done=True)
    assert sweep(NOW) == 0
    batch.refresh_from_db()
    assert (batch.status, batch.ended_at) == (BatchStatus.FINISHED, NOW)


def test_of_two_sweeps_at_once_one_sends(fresh_database: FreshDatabase, on_redis: None) -> None:
    make_batch(matches=80)
    Chunk.objects.update(sent_at=NOW, attempts=1)
    sent = run_together([lambda: sweep(NOW + PATIENCE)] * 4)
    assert sum(sent) == 8
    assert set(Chunk.objects.values_list("attempts", flat=True)) == {2}


# Ending early


def test_a_cancelled_batch_stops_after_the_match_in_hand_and_keeps_what_is_played(db: None) -> None:
    batch = make_batch(matches=30)

    def cancel(seen: int) -> None:
        if seen == 13:
            cancel_batch(batch_id=batch.pk, now=NOW)

    with after_each_result(cancel):
        assert play_here(batch) == [True, False, False]
    assert count_results(batch) == Match.objects.count() == 13
    batch.refresh_from_db()
    assert (batch.status, batch.ended_at) == (BatchStatus.CANCELLED, NOW)
    assert sweep(NOW + timedelta(hours=1)) == 0


def test_cancelling_again_or_too_late_changes_nothing(db: None) -> None:
    running, finished = make_batch(), make_batch()
    play_here(finished)
    cancel_batch(batch_id=running.pk, now=NOW)
    assert cancel_batch(batch_id=running.pk, now=NOW + A_SECOND).ended_at == NOW
    assert cancel_batch(batch_id=finished.pk, now=NOW).status == BatchStatus.FINISHED


def test_a_batch_that_does_not_exist_cannot_be_cancelled(db: None) -> None:
    with pytest.raises(KaitenError, match="unknown_batch"):
        cancel_batch(batch_id=uuid4(), now=NOW)


def test_a_chunk_that_keeps_failing_ends_its_batch_with_the_reason(db: None) -> None:
    batch = make_batch(matches=20)
    Batch.objects.update(bots=["random", "gone", "random"])
    first = batch.chunks.get(number=0).pk
    for failures in range(1, MOST_FAILURES + 1):
        with pytest.raises(RuleViolation):
            run_chunk(chunk_id=first)
        assert Chunk.objects.get(pk=first).failures == failures
    batch.refresh_from_db()
    assert (batch.status, batch.error) == (BatchStatus.FAILED, "unknown_bot")
    assert batch.ended_at is not None
    assert play_here(batch) == [False, False]
    assert count_results(batch) == 0


def test_a_busy_database_is_no_reason_to_give_a_batch_up(db: None) -> None:
    batch = make_batch(matches=10)

    def be_busy(seen: int) -> NoReturn:
        raise OperationalError("database is locked")

    with after_each_result(be_busy):
        for _ in range(MOST_FAILURES + 1):
            with pytest.raises(OperationalError):
                play_here(batch)
    assert only_chunk(batch).failures == 0
    assert play_here(batch) == [True]
    assert_as_undisturbed(batch)
