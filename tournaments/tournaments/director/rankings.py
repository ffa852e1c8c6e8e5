"""Standings and rankings of a tournament's stages."""

from fractions import Fraction

from tournaments.tournaments.director.brackets import bracket_of, progress_of
from tournaments.tournaments.director.history import history_of
from tournaments.tournaments.director.rules import CHAINED, StageRules
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.groups import group_name, snake_groups
from tournaments.tournaments.formats.places import bracket_places, overall_ranking
from tournaments.tournaments.formats.schedule import Placing
from tournaments.tournaments.standings import schemes
from tournaments.tournaments.standings.groups import GroupLine, group_standings
from tournaments.tournaments.standings.open_evening import USUAL_TIE_BREAKS as OPEN_TIE_BREAKS
from tournaments.tournaments.standings.open_evening import (
    OpenRanking,
    OpenRow,
    OpenRules,
    open_standings,
)
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.table import (
    USUAL_TIE_BREAKS,
    StandingRow,
    StandingsRules,
    standings,
)
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS

POINT_SCHEMES = tuple(schemes.PRESETS)
"""The usual points for places, by name."""
OWN_POINTS = schemes.CUSTOM
"""The name of points that the organisers made up."""
TIE_BREAK_CODES = tuple(TIE_BREAKS)
GROUPS_HAVE_TABLES = 2
"""The ruleset from which on every group has a table; before, one list ranked all groups."""


def scheme_of(rules: StageRules) -> schemes.PointsScheme:
    """Return the points that a stage gives for places."""
    return ScoringRules.from_data(rules.scoring).scheme


def scoring_of(rules: StageRules) -> ScoringRules:
    """Return how the tables of a stage give points; raises what its rules have wrong."""
    return ScoringRules.from_data({"table_size": rules.preferred} | rules.scoring)


def ranked_by(rules: StageRules) -> tuple[str, ...]:
    """Return what ranks a stage, in this order."""
    return rules.tiebreaks or (OPEN_TIE_BREAKS if rules.is_open else USUAL_TIE_BREAKS)


def standings_rules(rules: StageRules) -> StandingsRules:
    """Return how a stage scores and ranks; raises what its rules have wrong."""
    ranking_rules = StandingsRules(scoring_of(rules), ranked_by(rules))
    ranking_rules.check()
    return ranking_rules


def has_group_tables(state: State, stage: Stage) -> bool:
    """Whether a stage ranks each of its groups by itself."""
    return stage.rules.format == "groups" and state.ruleset >= GROUPS_HAVE_TABLES


def group_names(stage: Stage) -> dict[int, str]:
    """Return the group of everybody in a group stage that has begun, such as A."""
    groups = snake_groups(stage.seeds, stage.rules.groups)
    return {one: group_name(number) for number, group in enumerate(groups, 1) for one in group}


def group_lines(state: State, stage: Stage) -> tuple[GroupLine, ...]:
    """Return the lines of all groups of a stage that has begun, the best of the stage first."""
    history = history_of(state, stage, carried(state, stage))
    groups = snake_groups(stage.seeds, stage.rules.groups)
    return group_standings(history, standings_rules(stage.rules), groups)


def stage_standings(state: State, number: int) -> tuple[StandingRow, ...]:
    """Return everybody's line in a stage with rounds, the best first."""
    stage = state.stages[number]
    if has_group_tables(state, stage):
        lines = group_lines(state, stage)
        return tuple(line.row._replace(rank=line.place, shared=line.shared) for line in lines)
    return standings(history_of(state, stage, carried(state, stage)), standings_rules(stage.rules))


def carried(state: State, stage: Stage) -> dict[int, Fraction]:
    """Return the points that entrants bring along from the stage before."""
    if not stage.rules.carry or stage.number == 1:
        return {}
    before = stage_standings(state, stage.number - 1)
    return {row.entrant: row.points for row in before if row.entrant in stage.seeds}


def open_rules(rules: StageRules) -> OpenRules:
    """Return how an open evening ranks; raises what its rules have wrong."""
    evening_rules = OpenRules(
        scoring=scoring_of(rules),
        ranking=OpenRanking(rules.ranking),
        least_matches=rules.least_matches,
        best=rules.best or 1,
        tie_breaks=ranked_by(rules),
    )
    evening_rules.check()
    return evening_rules


def evening_standings(state: State, number: int) -> tuple[OpenRow, ...]:
    stage = state.stages[number]
    return open_standings(history_of(state, stage), open_rules(stage.rules))


def former_ranks(state: State, stage: Stage) -> dict[int, int]:
    """Return the places that entrants had in the stage before; none in the first: seeds decide."""
    if stage.number == 1:
        return {}
    return {placing.entrant: placing.place for placing in stage_ranking(state, stage.number - 1)}


def stage_ranking(state: State, number: int) -> tuple[Placing, ...]:
    """Return everybody's place in one stage, the best first; who is unranked comes last."""
    stage = state.stages[number]
    if stage.rules.format in CHAINED:
        progress = progress_of(state, stage, former_ranks(state, stage))
        return bracket_places(bracket_of(stage), progress)
    if stage.rules.is_open:
        rows = evening_standings(state, number)
        last = 1 + sum(row.rank is not None for row in rows)
        return tuple(Placing(row.entrant, row.rank or last) for row in rows)
    return tuple(Placing(row.entrant, row.rank) for row in stage_standings(state, number))


def overall(state: State) -> tuple[Placing, ...]:
    """Return the ranking of the whole tournament: the later stage first."""
    begun = [stage.number for stage in state.stages.values() if stage.status != "planned"]
    return overall_ranking([stage_ranking(state, number) for number in begun])
