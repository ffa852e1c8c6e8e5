"""Eliminations and planned rounds of a tournament: what the formats say about its state."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from games.core.errors import RuleViolation
from tournaments.tournaments.director.parts import Numbers
from tournaments.tournaments.director.rules import CHAINED, StageRules
from tournaments.tournaments.director.state import Round, Stage, State, Table
from tournaments.tournaments.formats.bracket import Bracket
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.groups import group_schedule
from tournaments.tournaments.formats.planned import planned_rounds
from tournaments.tournaments.formats.progress import Progress, Status, TableState, advance
from tournaments.tournaments.formats.round_robin import round_robin
from tournaments.tournaments.formats.schedule import Schedule
from tournaments.tournaments.formats.table_result import FinalTie, LineTie, TableResult, TieRules

_FINAL_TIES = {
    "former": FinalTie.FORMER_RANK,
    "playoff": FinalTie.PLAY_OFF,
    "shared": FinalTie.SHARED,
}


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The tables of a round that can be announced: as planned, entrants in seat order; and byes."""

    tables: tuple[tuple[int, tuple[int, ...]], ...]
    byes: tuple[int, ...] = ()


def bracket_of(stage: Stage) -> Bracket:
    """Return the plan of an elimination stage that has begun."""
    return make_bracket(stage.rules, stage.seeds)


@lru_cache(maxsize=64)
def _bracket(  # noqa: PLR0913  (the key of the cache)
    double: bool,
    reset: bool,
    size: int,
    through: int,
    least: int,
    third: bool,
    seeds: tuple[int, ...],
) -> Bracket:
    if double:
        return double_elimination(seeds, reset=reset)
    return single_elimination(seeds, size=size, advance=through, smallest=least, third_place=third)


def make_bracket(rules: StageRules, seeds: tuple[int, ...]) -> Bracket:
    """Return the plan of an elimination for these seeds, best first."""
    return _bracket(
        rules.format == "double_elimination",
        rules.double,
        rules.preferred,
        rules.advance,
        min(rules.sizes),
        rules.third_place,
        seeds,
    )


def progress_of(state: State, stage: Stage, former_ranks: dict[int, int]) -> Progress:
    results, gone = _results_so_far(state, stage, former_ranks)
    rules = tie_rules(stage.rules, former_ranks)
    return advance(bracket_of(stage), results, withdrawn=gone, rules=rules)


def _results_so_far(
    state: State, stage: Stage, former_ranks: dict[int, int]
) -> tuple[dict[tuple[int, int], TableResult], set[int]]:
    """Return the results of a bracket, and who is out of it without a defeat.

    Those are who dropped out, did not come, or had no seat when a round was announced. A walk-over
    of an announced round stands whatever becomes of either side later, and so does what followed
    from a void table once the next round is announced.
    """
    rules = tie_rules(stage.rules, former_ranks)
    single = stage.rules.format != "double_elimination"
    results: dict[tuple[int, int], TableResult] = {}
    gone = {number for number in stage.seeds if state.entrants[number].dropped}
    for round_ in stage.rounds.values():
        progress = advance(bracket_of(stage), results, withdrawn=gone, rules=rules)
        seated, later = round_.seated, _listed_after(stage, round_)
        for planned in progress.rounds[round_.number - 1]:
            sitting, key = planned.entrants, planned.table.key
            table = announced_table(planned, round_)
            loose = {number for number in sitting if number in round_.taken_back}
            result = _result(table, single=single) if table is not None else None
            if planned.status is Status.SKIPPED:
                continue
            if table is None and not loose:
                results[key] = _walk_over(sitting, round_.byes, gone)
                continue
            staying = seated if table is not None else loose
            gone.update(number for number in sitting if number not in staying)
            if result is not None:
                results[key] = result
            elif later:
                results[key] = _walk_over(sitting, later, gone)
            if single and table is not None and table.result is not None:
                gone.update(table.result.absent)
    return results, gone


def _walk_over(sitting: Numbers, through: Collection[int], gone: set[int]) -> TableResult:
    """Let those at a table go through who did; the others are out without a defeat."""
    gone.update(number for number in sitting if number not in through)
    return TableResult(tuple((number, 1) for number in sitting if number in through))


