"""Standings of a stage or of the whole tournament; names are those of today, numbers exact.

Everything is made from a state that the caller lends, see `selectors.states`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from django.utils.translation import get_language
from msgspec.structs import replace

from replays.http.answers import Answer
from tournaments.tournaments.director.rankings import (
    evening_standings,
    group_lines,
    has_group_tables,
    open_rules,
    overall,
    ranked_by,
    stage_ranking,
    stage_standings,
    standings_rules,
)
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.groups import group_name
from tournaments.tournaments.formats.schedule import Placing
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.standings.definitions import DEFINITIONS
from tournaments.tournaments.standings.groups import ACROSS_DEFINITIONS, across_codes
from tournaments.tournaments.standings.open_evening import RANKING_DEFINITIONS, OpenRanking, OpenRow
from tournaments.tournaments.standings.scoring import Why
from tournaments.tournaments.standings.tally import Part


class PartAnswer(Answer, frozen=True):
    """What one round brought an entrant, and why."""

    round: answers.RoundNumber
    table: int | None
    """At which table; null for a bye and the like."""
    why: Why
    """What it was given or taken for."""
    points: answers.Exact
    place: int | None
    """The place at the table; null without one."""
    counts: bool
    """False for a match of an open evening that was left out."""


class StageStandingAnswer(Answer, frozen=True):
    """What one stage brought an entrant."""

    stage: answers.StageNumber
    place: int | None
    """The place in the stage; null: listed there without a rank."""
    shared: bool
    """Whether somebody else has the same place there."""
    played: int
    """How many matches were played in it."""
    points: answers.Exact | None
    """The points of the stage, exact; null where its places do not come from points."""
    values: tuple[answers.Exact, ...]
    """One per tie-break of the stage, exact."""
    decided_by: str | None
    """The tie-break that put the entrant below the line above in the stage."""


class StandingAnswer(Answer, frozen=True):
    """One entrant in the standings of a stage, or of the whole tournament."""

    entrant: answers.Number
    label: answers.Label
    place: int | None
    """Null: listed without a rank, for too few matches."""
    shared: bool
    """Whether somebody else has the same place."""
    dropped: bool
    """Whether the entrant plays on no more."""
    points: answers.Exact | None = None
    """The points so far, exact, such as 7 or 7/2; null where places do not come from points."""
    values: tuple[answers.Exact, ...] = ()
    """One per tie-break, exact."""
    decided_by: str | None = None
    """The tie-break that put this line below the line above."""
    reason: str | None = None
    """Where somebody was level in the final of an elimination, or in its match for third place,
    why they stand as they do: `play_off`, `former_stage`, `seed` or `shared`."""
    played: int = 0
    """How many matches were played."""
    parts: tuple[PartAnswer, ...] = ()
    """What each round brought."""
    group: str | None = None
    """The group, such as A; null where a stage has no tables of groups. `place` is then the one
    among all groups, and `decided_by` is about the line above in the group."""
    group_place: int | None = None
    """The place in the group; null without groups."""
    group_shared: bool = False
    """Whether somebody else of the group has the same place there."""
    across: tuple[answers.Exact, ...] = ()
    """One per measure that ranks across groups, exact."""
    stages: tuple[StageStandingAnswer, ...] = ()
    """In the ranking of the whole tournament, what each stage brought in which the entrant was;
    `played` then counts all of them."""


class TieBreakAnswer(Answer, frozen=True):
    """Something that ranks a stage."""

    code: str
    """Its stable name."""
    definition: str
    """What it counts, in the language of the request."""


class RankedStageAnswer(Answer, frozen=True):
    """A stage that stands in the ranking of the whole tournament."""

    stage: answers.StageNumber
    format: str
    """Its format."""
    tie_breaks: tuple[TieBreakAnswer, ...]
    """What ranks it, first to last; empty for an elimination."""


class StandingsAnswer(answers.TournamentPartAnswer, frozen=True):
    """Everybody's place, the best first, and what decided it."""

    stage: int
    """The stage; 0: the whole tournament, the later stage first."""
    tie_breaks: tuple[TieBreakAnswer, ...]
    """What ranks, first to last; empty for an elimination and for the whole tournament, where
    `stages` say it. In a stage with groups it ranks each group."""
    across_groups: tuple[TieBreakAnswer, ...]
    """What ranks entrants of different groups, first to last; empty where there are none."""
    standings: tuple[StandingAnswer, ...]
    """One line per entrant, the best first."""
    stages: tuple[RankedStageAnswer, ...] = ()
    """The stages that have begun, for the whole tournament; empty for one stage."""


