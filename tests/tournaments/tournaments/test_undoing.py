"""What is undone takes rows and matches along, and nothing that was recorded gets lost."""

from copy import deepcopy
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.testing.scale import scaled
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict
from replays.models import Match, Note, Outbox
from replays.selectors.logs import load_log
from replays.services.append import Appended, append_events, new_event
from replays.services.life import rule_result
from replays.services.undo import rewind
from tests.factories import NOW
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.tournaments.director.random_commands import PLANS, next_command
from tests.tournaments.tournaments.play import Friday, play_moves, rows_of, seats_of, swiss
from tests.tournaments.tournaments.previews import REFUSALS
from tests.tournaments.tournaments.test_streams import require_same_everywhere
from tournaments.tournaments.director.events import ResultRecorded
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.matches import joint_write

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
COMMANDS = 25


def told(friday: Friday) -> State:
    """Return all that a tournament says but how long its log is, and how many ever entered."""
    with reading(friday.id) as state:
        return deepcopy(replace(state, version=0, next_entrant=0))


def refused(friday: Friday, name: str = "undo", **fields: Any) -> KaitenError:
    """Return why a command was refused; nothing has changed then."""
    before = friday.state.version
    with pytest.raises(KaitenError) as refusal:
        friday.do(name, **fields)
    assert friday.state.version == before
    require_same_everywhere(friday)
    return refusal.value


def change(friday: Friday, service: Any, **fields: Any) -> Appended:
    """Change the match of the first table as its own page does."""
    match_id = friday.table(1).match
    version = load_log(match_id).version
    appended: Appended = service(
        match_id=match_id, expected_version=version, envelope=Envelope("cli", NOW), **fields
    )
    return appended


@pytest.mark.database
def test_two_tables_that_changed_their_numbers_change_them_back(
    fresh_database: FreshDatabase,
) -> None:
    friday = Friday(8, swiss())
    friday.announce()
    states = [told(friday)]
    friday.do("move_table", stage=1, round=1, table=1, to=2)
    states.append(told(friday))
    for name, then in (("undo", states[0]), ("redo", states[1])):
        friday.do(name)
        assert told(friday) == then
        require_same_everywhere(friday)


@pytest.mark.database
@pytest.mark.parametrize("seed", range(scaled(10)))
def test_a_random_evening_is_undone_to_its_beginning_and_done_again_with_its_matches(
    fresh_database: FreshDatabase, seed: int
) -> None:
    luck = Random(seed)
    friday = Friday(luck.randint(5, 9), *PLANS[luck.randrange(len(PLANS))])
    states = [told(friday)]
    for _ in range(4 * COMMANDS):
        with reading(friday.id) as state:
            name, data = next_command(state, luck, lambda: friday.people(1)[0])
        if name in ("undo", "redo") or len(states) > COMMANDS:
            continue
        try:
            written = not friday.do(name, **data).repeated
        except REFUSALS:
            continue
        if written:
            states.append(told(friday))
    for was in reversed(states[:-1]):
        friday.do("undo")
        assert told(friday) == was
        require_same_everywhere(friday)
    while friday.state.stages:
        friday.do("undo")
    assert refused(friday).code == "nothing_to_undo"
    assert set(Match.objects.values_list("status", flat=True)) <= {"voided"}
    while told(friday) != states[0]:
        friday.do("redo")
    for then in states[1:]:
        friday.do("redo")
        assert told(friday) == then
        require_same_everywhere(friday)
    assert refused(friday, "redo").code == "nothing_to_redo"


