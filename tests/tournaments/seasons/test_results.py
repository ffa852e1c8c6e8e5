"""What an evening brings, from the state of its tournament: no database here."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest

from games.core.errors import RuleViolation
from tests.known import known
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.seasons.commands import Context as SeasonContext
from tournaments.seasons.counting import SeasonCount, count_season
from tournaments.seasons.events import EveningAdded, SeasonReopened, SeasonRevised
from tournaments.seasons.freezing import marks_of, would_differ
from tournaments.seasons.results import PlayerEvening, evening_of, evening_results
from tournaments.seasons.state import SeasonState, advance
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.commands.setup import create
from tournaments.tournaments.director.fold import apply, begin

AT = "2026-11-16T19:30:00.000000Z"
CLUB, EVENING = UUID(int=1), UUID(int=2)
PLAIN = {"game": "plain", "options": {"title": "Dominoes"}}
SWISS = {"format": "swiss", "games": [PLAIN], "sizes": [2], "preferred": 2, "rounds": 2}


def person(number: int) -> UUID:
    return UUID(int=100 + number)


class Night:
    """A tournament that is only folded, never stored."""

    def __init__(self, entrants: int, **rules: Any) -> None:
        self.state = begin(create(club=CLUB, title="Night", seed="s"), AT)
        self.do("set_stage", stage=1, rules=SWISS | rules)
        players = [str(person(number)) for number in range(1, entrants + 1)]
        self.do("enter", players=players, present=True)

    def do(self, name: str, **fields: Any) -> None:
        for event in read_command(name, fields).decide(self.state, Context(EVENING)):
            apply(self.state, event, AT)

    def play_round(
        self, stage: int, strength: Callable[..., Any] = lambda entrant: -entrant
    ) -> None:
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)
        found = self.state.stages[stage].last_round
        assert found is not None
        for table in found.tables.values():
            scores = [50 + strength(entrant) for entrant in table.entrants]
            self.do("record", stage=stage, round=found.number, table=table.number, scores=scores)

    @property
    def results(self) -> dict[int, PlayerEvening]:
        return {result.player.int - 100: result for result in evening_results(self.state)}


def test_places_points_matches_and_wins_are_those_of_the_tournament() -> None:
    night = Night(4)
    night.do("start_stage", stage=1)
    night.play_round(1)
    night.play_round(1)
    night.do("close_stage", stage=1)
    results = night.results
    assert results[1].place == 1
    assert (results[1].matches, results[1].wins) == (2, 2)
    assert results[4].wins == 0
    assert sum(result.wins for result in results.values()) == 4


def test_points_carried_over_count_once() -> None:
    def played(carry: bool) -> dict[int, PlayerEvening]:
        night = Night(4, rounds=1)
        night.do(
            "set_stage",
            stage=2,
            rules=SWISS | {"rounds": 1, "carry": carry, "cut": {"kind": "top", "top": 2}},
        )
        night.do("start_stage", stage=1)
        night.play_round(1)
        night.do("close_stage", stage=1)
        night.do("start_stage", stage=2)
        night.play_round(2)
        night.do("close_stage", stage=2)
        return night.results

    carried, fresh = played(True), played(False)
    assert {number: row.points for number, row in carried.items()} == {
        number: row.points for number, row in fresh.items()
    }
    assert carried[1].matches == 2
    assert sorted(known(row.place) for row in carried.values()) == [1, 2, 3, 4]


def test_whoever_never_came_is_not_there_and_a_bye_is_attendance() -> None:
    night = Night(5, byes=True, rounds=1)
    night.do("check_out", entrants=[5])
    night.do("start_stage", stage=1)
    night.do("check_out", entrants=[4])
    night.do("propose", stage=1)
    night.do("publish", stage=1)
    [table] = night.state.stages[1].rounds[1].tables.values()
    [spared] = night.state.stages[1].rounds[1].byes
    there, missing = table.entrants
    night.do(
        "record",
        stage=1,
        round=1,
        table=table.number,
        kind="walk_over",
        absent=[missing],
    )
    night.do("close_stage", stage=1)
    assert set(night.results) == {there, spared}
    assert night.results[spared].matches == 1


def test_too_few_matches_in_an_open_evening_leave_no_place() -> None:
    night = Night(4, format="open", sizes=[2, 3, 4], rounds=0, least_matches=2)
    night.do("start_stage", stage=1)
    for entrants in ([1, 2], [1, 2], [3, 4]):
        night.do("begin_table", stage=1, entrants=entrants)
        stage = night.state.stages[1]
        waiting = [
            (row.number, table.number)
            for row in stage.rounds.values()
            for table in row.tables.values()
            if table.result is None
        ]
        for round_, table in waiting:
            night.do("record", stage=1, round=round_, table=table, scores=[9, 5])
    night.do("close_stage", stage=1)
    places = {number: result.place for number, result in night.results.items()}
    assert places == {1: 1, 2: 2, 3: None, 4: None}
    assert night.results[3].matches == 1


def test_places_are_counted_among_those_who_came_and_doubles_are_one() -> None:
    half = Fraction(1, 2)
    results = [
        PlayerEvening(person(1), 2, Fraction(3), 2, Fraction(1)),
        PlayerEvening(person(2), 4, Fraction(1), 1, half),
        PlayerEvening(person(3), 5, Fraction(0), 1, Fraction(0)),
        PlayerEvening(person(4), None, Fraction(0), 0, Fraction(0)),
    ]
    evening = evening_of(1, results, {person(3): person(1)})
    places = {UUID(entry.player).int - 100: entry.place for entry in evening.entries}
    assert places == {1: 1, 2: 2, 4: None}
    [both] = [entry for entry in evening.entries if entry.player == str(person(1))]
    assert (both.points, both.matches, both.wins) == (3, 3, 1)
    assert evening_of(1, results[::-1], {person(3): person(1)}) == evening


def started(planned: int = 2, **rules: int) -> SeasonState:
    made = NewSeason(title="Winter", rules=rules, planned=planned).created(CLUB)
    return advance(None, made, AT)


def finishing(*order: int) -> list[PlayerEvening]:
    return [
        PlayerEvening(person(number), place, Fraction(0), 1, Fraction(0))
        for place, number in enumerate(order, 1)
    ]


def after(
    state: SeasonState, name: str, count: SeasonCount | None = None, **fields: Any
) -> SeasonState:
    events = SEASON_COMMANDS.read(name, fields).decide(state, SeasonContext(count))
    for event in events:
        state = advance(state, event, AT)
    return state


def test_a_frozen_table_reads_back_as_it_was_counted() -> None:
    state = after(started(best=1), "add_evening", tournament=str(EVENING))
    state = after(state, "add_evening", tournament=str(CLUB))
    results = {EVENING: finishing(1, 2, 3), CLUB: finishing(3, 1)}
    count = count_season(state, results, {})
    closed = after(state, "close", count)
    for frozen, counted in zip(known(closed.closing).table, count.final_table.rows, strict=True):
        assert str(frozen.player) == counted.player
        assert frozen.place == counted.rank
        assert marks_of(frozen) == counted.evenings
    assert would_differ(known(closed.closing), count, {}) is None
    other = count_season(state, results | {CLUB: finishing(2, 3, 1)}, {})
    assert would_differ(known(closed.closing), other, {}) is not None


def test_somebody_who_is_new_or_gone_is_a_change() -> None:
    state = after(started(1), "add_evening", tournament=str(EVENING))
    closed = after(state, "close", count_season(state, {EVENING: finishing(1, 2)}, {}))
    count = count_season(state, {EVENING: finishing(1, 3)}, {})
    change = would_differ(known(closed.closing), count, {})
    assert change is not None
    moved = {shift.player.int - 100: (shift.place, shift.place_now) for shift in change.shifts}
    assert moved == {2: (2, None), 3: (None, 2)}
    assert not change.other_champion


def test_an_evening_that_was_opened_again_is_a_change_whatever_it_brings() -> None:
    state = after(started(best=1), "add_evening", tournament=str(EVENING))
    state = after(state, "add_evening", tournament=str(CLUB))
    results = {EVENING: finishing(1, 2), CLUB: finishing(1, 2)}
    closed = after(state, "close", count_season(state, results, {}))
    del results[CLUB]
    change = would_differ(known(closed.closing), count_season(state, results, {}), {})
    assert change is not None
    assert (change.shifts, change.waiting) == ((), (2,))


def test_evenings_that_nobody_planned_are_to_come_until_they_are_over() -> None:
    state = after(started(0), "add_evening", tournament=str(EVENING))
    state = after(state, "add_evening", tournament=str(CLUB))
    count = count_season(state, {EVENING: finishing(1, 2)}, {})
    assert (count.to_come, count.waiting) == (1, (2,))
    assert [row.reach for row in count.table.rows] == [20, 18]


def test_a_log_goes_on_after_a_closed_season_only_once_it_is_open_again() -> None:
    state = after(started(1), "add_evening", tournament=str(EVENING))
    closed = after(state, "close", count_season(state, {EVENING: finishing(1, 2)}, {}))
    with pytest.raises(RuleViolation, match="season_closed"):
        advance(closed, EveningAdded(CLUB, 1), AT)
    reopened = advance(closed, SeasonReopened(), AT)
    assert advance(reopened, EveningAdded(CLUB, 1), AT).evenings == (CLUB, EVENING)


def test_a_log_that_makes_no_sense_is_refused() -> None:
    state = started()
    for event in (
        SeasonReopened(),
        EveningAdded(EVENING, 2),
        NewSeason(title="Again").created(CLUB),
        SeasonRevised("x", {"best": -1}, 0),
    ):
        with pytest.raises(RuleViolation):
            advance(state, event, AT)
    with pytest.raises(RuleViolation):
        advance(None, SeasonReopened(), AT)
    assert advance(state, EveningAdded(EVENING, 1), AT).evenings == (EVENING,)


def test_fewer_evenings_than_there_are_cannot_be_planned() -> None:
    state = started(2)
    for number in range(3):
        state = after(state, "add_evening", tournament=str(UUID(int=50 + number)))
    assert state.expected_evenings == 3
    with pytest.raises(RuleViolation, match="bad_evening_count"):
        after(state, "revise", planned=2)
    assert after(state, "revise", planned=0).planned == 0


def test_every_command_can_be_read_by_its_name() -> None:
    assert SEASON_COMMANDS.names() == (
        "revise",
        "add_evening",
        "remove_evening",
        "move_evening",
        "close",
        "reopen",
    )
