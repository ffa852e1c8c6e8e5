"""The standings of groups that play side by side: a table for each, and an order over all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.tournaments.standings.exact import ZERO
from tournaments.tournaments.standings.scoring import Why
from tournaments.tournaments.standings.table import (
    StandingRow,
    StandingsRules,
    TiedGroup,
    counted_by,
    ranked,
)
from tournaments.tournaments.standings.tally import History, Tally
from tournaments.tournaments.standings.tiebreaks import game_points, lot

LOT = "lot"
PLACE_IN_GROUP = "place_in_group"
_FAIR = (PLACE_IN_GROUP, "points_per_table", "wins_per_table", "game_points_per_table")
_TABLES = frozenset({Why.PLACE, Why.SHARE, Why.WALK_OVER, Why.NO_SHOW, Why.LATE})
"""What counts as a table of one's own: played, walked over, or missed."""

ACROSS_DEFINITIONS = {
    PLACE_IN_GROUP: (
        "The place in the table of the group.",
        "Le rang dans le classement du groupe.",
    ),
    "points_per_table": (
        "Points less penalties, divided by the tables played, walked over or missed; byes, void"
        " tables and points carried over are left out.",
        "Points moins les pénalités, divisés par le nombre de tables jouées, gagnées ou perdues par"
        " forfait ou manquées ; les exemptions, les tables annulées et les points reportés ne"
        " comptent pas.",
    ),
    "wins_per_table": (
        "Tables won, divided by the same number of tables.",
        "Tables gagnées, divisées par ce même nombre de tables.",
    ),
    "game_points_per_table": (
        "Average over the tables played of the score less the average score of its table.",
        "Moyenne, sur les tables jouées, du score diminué du score moyen de la table.",
    ),
}
"""What ranks entrants of different groups, whatever the size of these, in English and French."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """One entrant's line in the table of the group, and the place among all groups."""

    group: int
    """From 1."""
    row: StandingRow
    """The line in the group: its rank is the one there."""
    across: tuple[Fraction, ...]
    """What ranks across groups, as `across_codes` names it."""
    place: int
    """The place among all groups; who is level in everything shares it."""
    shared: bool

    @property
    def entrant(self) -> int:
        return self.row.entrant

    @property
    def fair(self) -> tuple[Fraction, ...]:
        """What parts those of one place in their groups; the higher is the better one."""
        _place, *measures = self.across
        return (*measures[:3], *(-drawn for drawn in measures[3:]))


def across_codes(tie_breaks: Sequence[str]) -> tuple[str, ...]:
    """Return what ranks across groups, first to last; lots where lots rank at all."""
    return (*_FAIR, LOT) if LOT in tie_breaks else _FAIR


def group_standings(
    history: History, rules: StandingsRules, groups: Sequence[Sequence[int]]
) -> tuple[GroupLine, ...]:
    """Rank every group by itself and all of them together, the best of all first.

    Raises what `standings` does.
    """
    counted = counted_by(history, rules)
    across = across_codes(rules.tie_breaks)
    lots = lot(counted, counted.entrants) if LOT in across else {}
    scored = game_points(counted, counted.entrants)
    number_of = {entrant: number for number, group in enumerate(groups, 1) for entrant in group}
    start = [TiedGroup(tuple(sorted(group)), None) for group in groups]
    lines: list[GroupLine] = []
    for row in ranked(counted, rules, start, history.dropped):
        measures = _measures(row, counted, scored[row.entrant])
        drawn = (lots[row.entrant],) if lots else ()
        values = (Fraction(row.rank), *measures, *drawn)
        lines.append(GroupLine(number_of[row.entrant], row, values, 0, False))
    return _placed(lines)


def _measures(row: StandingRow, counted: Tally, scored: Fraction) -> tuple[Fraction, ...]:
    tables = sum(part.why in _TABLES for part in row.parts)
    earned = [part.points for part in row.parts if part.why in _TABLES or part.why is Why.PENALTY]
    played = len(counted.tables_of[row.entrant])
    return (
        sum(earned, ZERO) / max(tables, 1),
        row.wins / max(tables, 1),
        scored / max(played, 1),
    )


def _placed(lines: Sequence[GroupLine]) -> tuple[GroupLine, ...]:
    keys = [(line.across[0], *(-value for value in line.fair)) for line in lines]
    held = Counter(keys)
    first: dict[tuple[Fraction, ...], int] = {}
    for place, key in enumerate(sorted(keys), 1):
        first.setdefault(key, place)
    placed = [
        replace(line, place=first[key], shared=held[key] > 1)
        for line, key in zip(lines, keys, strict=True)
    ]
    return tuple(sorted(placed, key=lambda line: (line.place, line.entrant)))