def usual_stage(state: State) -> int:
    """Return what is shown unless somebody asks for a stage: the one that is or was played last.

    Once a second stage has begun that is 0, the whole tournament: a final alone would leave out
    everybody who did not reach it.
    """
    begun = begun_stages(state)
    return 0 if len(begun) > 1 else begun[0].number if begun else 1


def begun_stages(state: State) -> list[Stage]:
    return [stage for stage in state.stages.values() if stage.status != "planned"]


def standings_view(
    tournament_id: UUID, state: State, number: int, labels: answers.Labels
) -> StandingsAnswer:
    """Return the standings of a stage, or with 0 those of the whole tournament.

    Raises `unknown_stage`.
    """
    if number > 0 and state.stages:
        stage = state.stage(number)
        return StandingsAnswer(
            tournament=tournament_id,
            title=state.title,
            version=state.version,
            stage=number,
            tie_breaks=_defined(tie_break_codes(stage)),
            across_groups=_defined(across_group_codes(state, stage)),
            standings=standings_rows(state, number, labels),
        )
    return StandingsAnswer(
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=0,
        tie_breaks=(),
        across_groups=(),
        standings=whole_rows(state, labels),
        stages=tuple(
            RankedStageAnswer(stage.number, stage.rules.format, _defined(tie_break_codes(stage)))
            for stage in begun_stages(state)
        ),
    )


def _defined(codes: Sequence[str]) -> tuple[TieBreakAnswer, ...]:
    return tuple(TieBreakAnswer(code, tie_break_definition(code)) for code in codes)


def tie_break_definition(code: str) -> str:
    """Return what a tie-break, or the ranking of an open evening, counts."""
    known = DEFINITIONS.get(code) or ACROSS_DEFINITIONS.get(code)
    known = known or RANKING_DEFINITIONS[OpenRanking(code)]
    return known[1] if (get_language() or "en").startswith("fr") else known[0]


def tie_break_codes(stage: Stage) -> tuple[str, ...]:
    """Return what ranks a stage, first to last; nothing for an elimination."""
    if stage.rules.format in CHAINED:
        return ()
    if stage.rules.is_open:
        return (stage.rules.ranking, *open_rules(stage.rules).tie_breaks)
    return standings_rules(stage.rules).tie_breaks


def across_group_codes(state: State, stage: Stage) -> tuple[str, ...]:
    """Return what ranks entrants of different groups; nothing without tables of groups."""
    return across_codes(ranked_by(stage.rules)) if has_group_tables(state, stage) else ()


def standings_rows(state: State, number: int, labels: answers.Labels) -> tuple[StandingAnswer, ...]:
    """Return the standings of a stage, the best first; nobody before it has begun.

    Raises `unknown_stage`.
    """
    stage = state.stage(number)
    if stage.status == "planned":
        return ()
    if stage.rules.format in CHAINED:
        rows = _placed(state, labels, stage_ranking(state, number))
        return tuple(replace(row, played=_played(stage, row.entrant)) for row in rows)
    lines = tuple(_lines(state, stage, labels))
    return _with_groups(state, stage, lines) if has_group_tables(state, stage) else lines


