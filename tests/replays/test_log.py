"""Reading logs: one query whatever their length, and never a damaged one."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from games.core.errors import RuleViolation
from games.sushi_bar.events import PortionStolen
from replays.errors import CorruptStream, KaitenError, UnknownStream
from replays.events import (
    LogAmended,
    LogOverridden,
    MatchFinished,
    MatchReopened,
    MatchReported,
    Quoted,
    SeatTakenOver,
    quote,
)
from replays.legality import first_problem
from replays.life import finished
from replays.models import Stream
from replays.selectors.logs import load_log, notes_of, stored_rows, verified_log, version_of
from replays.services import undo
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.tables import PLAYERS, Table, reopened

database = pytest.mark.database


@pytest.mark.django_db
@database
@pytest.mark.parametrize("moves", [3, 60])
def test_a_log_takes_one_query_whatever_its_length(
    moves: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sitting = Sitting()
    sitting.play_on(moves)
    with django_assert_num_queries(1):
        log = load_log(sitting.id)
        assert log.state is not None
        assert log.status in {"open", "finished"}


@pytest.mark.django_db
@database
def test_a_log_can_be_read_as_it_was_at_a_version() -> None:
    sitting = Sitting()
    sitting.play_on(6)
    then = sitting.log()
    sitting.do(undo.rewind, to=2)
    assert load_log(sitting.id, version=7).plies == then.plies
    assert len(load_log(sitting.id).plies) == 1
    for version in (0, 9):
        with pytest.raises(KaitenError) as refusal:
            load_log(sitting.id, version=version)
        assert refusal.value.code == "no_such_version"


@pytest.mark.django_db
def test_what_was_read_before_and_the_rest_make_the_same_log_as_all_of_it() -> None:
    sitting = Sitting()

    def require_same() -> None:
        log, anew = sitting.log(), verified_log(sitting.id, stored_rows(sitting.id))
        assert (log.entries, log.head_hash, log.line) == (anew.entries, anew.head_hash, anew.line)
        assert (log.life, log.state) == (anew.life, anew.state)
        for ply in range(max(0, len(log.plies) - 2), len(log.plies) + 1):
            assert log.state_at(ply) == anew.state_at(ply)

    steps: list[Callable[[], object]] = [
        lambda: sitting.play_on(1),
        lambda: sitting.play_on(4),
        lambda: sitting.do(undo.annotate, target=3, text="hm"),
        lambda: sitting.play_on(2),
        lambda: sitting.do(undo.rewind, to=4),
        lambda: sitting.play_on(3),
        sitting.finish,
    ]
    for step in steps:
        step()
        require_same()


@pytest.mark.django_db
def test_a_stream_of_another_kind_is_not_a_match() -> None:
    stream = Stream.objects.create(id=uuid4(), kind="season", version=0)
    for read in (load_log, stored_rows, version_of):
        with pytest.raises(UnknownStream):
            read(stream.pk)


@pytest.mark.django_db
def test_a_changed_head_is_noticed() -> None:
    sitting = Sitting()
    Stream.objects.filter(pk=sitting.id).update(head_hash="0" * 64)
    with pytest.raises(CorruptStream) as refusal:
        load_log(sitting.id)
    assert refusal.value.params == {"version": 1, "problem": "head_mismatch"}


@pytest.mark.django_db
def test_a_missing_tail_is_noticed() -> None:
    sitting = Sitting()
    Stream.objects.filter(pk=sitting.id).update(version=3)
    with pytest.raises(CorruptStream) as refusal:
        load_log(sitting.id)
    assert refusal.value.params == {"version": 2, "problem": "gap"}


@pytest.mark.django_db
def test_the_newest_version_is_one_small_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sitting = Sitting()
    sitting.play_on(4)
    with django_assert_num_queries(1):
        assert version_of(sitting.id) == 5


@pytest.mark.django_db
def test_notes_come_in_the_order_of_versions() -> None:
    sitting = Sitting()
    sitting.do(undo.annotate, target=1, text="one")
    sitting.do(undo.annotate, target=1, text="two")
    assert [note.text for note in notes_of(sitting.id)] == ["one", "two"]


def test_states_are_made_for_any_ply_and_are_independent() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(10)
    log = table.log()
    assert log.state_at(10) == log.state
    assert log.state_at(10) is not log.state
    assert log.state_at(0) == log.rules.start(log.setup)
    for ply in (-1, 11):
        with pytest.raises(KaitenError) as refusal:
            log.state_at(ply)
        assert refusal.value.code == "no_such_ply"


def problem_of(table: Table) -> tuple[int, str] | None:
    found = first_problem(table.log())
    return None if found is None else (found[0], found[1].code)


@pytest.mark.parametrize("seed", range(8))
def test_a_log_of_legal_steps_has_no_problem(seed: int) -> None:
    table = Table("hidden_game", seed=seed)
    table.live(20)
    assert problem_of(table) is None


def test_the_first_illegal_move_is_named_also_in_a_rewound_part() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(4)
    bad = table.events[1]
    table.add(bad)
    table.rewind(4)
    table.play(3)
    assert problem_of(table) == (6, "not_expected")


def test_a_move_after_the_end_is_a_problem() -> None:
    table = Table("sushi_bar", seed=1)
    table.finish()
    end = table.version
    table.add(table.events[1])
    assert problem_of(table) == (end + 1, "match_ended")


def test_an_end_before_the_rules_say_so_is_a_problem() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(3)
    table.add(finished(table.log().outcome))
    assert problem_of(table) == (5, "match_not_over")


def test_an_amendment_that_drops_too_little_is_a_problem() -> None:
    for seed in range(30):
        table = Table("sushi_bar", seed=seed)
        table.play(12)
        table.amend()
        event = table.events[-1]
        if isinstance(event, LogAmended) and event.dropped:
            break
    assert isinstance(event, LogAmended)
    table.events[-1] = LogAmended(event.target, event.replacement, event.dropped[1:])
    assert problem_of(table) == (table.version, "dropped_differs")


def test_an_amendment_of_nothing_is_a_problem() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(2)
    table.add(LogAmended(99, quote(table.events[-1])))
    assert problem_of(table) == (4, "not_a_ply")


def test_an_override_that_cannot_be_applied_is_a_problem() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(2)
    table.add(LogOverridden(quote(PortionStolen(0, 7, "sushi", 99))))
    assert problem_of(table) == (4, "override_impossible")


def test_a_quoted_event_that_cannot_be_read_is_named_by_its_version() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(2)
    table.add(LogOverridden(Quoted("sushi_bar.dice_rolled", 1, {"flown": "away"})))
    with pytest.raises(RuleViolation) as refusal:
        table.log()
    assert (refusal.value.code, refusal.value.params) == ("malformed_log", {"version": 4})


def test_life_events_that_do_not_fit_the_table_are_problems() -> None:
    for event, code in [
        (MatchReported(scores=(1,), places=(1,)), "bad_places"),
        (MatchReported(scores=None, places=None), "empty_report"),
        (MatchReported(scores=(1, 2), places=(2, 1), rounds=((1, 1),)), "bad_rounds"),
        (SeatTakenOver(1, PLAYERS[0]), "player_twice"),
        (MatchReopened(), "match_not_ended"),
    ]:
        table = Table("sushi_bar")
        table.add(event)
        assert problem_of(table) == (2, code)


def test_a_broken_seal_shows_and_does_not_change_the_result() -> None:
    table = Table("sushi_bar", seed=1)
    table.finish()
    sealed = table.events[-1]
    assert isinstance(sealed, MatchFinished)
    table.events[-1] = MatchFinished(sealed.places, tuple(s + 1 for s in sealed.scores), "complete")
    log = table.log()
    assert not log.seal_holds
    assert known(log.result).scores == sealed.scores
    assert problem_of(table) is None


def test_a_reopened_match_keeps_its_states_and_has_no_result() -> None:
    table = Table("sushi_bar", seed=1)
    table.finish()
    before = table.log()
    log = reopened(table).log()
    assert (log.state, log.result, log.over) == (before.state, None, True)
