"""Whole logs judged from their first version on, by themselves and as stored."""

from typing import Any

import msgspec
import pytest

from games.core.errors import RuleViolation
from replays.amendment import forced, plan_amendment
from replays.chain import GENESIS, RecordedEvent, seal, timestamp
from replays.effective import Ply
from replays.envelope import Envelope
from replays.errors import CorruptStream, KaitenError
from replays.events import LogAnnotated, MatchFinished, MatchStopped
from replays.legality import first_problem
from replays.log import make_log
from replays.selectors.logs import verified_log
from replays.services.append import WholeLog, import_rows, new_event
from replays.services.verify import verify_stream
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.tables import MATCH, NOW, PLAYERS, Table


def rows_of(table: Table) -> list[RecordedEvent]:
    """Return the events of a table as a store would hold them, whatever they say."""
    rows: list[RecordedEvent] = []
    for version, event in enumerate(table.events, 1):
        new = new_event(event)
        content = (new.type, new.schema, new.payload)
        rows.append(RecordedEvent(version, *content, "cli", timestamp(NOW), "", ""))
    return sealed(rows)


def sealed(rows: list[RecordedEvent]) -> list[RecordedEvent]:
    """Return rows with the hashes they ought to have."""
    done, previous = [], GENESIS
    for row in rows:
        previous = seal(previous, MATCH, row)
        done.append(msgspec.structs.replace(row, hash=previous))
    return done


def problem_of(table: Table) -> tuple[int, str] | None:
    found = first_problem(table.log())
    return None if found is None else (found[0], found[1].code)


def changed(table: Table, **fields: Any) -> Table:
    table.events[0] = msgspec.structs.replace(table.events[0], **fields)
    return table


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seats": 99}, "wrong_seat_count"),
        ({"options": {}}, "options_not_resolved"),
        ({"options": {"no_such": 1}}, "unknown_option"),
        ({"players": PLAYERS[:3]}, "wrong_player_count"),
        ({"players": PLAYERS[:1] * 2}, "player_twice"),
    ],
)
def test_a_beginning_that_no_service_would_write_is_a_problem(
    fields: dict[str, Any], code: str
) -> None:
    assert problem_of(changed(Table("sushi_bar"), **fields)) == (1, code)


def test_a_stop_whose_places_do_not_fit_its_result_is_a_problem() -> None:
    table = Table("sushi_bar")
    table.add(MatchStopped("time", "none", places=(1, 2)))
    assert problem_of(table) == (2, "bad_stop")


def test_a_note_on_a_version_that_is_still_to_come_is_a_problem() -> None:
    table = Table("sushi_bar")
    table.add(LogAnnotated(2, None))
    assert problem_of(table) == (2, "no_such_version")


def test_a_changed_row_is_named_by_its_version() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(4)
    rows = rows_of(table)
    rows[2] = msgspec.structs.replace(rows[2], actor="user:1")
    with pytest.raises(CorruptStream) as refusal:
        verified_log(MATCH, rows)
    assert refusal.value.params == {"version": 3, "problem": "hash_mismatch"}


def test_a_row_this_version_cannot_read_is_named_by_its_version() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(4)
    rows = rows_of(table)
    rows[2] = msgspec.structs.replace(rows[2], type="sushi_bear.flown_away")
    with pytest.raises(CorruptStream) as refusal:
        verified_log(MATCH, sealed(rows))
    assert refusal.value.params == {"version": 3, "problem": "unknown_event_type"}


def test_no_rows_make_no_log() -> None:
    with pytest.raises(RuleViolation, match="malformed_log"):
        make_log(MATCH, [])


def store(table: Table) -> None:
    log = WholeLog(MATCH, "match", rows_of(table))
    import_rows(log=log, envelope=Envelope("cli", NOW), source="a test")


@pytest.mark.django_db
def test_verification_finds_an_illegal_event_behind_a_perfect_chain() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(3)
    table.add(table.events[1])
    store(table)
    problem = verify_stream(MATCH).problem
    assert problem is not None
    assert (problem.code, problem.version) == ("not_expected", 5)


@pytest.mark.django_db
def test_verification_shows_a_seal_that_the_rules_of_today_do_not_confirm() -> None:
    table = Table("sushi_bar", seed=1)
    table.finish()
    end = table.events[-1]
    assert isinstance(end, MatchFinished)
    table.events[-1] = MatchFinished(end.places, tuple(s + 1 for s in end.scores), end.ending)
    store(table)
    problem = verify_stream(MATCH).problem
    assert problem is not None
    assert (problem.code, problem.version) == ("seal_differs", table.version)


def test_an_override_that_no_longer_applies_is_dropped_with_what_follows() -> None:
    table = Table("hidden_game", seed=1)
    table.play(4)
    log = table.log()
    first, *rest = log.plies
    broken = Ply(99, Dealt(9, ("amber",)), "", "cli", overridden=True)
    plan = plan_amendment(log.rules, log.setup, [first, broken, *rest], 0, first.event)
    assert plan.dropped == (broken, *rest)
    assert known(plan.violation).code == "override_impossible"


def test_an_override_leaves_the_state_it_was_tried_on_alone() -> None:
    table = Table("hidden_game", seed=1)
    table.play(1)
    log = table.log()
    hand = log.plies[0].event
    assert isinstance(hand, Dealt)
    before = log.state.clone()
    after = forced(log.rules, log.setup, log.state, Dealt(1, (*hand.cards, hand.cards[0])))
    assert log.state == before
    assert after != before
    with pytest.raises(KaitenError, match="override_impossible"):
        forced(log.rules, log.setup, log.state, Dealt(7, ()))
