"""Lots for those whom nothing else separates: who they are, and the order in which they come."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import msgspec

from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.history import history_of
from tournaments.tournaments.director.rankings import (
    carried,
    group_lines,
    has_group_tables,
    open_rules,
    ranked_by,
    standings_rules,
)
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.seeding import seed_at_random
from tournaments.tournaments.standings.groups import GroupLine
from tournaments.tournaments.standings.open_evening import open_standings
from tournaments.tournaments.standings.table import standings

LOT = "lot"


def tied_for_lots(state: State, stage: Stage) -> tuple[int, ...]:
    """Return the entrants of a stage who are still tied where lots are to decide, the best first.

    Places in a bracket are played for, never drawn.
    """
    ranked = ranked_by(stage.rules)
    if LOT not in ranked or stage.rules.format in CHAINED:
        return ()
    before = ranked[: ranked.index(LOT)]
    if not before:
        return stage.seeds
    undrawn = replace(stage, rules=msgspec.structs.replace(stage.rules, tiebreaks=before))
    if has_group_tables(state, undrawn):
        return _tied_in_or_across_groups(group_lines(state, undrawn))
    tied: list[int] = []
    for rank, group in groupby(_places(state, undrawn), key=lambda row: row[0]):
        entrants = [entrant for _, entrant in group]
        if rank is not None and len(entrants) > 1:
            tied += entrants
    return tuple(tied)


def lots_drawn(state: State, stage: Stage) -> tuple[int, ...]:
    """Return them in the order of the lots, which come from the tournament's seed."""
    return seed_at_random(tied_for_lots(state, stage), f"{state.seed}/lots/{stage.number}")


def line_drawn(state: State, stage: Stage) -> tuple[int, ...]:
    """Return those on the line whom nothing separates, in the order of their lots."""
    return seed_at_random(drawn_cut(state, stage).undecided, f"{state.seed}/cut/{stage.number}")


def _tied_in_or_across_groups(lines: Sequence[GroupLine]) -> tuple[int, ...]:
    """Return who shares a rank in a group, and who could come level with one of another group."""
    sharing = Counter((line.group, line.row.rank) for line in lines)

    def ranks(line: GroupLine) -> range:
        return range(line.row.rank, line.row.rank + sharing[line.group, line.row.rank])

    def level(one: GroupLine, other: GroupLine) -> bool:
        if one.group == other.group:
            return one.row.rank == other.row.rank
        return one.fair == other.fair and not set(ranks(one)).isdisjoint(ranks(other))

    return tuple(
        line.entrant
        for line in lines
        if any(other is not line and level(line, other) for other in lines)
    )


def _places(state: State, stage: Stage) -> list[tuple[int | None, int]]:
    if stage.rules.is_open:
        evening = open_standings(history_of(state, stage), open_rules(stage.rules))
        return [(row.rank, row.entrant) for row in evening]
    rows = standings(history_of(state, stage, carried(state, stage)), standings_rules(stage.rules))
    return [(row.rank, row.entrant) for row in rows]
