"""Lots for those whom nothing else separates: who they are, and the order that is drawn."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from secrets import SystemRandom

import msgspec

from tournaments.tournaments.director.history import history_of
from tournaments.tournaments.director.rankings import carried, open_rules, standings_rules
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.standings.open_evening import open_standings
from tournaments.tournaments.standings.table import standings
from tournaments.tournaments.web.plan_words import usual_tie_breaks

LOT = "lot"


def tied_for_lots(state: State, stage: Stage) -> tuple[int, ...]:
    """Return the entrants of a stage who are still tied where lots are to decide, the best first.

    Places in a bracket are played for, never drawn.
    """
    ranked = stage.rules.tiebreaks or usual_tie_breaks(stage.rules)
    if LOT not in ranked or stage.rules.format in CHAINED:
        return ()
    before = ranked[: ranked.index(LOT)]
    if not before:
        return stage.seeds
    undrawn = replace(stage, rules=msgspec.structs.replace(stage.rules, tiebreaks=before))
    tied: list[int] = []
    for rank, group in groupby(_places(state, undrawn), key=lambda row: row[0]):
        entrants = [entrant for _, entrant in group]
        if rank is not None and len(entrants) > 1:
            tied += entrants
    return tuple(tied)


def drawn(entrants: Sequence[int]) -> list[int]:
    """Return entrants in an order that nobody can foresee."""
    order = sorted(entrants)
    SystemRandom().shuffle(order)
    return order


def _places(state: State, stage: Stage) -> list[tuple[int | None, int]]:
    if stage.rules.is_open:
        evening = open_standings(history_of(state, stage), open_rules(stage.rules))
        return [(row.rank, row.entrant) for row in evening]
    rows = standings(history_of(state, stage, carried(state, stage)), standings_rules(stage.rules))
    return [(row.rank, row.entrant) for row in rows]
