"""Rebuilt from zero, remembered and folded afresh: a tournament is the same each time."""

import json
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NoReturn
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from games.testing.scale import scaled
from replays.chain import RecordedEvent
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match, Outbox, StoredEvent
from replays.selectors.logs import load_log
from replays.services import life
from replays.services.rebuild import rebuild_all, rebuild_stream
from replays.services.verify import verify_stream
from replays.telling import Report, Stop
from tests.factories import NOW
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.director.random_commands import PLANS, next_command
from tests.tournaments.tournaments.play import (
    UNPLAYED,
    Friday,
    dump,
    rows_of,
    seats_of,
    swiss,
)
from tests.tournaments.tournaments.previews import REFUSALS, require_as_foreseen
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentTable,
)
from tournaments.tournaments.selectors.states import TOURNAMENT, reading

pytestmark = pytest.mark.database

OF_MATCHES = {
    "bad_places",
    "bad_scores",
    "empty_report",
    "malformed_command",
    "match_ended",
    "match_not_ended",
    "match_voided",
    "stream_conflict",
}
"""What a match may refuse; a tournament has to know before it asks for it."""
STEPS = 25
MOST_QUERIES = 25
AT_ONCE = 6
"""Commands per step: a tournament needs many before anything interesting can go wrong."""


def fresh_fold(tournament_id: UUID) -> State:
    stored = StoredEvent.objects.filter(stream_id=tournament_id).order_by("version")
    rows = [RecordedEvent(*row) for row in stored.values_list(*RecordedEvent.__struct_fields__)]
    return TOURNAMENT.verified(tournament_id, rows).state


def require_same_everywhere(friday: Friday) -> None:
    """Check that log, memory, rows and matches agree."""
    live = dump(friday.id)
    with reading(friday.id) as remembered:
        assert remembered == fresh_fold(friday.id)
    assert verify_stream(friday.id).ok
    with transaction.atomic():
        rows_of(TournamentTable, friday.id).update(status="open", rated=None)
        rows_of(TournamentEntrant, friday.id).update(present=False, place=77)
        rebuild_stream(stream_id=friday.id, kind=TOURNAMENT_STREAM)
    assert dump(friday.id) == live
    require_matches_agree(friday)


def require_matches_agree(friday: Friday) -> None:
    state = fresh_fold(friday.id)
    for stage in state.stages.values():
        for row in stage.rounds.values():
            for table in row.tables.values():
                require_match_agrees(state, table)


def require_match_agrees(state: State, table: Table) -> None:
    result = table.result
    match = Match.objects.filter(pk=table.match).first()
    if result is None or result.kind in UNPLAYED or result.places is None:
        ends = {"open"} if result is None else {"voided", "stopped", "abandoned"}
        assert match is None or match.status in ends
        return
    assert match is not None
    assert match.status != "voided"
    said = {player: (place, score) for player, place, score in seats_of(match.id)}
    there = [seat for seat, n in enumerate(table.entrants) if n not in result.absent]
    for seat in there:
        place, score = said[state.entrants[table.entrants[seat]].player]
        better = sum(result.places[other] < result.places[seat] for other in there)
        assert place == 1 + better
        # Whoever tells the match the same places alone takes no scores away from the table.
        assert None in (result.scores, score) or score == known(result.scores)[seat]


class Evenings(RuleBasedStateMachine):
    """Commands at random, looked at first, through the one way to change a tournament."""

    @initialize(plan=st.sampled_from(PLANS), entrants=st.integers(4, 11), seed=st.integers(0, 9999))
    def begin(self, plan: tuple[dict[str, Any], ...], entrants: int, seed: int) -> None:
        self.friday = Friday(entrants, *plan, start=False)
        self.luck = Random(seed)

    def step(self) -> None:
        friday = self.friday
        with reading(friday.id) as state:
            name, data = next_command(state, self.luck, lambda: friday.people(1)[0])
        try:
            require_as_foreseen(friday, name, data)
        except REFUSALS as refusal:
            if refusal.code in OF_MATCHES:
                raise

    @rule(count=st.integers(1, AT_ONCE))
    def command(self, count: int) -> None:
        for _ in range(count):
            self.step()

    @rule()
    def round(self) -> None:
        """Announce whatever can be announced, and give every open table a result."""
        with reading(self.friday.id) as state:
            stage = state.current
        if stage is None:
            return
        for name in ("propose", "publish"):
            try:
                self.friday.do(name, stage=stage.number)
            except REFUSALS:
                break
        with reading(self.friday.id) as state:
            last = state.stages[stage.number].last_round
            tables = list(last.tables.values()) if last is not None else []
        for table in tables:
            if table.is_open and not state.finished:
                scores = [self.luck.randint(0, 9) for _ in table.entrants]
                assert last is not None
                self.friday.record(
                    table.number, round_=last.number, stage=stage.number, scores=scores
                )

    @rule()
    def match(self) -> None:
        """Change the match of a table behind the tournament's back, as an arbiter may."""
        with reading(self.friday.id) as state:
            tables = [
                table.match
                for stage in state.stages.values()
                for row in stage.rounds.values()
                for table in row.tables.values()
            ]
        known = Match.objects.filter(pk__in=tables).order_by("pk").values_list("pk", "seats")
        if not known:
            return
        match_id, seats = self.luck.choice(list(known))
        places = sorted(self.luck.randint(1, seats) for _ in range(seats))
        places = [1 + places.index(place) for place in places]
        self.luck.shuffle(places)
        at = {
            "match_id": match_id,
            "expected_version": load_log(match_id).version,
            "envelope": Envelope("cli", NOW),
        }
        change = self.luck.choice(
            [
                partial(life.rule_result, places=places),
                partial(life.report_result, report=Report(places=places)),
                partial(life.stop_match, stop=Stop("time", "places", places)),
                life.reopen_match,
                life.void_match,
                life.abandon_match,
            ]
        )
        with suppress(*REFUSALS):
            change(**at)

    def teardown(self) -> None:
        """Undo everything, back to the beginning."""
        if not hasattr(self, "friday"):
            return
        with pytest.raises(KaitenError, match="nothing_to_undo"):
            self._undo_on_and_on()
        assert not self.friday.state.entrants
        assert not self.friday.state.stages
        require_same_everywhere(self.friday)

    def _undo_on_and_on(self) -> NoReturn:
        """Undo until that is refused; an empty tournament in between is not its beginning."""
        while True:
            self.friday.do("undo")

    @invariant()
    def same(self) -> None:
        if hasattr(self, "friday"):
            require_same_everywhere(self.friday)


