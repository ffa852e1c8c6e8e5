"""Who goes on from groups and how they cross: the written definition, without any shortcut."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations

from tournaments.tournaments.director.history import history_of
from tournaments.tournaments.director.rankings import standings_rules
from tournaments.tournaments.director.state import State
from tournaments.tournaments.formats.groups import snake_groups
from tournaments.tournaments.standings.scoring import Why
from tournaments.tournaments.standings.table import standings
from tournaments.tournaments.standings.tally import History

Key = tuple[Fraction | int, ...]


class Oracle:
    """The written definition, worked out for every group by itself and by trying everything."""

    def __init__(self, state: State) -> None:
        self.state, self.stage = state, state.stages[1]
        self.groups = snake_groups(self.stage.seeds, self.stage.rules.groups)
        self.rank: dict[int, int] = {}
        self.group: dict[int, int] = {}
        self.fair: dict[int, Key] = {}
        whole = history_of(state, self.stage)
        ranked = standings_rules(self.stage.rules)
        for number, group in enumerate(self.groups):
            alone = self._alone(whole, group)
            for row in standings(alone, ranked):
                self.rank[row.entrant], self.group[row.entrant] = row.rank, number
                left_out = (Why.BYE, Why.VOID, Why.STOPPED)
                counted = [part for part in row.parts if part.why not in left_out]
                points = sum((part.points for part in counted), Fraction(0))
                tables = len([part for part in counted if part.why is not Why.PENALTY]) or 1
                scores = [
                    Fraction(result.scores[seat] - result.scores[1 - seat], 2)
                    for result in alone.results
                    for seat in (0, 1)
                    if result.entrants[seat] == row.entrant and result.scores is not None
                ]
                average = sum(scores, Fraction(0)) / (len(scores) or 1)
                self.fair[row.entrant] = (points / tables, row.wins / tables, average)

    @staticmethod
    def _alone(whole: History, group: Sequence[int]) -> History:
        return replace(
            whole,
            entrants=group,
            results=[one for one in whole.results if {*one.entrants} <= {*group}],
            byes=[one for one in whole.byes if one.entrant in group],
            penalties=[one for one in whole.penalties if one.entrant in group],
            dropped=[one for one in whole.dropped if one in group],
        )

    def tables(self, lots: Sequence[int]) -> list[list[int]]:
        """Every group in order; lots part those who share a rank."""
        drawn = {one: place for place, one in enumerate(lots)}
        return [
            sorted(group, key=lambda one: (self.rank[one], drawn.get(one, 99), one))
            for group in self.groups
        ]

    def going_on(self, each: int, best: int, lots: Sequence[int]) -> set[int]:
        tables = self.tables(lots)
        following = [table[each] for table in tables if len(table) > each]
        drawn = {one: place for place, one in enumerate(lots)}
        following.sort(key=lambda one: drawn.get(one, 99))
        following.sort(key=lambda one: self.fair[one], reverse=True)
        return {*chain.from_iterable(table[:each] for table in tables), *following[:best]}

    def tiers(self, field: Sequence[int], lots: Sequence[int]) -> list[list[int]]:
        """Those who go on by their rank, and inside a tier as they rank across groups."""
        drawn = {one: place for place, one in enumerate(lots)}
        at = {one: 1 + table.index(one) for table in self.tables(lots) for one in table}
        tier = {one: at[one] if one in drawn else self.rank[one] for one in field}
        ordered = sorted(field, key=lambda one: (drawn.get(one, 99), one))
        ordered.sort(key=lambda one: self.fair[one], reverse=True)
        return [[one for one in ordered if tier[one] == rank] for rank in sorted({*tier.values()})]


def crossing(
    oracle: Oracle, seeds: Sequence[int], ranked: Sequence[int], first: dict[frozenset[int], int]
) -> tuple[list[int], list[int]]:
    """How many of one group could have met by each round, and how far from the ranking it is."""
    together = [
        first[frozenset((one + 1, other + 1))]
        for one, other in combinations(range(len(seeds)), 2)
        if oracle.group[seeds[one]] == oracle.group[seeds[other]]
    ]
    rounds = range(1, 1 + max(first.values()))
    met = [sum(round_ <= last for round_ in together) for last in rounds]
    return met, [ranked.index(one) for one in seeds]