def announced_table(planned: TableState, round_: Round) -> Table | None:
    """Return the table of an announced round that a planned one became, at whatever number.

    Who sits there says it: nobody is at two tables of a round.
    """
    people = {*planned.entrants}
    return next((t for t in round_.tables.values() if people.intersection(t.entrants)), None)


def _listed_after(stage: Stage, round_: Round) -> set[int]:
    """Return who was at a table, or has a bye, in a round after this one."""
    later = [row for number, row in stage.rounds.items() if number > round_.number]
    return {number for row in later for number in (*row.listed, *row.taken_back)}


def _result(table: Table, *, single: bool) -> TableResult | None:
    result = table.result
    if result is None or result.kind == "void" or result.places is None:
        return None
    pairs = zip(table.entrants, result.places, strict=True)
    present = [(number, place) for number, place in pairs if number not in result.absent]
    # Who misses one table of a double elimination has lost it, and plays on.
    missing = [] if single else [(number, len(present) + 1) for number in result.absent]
    return TableResult((*_dense(present), *missing), result.play_off)


def _dense(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return places among those who were present."""
    places = [place for _, place in pairs]
    return tuple((number, 1 + sum(other < place for other in places)) for number, place in pairs)


def tie_rules(rules: StageRules, former_ranks: dict[int, int]) -> TieRules:
    """Return what becomes of ties at the tables of an elimination."""
    line = LineTie.PLAY_OFF if rules.final_tie == "playoff" else LineTie.BETTER_RANK
    return TieRules(line, _FINAL_TIES[rules.final_tie], former_ranks)


def upcoming(state: State, stage: Stage, round_: int, former_ranks: dict[int, int]) -> Upcoming:
    """Return the tables of a round that follows from the plan of its stage.

    Raises `stage_complete` when there is no such round and `round_not_ready` when a table of it
    waits for a result.
    """
    if stage.rules.format in CHAINED:
        return _next_of_bracket(state, stage, round_, former_ranks)
    schedule = schedule_of(stage.rules, stage.seeds)
    if round_ > len(schedule.rounds):
        raise RuleViolation("stage_complete", stage=stage.number)
    planned = schedule.rounds[round_ - 1]
    away = {number for number in stage.seeds if state.entrants[number].dropped}
    tables, free = [], list(planned.byes)
    for number, entrants in enumerate(planned.tables, 1):
        present = tuple(entrant for entrant in entrants if entrant not in away)
        if len(present) >= min(stage.rules.sizes):
            tables.append((number, present))
        else:
            free += present
    return Upcoming(tuple(tables), tuple(sorted(number for number in free if number not in away)))


def _next_of_bracket(
    state: State, stage: Stage, round_: int, former_ranks: dict[int, int]
) -> Upcoming:
    progress = progress_of(state, stage, former_ranks)
    if round_ > len(progress.rounds):
        raise RuleViolation("stage_complete", stage=stage.number)
    tables = progress.rounds[round_ - 1]
    if all(table.status is Status.SKIPPED for table in tables):
        raise RuleViolation("stage_complete", stage=stage.number)
    if any(table.status in (Status.WAITING, Status.TIED) for table in tables):
        raise RuleViolation("round_not_ready", stage=stage.number, round=round_)
    _, gone = _results_so_far(state, stage, former_ranks)
    ready = [
        (table.table.number, tuple(number for number in table.entrants if number not in gone))
        for table in tables
        if table.status is Status.READY
    ]
    seated = {number for _, entrants in ready for number in entrants}
    if round_ == 1:
        byes = tuple(number for number in stage.seeds if number not in seated | gone)
    else:
        byes = tuple(
            number
            for table in tables
            if table.status is Status.WALK_OVER
            for number in table.finish.order[: table.finish.listed]
        )
    return Upcoming(tuple(ready), tuple(sorted(byes)))


@lru_cache(maxsize=64)
def _schedule(
    format_: str, size: int, groups: int, double: bool, seeds: tuple[int, ...]
) -> Schedule:
    if format_ == "groups":
        return group_schedule(seeds, groups=groups, size=size, double=double)
    if format_ == "planned":
        return planned_rounds(seeds, size)
    return round_robin(seeds, double=double)


def schedule_of(rules: StageRules, seeds: tuple[int, ...]) -> Schedule:
    """Return all rounds of a stage whose tables do not depend on results."""
    return _schedule(rules.format, rules.preferred, rules.groups, rules.double, seeds)