def by_group(rows: Sequence[StandingAnswer]) -> dict[str, list[StandingAnswer]]:
    """Return the lines of each group in their order there; empty without tables of groups."""
    groups: dict[str, list[StandingAnswer]] = {}
    for row in rows:
        if row.group is not None:
            groups.setdefault(row.group, []).append(row)
    return {name: groups[name] for name in sorted(groups, key=lambda name: (len(name), name))}


def _with_groups(
    state: State, stage: Stage, rows: Sequence[StandingAnswer]
) -> tuple[StandingAnswer, ...]:
    """Return lines with the group of each, the place there and what ranks across groups."""
    return tuple(
        replace(
            row,
            group=group_name(line.group),
            group_place=line.row.rank,
            group_shared=line.row.shared,
            across=line.across,
        )
        for row, line in zip(rows, group_lines(state, stage), strict=True)
    )


def overall_rows(state: State, labels: answers.Labels) -> tuple[StandingAnswer, ...]:
    """Return the ranking of the whole tournament as it stands, the best first."""
    if state.current is None:
        return ()
    return _placed(state, labels, overall(state))


def whole_rows(state: State, labels: answers.Labels) -> tuple[StandingAnswer, ...]:
    """Return the ranking of the whole tournament with what every stage brought everybody."""
    lines: dict[int, dict[int, StandingAnswer]] = {}
    for stage in begun_stages(state):
        for line in standings_rows(state, stage.number, labels):
            lines.setdefault(line.entrant, {})[stage.number] = line
    return tuple(_with_stages(row, lines[row.entrant]) for row in overall_rows(state, labels))


def _with_stages(row: StandingAnswer, lines: Mapping[int, StandingAnswer]) -> StandingAnswer:
    return replace(
        row,
        played=sum(line.played for line in lines.values()),
        stages=tuple(
            StageStandingAnswer.from_object(line, stage=number) for number, line in lines.items()
        ),
    )


def _played(stage: Stage, entrant: int) -> int:
    """Return how many tables of an elimination somebody has played to places."""
    results = (
        table.result
        for round_ in stage.rounds.values()
        for table in round_.tables.values()
        if entrant in table.entrants
    )
    return sum(
        result is not None and result.places is not None and entrant not in result.absent
        for result in results
    )


def _placed(
    state: State, labels: answers.Labels, placings: Sequence[Placing]
) -> tuple[StandingAnswer, ...]:
    held = Counter(row.place for row in placings)
    return tuple(
        StandingAnswer(
            entrant=row.entrant,
            label=labels[row.entrant],
            place=row.place,
            shared=held[row.place] > 1,
            dropped=state.entrants[row.entrant].dropped,
            reason=row.reason.value if row.reason is not None else None,
        )
        for row in placings
    )


def _lines(state: State, stage: Stage, labels: answers.Labels) -> Iterator[StandingAnswer]:
    codes = tie_break_codes(stage)
    for row in (evening_standings if stage.rules.is_open else stage_standings)(state, stage.number):
        if isinstance(row, OpenRow):
            played, counted, left_out = row.matches, row.counted, row.left_out
        else:
            played, counted, left_out = row.played, row.parts, ()
        yield StandingAnswer(
            entrant=row.entrant,
            label=labels[row.entrant],
            place=row.rank,
            shared=row.shared,
            dropped=state.entrants[row.entrant].dropped,
            points=row.points,
            values=row.values,
            decided_by=code_at(codes, row.decided_by),
            played=played,
            parts=(*_parts(counted, True), *_parts(left_out, False)),
        )


def _parts(parts: Sequence[Part], counts: bool) -> Iterator[PartAnswer]:
    for part in parts:
        yield PartAnswer(part.round, part.table, part.why, part.points, part.place, counts)


def code_at(codes: Sequence[str], index: int | None) -> str | None:
    """Return the tie-break that decided; None where nothing had to."""
    return None if index is None else codes[index]