def test_random_commands_leave_the_same_tournament_in_log_memory_and_rows(
    fresh_database: FreshDatabase,
) -> None:
    run_state_machine_as_test(
        Evenings,
        settings=settings(
            max_examples=scaled(80),
            stateful_step_count=STEPS,
            deadline=None,
            report_multiple_bugs=False,
            # A failure names its seed; a shorter list of commands is no clearer.
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.fixture
def played_friday(fresh_database: FreshDatabase) -> Friday:
    friday = Friday(13, swiss(rounds=3))
    luck = Random(3)
    for _ in range(2):
        friday.play_round(luck)
    return friday


def test_everything_is_made_again_from_the_log_alone(played_friday: Friday) -> None:
    played_friday.do("close_stage", stage=1)
    played_friday.do("finish")
    live = dump(played_friday.id)
    Tournament.objects.all().delete()
    assert dump(played_friday.id) != live
    rebuild_all()
    assert dump(played_friday.id) == live


def test_whoever_checks_in_after_the_start_plays_in_the_stage(
    fresh_database: FreshDatabase,
) -> None:
    friday = Friday(9, swiss(), start=False)
    friday.do("check_out", entrants=[8])
    friday.do("drop", entrant=9)
    friday.do("start_stage", stage=1)
    friday.do("check_in", entrants=[8])
    require_same_everywhere(friday)
    friday.do("bring_back", entrant=9)
    require_same_everywhere(friday)
    with reading(friday.id) as state:
        assert state.stages[1].seeds == tuple(range(1, 10))


def test_a_refused_command_writes_nothing_at_all(played_friday: Friday) -> None:
    def everything() -> tuple[dict[str, list[Any]], int, int, int]:
        return (
            dump(played_friday.id),
            StoredEvent.objects.count(),
            Match.objects.count(),
            Outbox.objects.count(),
        )

    before = everything()
    table = {"stage": 1, "round": 2, "table": 1}
    commands: list[tuple[str, dict[str, Any]]] = [
        ("record", table | {"scores": [1, 2, 3, 5]}),
        ("record", table | {"scores": [1]}),
        ("record", table | {"table": 99, "scores": [1, 2, 3, 4]}),
        ("publish", {"stage": 1}),
        ("remove", {"entrant": 1}),
        ("set_stage", {"stage": 2, "rules": swiss(sizes=[9], preferred=9)}),
        ("start_stage", {"stage": 1}),
        ("enter", {"players": ["5b9b2a0e-93c5-4d0a-8d0a-0f5a3c2f7e11"], "late": "1"}),
    ]
    for name, data in commands:
        with pytest.raises(REFUSALS):
            played_friday.do(name, **data)
    assert everything() == before


def test_an_error_in_the_match_undoes_the_result_and_the_memory(
    played_friday: Friday, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_friday.announce()
    before = dump(played_friday.id)

    def broken(*args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("tournaments.tournaments.services.matches.record_ended_match", broken)
        with pytest.raises(RuntimeError):
            played_friday.record(
                1, round_=3, scores=list(range(len(played_friday.table(1, 3).entrants)))
            )
    assert dump(played_friday.id) == before
    require_same_everywhere(played_friday)
    assert played_friday.table(1, 3).is_open


def test_a_note_is_kept_beside_the_log_and_only_its_digest_is_in_it(played_friday: Friday) -> None:
    played_friday.do("penalise", stage=1, entrant=1, points="1", note="swore at Bo")
    payload = StoredEvent.objects.filter(stream_id=played_friday.id).order_by("-version")[0].payload
    assert "Bo" not in payload
    assert len(json.loads(payload)["note"]) == 64
    require_same_everywhere(played_friday)


def queries_of_a_result(entrants: int) -> int:
    friday = Friday(entrants, swiss(rounds=3))
    friday.announce()
    friday.record(1, scores=[4, 3, 2, 1])
    with CaptureQueriesContext(connection) as asked:
        friday.record(2, scores=[4, 3, 2, 1])
    assert load_log(friday.table(2).match).ended
    assert TournamentTable.objects.filter(tournament=friday.id, status="provisional").count() == 2
    return len(asked)


def test_a_result_costs_as_many_queries_however_large_the_field_is(
    fresh_database: FreshDatabase,
) -> None:
    assert queries_of_a_result(8) == queries_of_a_result(80) <= MOST_QUERIES