@pytest.mark.django_db
def test_a_correction_undone_leaves_the_match_as_it_was_reported(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    before = known(friday.match_of(1)).ended_at
    friday.do("correct", **TABLE, scores=[1, 2, 3, 4])
    assert known(friday.match_of(1)).result_kind == "ruled"
    friday.do("undo")
    match = known(friday.match_of(1))
    assert (match.status, match.result_kind, match.ended_at) == ("reported", "reported", before)
    assert [row[1:] for row in seats_of(match.id)] == [(1, 4), (2, 3), (3, 2), (4, 1)]
    friday.do("redo")
    assert [row[1:] for row in seats_of(match.id)] == [(4, 1), (3, 2), (2, 3), (1, 4)]
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_the_result_of_a_recorded_match_comes_back_as_its_moves_have_it(friday: Friday) -> None:
    friday.play_by_bots(1)
    result, moves = friday.table(1).result, len(load_log(friday.table(1).match).plies)
    friday.do("withdraw_result", **TABLE)
    friday.do("undo")
    log = load_log(friday.table(1).match)
    assert (log.status, known(log.result).kind, len(log.plies)) == ("finished", "derived", moves)
    assert (friday.table(1).result, friday.table(1).origin) == (result, "match")
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_an_announced_round_undone_voids_its_matches_and_done_again_opens_them(
    friday: Friday,
) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    match_id = friday.table(1).match
    friday.do("undo")
    assert Match.objects.get(pk=match_id).status == "open"
    friday.do("undo")
    assert Match.objects.get(pk=match_id).status == "voided"
    assert not rows_of(TournamentTable, friday.id).exists()
    friday.do("redo")
    assert friday.table(1).match == match_id
    assert Match.objects.get(pk=match_id).status == "open"
    friday.do("redo")
    assert Match.objects.get(pk=match_id).status == "reported"
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_a_table_seated_anew_has_its_former_match_again(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    old = friday.table(1).match
    friday.do("rule", **TABLE, ruling="replayed")
    new = friday.table(1).match
    friday.record(1, scores=[1, 2, 3, 4])
    friday.do("undo")
    friday.do("undo")
    assert friday.table(1).match == old
    statuses = {old: "reported", new: "voided"}
    assert dict(Match.objects.values_list("pk", "status")) == statuses
    friday.do("redo")
    statuses = {old: "voided", new: "open"}
    assert dict(Match.objects.values_list("pk", "status")) == statuses
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_a_walk_over_comes_back_without_the_match_that_was_typed_in_after_it(
    friday: Friday,
) -> None:
    friday.record(1, kind="walk_over", absent=[friday.table(1).entrants[0]])
    friday.do("correct", **TABLE, scores=[4, 3, 2, 1])
    friday.do("undo")
    assert known(friday.table(1).result).kind == "walk_over"
    assert known(friday.match_of(1)).status == "voided"
    friday.do("redo")
    assert known(friday.match_of(1)).status == "reported"
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_a_result_of_before_that_names_no_version_of_its_match_comes_back_too(
    friday: Friday,
) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    with joint_write():  # as before tables followed their matches
        change(friday, rule_result, places=[4, 3, 2, 1], scores=[1, 2, 3, 4])
    report = Reported(places=(4, 3, 2, 1), scores=(1, 2, 3, 4))
    append_events(
        stream_id=friday.id,
        kind="tournament",
        expected_version=friday.state.version,
        events=[new_event(ResultRecorded(1, 1, 1, report, "slip"))],
        envelope=Envelope("cli", NOW),
    )
    friday.do("correct", **TABLE, scores=[9, 7, 5, 3])
    friday.do("undo")
    assert friday.table(1).result == report
    assert [row[1:] for row in seats_of(friday.table(1).match)] == [(4, 1), (3, 2), (2, 3), (1, 4)]
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_moves_that_were_recorded_are_not_lost_with_the_table_they_were_played_at(
    friday: Friday,
) -> None:
    friday.do("start_table", **TABLE)
    play_moves(friday.table(1).match)
    refusal = refused(friday)
    assert (refusal.code, refusal.status) == ("match_has_moves", 409)
    assert refusal.params == {"stage": 1, "round": 1, "table": 1}
    assert str(refusal.message).startswith("Stage 1, round 1, table 1: moves of its match")
    change(friday, rewind, to=1)
    friday.do("undo")
    assert not friday.table(1).started
    friday.do("undo")
    assert set(Match.objects.values_list("status", flat=True)) == {"voided"}
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_a_result_does_not_come_back_over_moves_that_were_played_since(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    friday.do("withdraw_result", **TABLE)
    play_moves(friday.table(1).match)
    assert refused(friday).code == "match_has_moves"
    assert len(load_log(friday.table(1).match).plies) == 3


@pytest.mark.django_db
def test_a_match_played_by_bots_holds_its_round(friday: Friday) -> None:
    friday.play_by_bots(1)
    friday.do("undo")
    assert friday.table(1).is_open
    assert len(load_log(friday.table(1).match).plies) > 10
    assert refused(friday).code == "match_has_moves"
    friday.do("redo")
    assert known(friday.match_of(1)).status == "finished"
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_a_match_is_begun_again_after_its_result_was_undone(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    friday.do("undo")
    friday.do("start_table", **TABLE)
    assert known(friday.match_of(1)).status == "open"
    play_moves(friday.table(1).match)
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_a_match_begun_after_a_slip_without_a_no_show_seats_everybody(friday: Friday) -> None:
    entrants = friday.table(1).entrants
    friday.record(1, scores=[4, 3, 2, 1], absent=[entrants[3]])
    friday.do("withdraw_result", **TABLE)
    friday.do("start_table", **TABLE)
    assert known(friday.match_of(1)).seats == 4
    assert Match.objects.filter(status="voided").count() == 1
    require_same_everywhere(friday)
    friday.do("undo")
    friday.do("undo")
    assert known(friday.match_of(1)).seats == 3
    assert known(friday.table(1).result).absent == (entrants[3],)
    require_same_everywhere(friday)


@pytest.mark.django_db
def test_the_ladders_hear_of_a_result_that_only_counts_otherwise_again(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    friday.do("correct", **TABLE, scores=[4, 3, 2, 1], kind="on_time")
    version = load_log(friday.table(1).match).version
    Outbox.objects.all().delete()
    friday.do("undo")
    assert load_log(friday.table(1).match).version == version
    owed = Outbox.objects.filter(stream_id=friday.id).values_list("topic", "version")
    assert list(owed) == [("ladders", friday.state.version)]


@pytest.mark.django_db
def test_the_reason_of_an_undo_is_kept_beside_the_log(friday: Friday) -> None:
    friday.do("undo", note="announced too early")
    note = Note.objects.get(stream_id=friday.id)
    assert (note.version, note.text) == (friday.state.version, "announced too early")


@pytest.mark.django_db
def test_undoing_what_no_match_stands_on_costs_few_statements(friday: Friday) -> None:
    friday.do("call_arbiter", **TABLE)
    with CaptureQueriesContext(connection) as asked:
        friday.do("undo")
    assert len(asked) <= 25, [query["sql"][:120] for query in asked]


@pytest.mark.database
def test_of_two_who_undo_at_once_one_wins(fresh_database: FreshDatabase) -> None:
    friday = Friday(16, swiss(rounds=3))
    friday.announce()
    friday.record(1, scores=[4, 3, 2, 1])
    version = friday.state.version
    calls = [partial(friday.do, "undo", version=version)] * 6
    results = run_together(calls)
    assert [type(result) for result in results].count(Appended) == 1
    lost = [result for result in results if isinstance(result, KaitenError)]
    assert len(lost) == 5
    assert {error.code for error in lost} <= {"version_conflict", "not_the_last_command"}
    assert friday.table(1).is_open
    assert len(friday.row().tables) == 4
    require_same_everywhere(friday)


@pytest.mark.database
def test_a_result_that_comes_in_while_somebody_undoes_is_not_undone_instead(
    fresh_database: FreshDatabase,
) -> None:
    friday = Friday(16, swiss(rounds=3))
    friday.announce()
    friday.record(1, scores=[4, 3, 2, 1])
    seen = friday.state.version
    others = [partial(friday.record, table, scores=[4, 3, 2, 1]) for table in (2, 3, 4)]
    undone, *recorded = run_together([partial(friday.do, "undo", version=seen), *others])
    assert all(isinstance(result, Appended) for result in recorded)
    assert friday.table(1).is_open == isinstance(undone, Appended)
    assert not any(friday.table(number).is_open for number in (2, 3, 4))
    if not isinstance(undone, Appended):
        assert isinstance(undone, StreamConflict) or undone.code == "not_the_last_command"
    require_same_everywhere(friday)
