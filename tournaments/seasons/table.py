"""The table of a season: what counts, what does not, and what can still be reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.seasons.evenings import (
    Evening,
    EveningEntry,
    Mark,
    SeasonPlayer,
    require_evenings,
)
from tournaments.seasons.rules import EveningPoints, SeasonRules, evening_points, season_total
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS, Key
from tournaments.tournaments.standings.exact import ZERO


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is still to come; `most` is None where nothing bounds an evening."""

    rules: SeasonRules
    to_come: int
    most: Fraction | None
    fewest: Fraction

    def reach(self, results: Sequence[Fraction]) -> Fraction | None:
        """Return the highest total from these results, coming to every evening left."""
        if self.most is None:
            return None if self.to_come else season_total(results, self.rules)
        return season_total([*results, *[self.most] * self.to_come], self.rules)

    def floor(self, results: Sequence[Fraction]) -> Fraction:
        """Return the lowest total from these results, coming to as many evenings as one likes."""
        # Attendance may make up for bad evenings, so neither end need be the lowest.
        return min(
            season_total([*results, *[self.fewest] * more], self.rules)
            for more in range(self.to_come + 1)
        )

    def can_pass(self, results: Sequence[Fraction], floor: Fraction | None) -> bool:
        """Whether these results can still be ranked and come to at least `floor`."""
        if len(results) + self.to_come < self.rules.least_evenings:
            return False
        reach = self.reach(results)
        return reach is None or floor is None or reach >= floor


class SeasonRow(NamedTuple):
    """One player's season. `values` are the total, then one tuple per tie-break, compared in
    order; `decided_by` is a position in it. `reach` is None where nothing bounds an evening."""

    player: str
    rank: int | None
    shared: bool
    total: Fraction
    values: tuple[Key, ...]
    decided_by: int | None
    evenings: tuple[Mark, ...]
    attended: int
    reach: Fraction | None
    can_win: bool


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The rows best first, who leads, and whether nobody else can win any more."""

    rows: tuple[SeasonRow, ...]
    leaders: tuple[str, ...]
    decided: bool


def season_table(
    evenings: Sequence[Evening],
    rules: SeasonRules,
    *,
    to_come: int = 0,
    most_points: Fraction | None = None,
    fewest_points: Fraction = ZERO,
) -> SeasonTable:
    """Rank the players of a season.

    `most_points` and `fewest_points` bound what an evening still `to_come` can give; by place the
    most is that of first place. Raises what the rules, the evenings or the bounds have wrong.
    """
    rules.check()
    require_evenings(evenings)
    if most_points is None and rules.points_by is EveningPoints.PLACE:
        most_points = rules.place_points[0]
    if to_come < 0 or (most_points is not None and most_points < max(ZERO, fewest_points)):
        raise RuleViolation("bad_outlook", to_come=to_come)
    outlook = Outlook(rules, to_come, most_points, fewest_points)
    players = _players(sorted(evenings, key=lambda evening: evening.number), rules)
    ranked = [player for player in players if player.attended >= rules.least_evenings]
    unranked = [player for player in players if player.attended < rules.least_evenings]
    groups = _groups(ranked, rules)
    leaders = groups[0].players if groups else []
    names = tuple(leader.key for leader in leaders)
    floor = max((outlook.floor(leader.results) for leader in leaders), default=None)

    def row(player: SeasonPlayer, rank: int | None, group: "_Group", position: int) -> SeasonRow:
        return SeasonRow(
            player=player.key,
            rank=rank,
            shared=len(group.players) > 1,
            total=player.total,
            values=group.values[player.key],
            decided_by=group.decided_by if position == 0 else None,
            evenings=player.marks,
            attended=player.attended,
            reach=outlook.reach(player.results),
            can_win=player.key in names
            or (to_come > 0 and outlook.can_pass(player.results, floor)),
        )

    rows: list[SeasonRow] = []
    for group in groups:
        rank = len(rows) + 1
        for position, player in enumerate(group.players):
            rows.append(row(player, rank, group, position))
    for player in sorted(unranked, key=lambda player: (-player.total, player.key)):
        rows.append(row(player, None, _groups([player], rules)[0], 0))
    decided = bool(names) and (to_come == 0 or _is_decided(rows, names, outlook, floor))
    return SeasonTable(tuple(rows), names, decided)


def _is_decided(
    rows: Sequence[SeasonRow], leaders: Sequence[str], outlook: Outlook, floor: Fraction | None
) -> bool:
    others = any(row.can_win for row in rows if row.player not in leaders)
    # Somebody who has not come to any evening yet may still come to all that are left.
    return len(leaders) == 1 and not others and not outlook.can_pass((), floor)


def _players(evenings: Sequence[Evening], rules: SeasonRules) -> list[SeasonPlayer]:
    entries: dict[str, dict[int, EveningEntry]] = {}
    points: dict[str, dict[int, Fraction]] = {}
    for evening in evenings:
        by_player = evening_points(evening, rules)
        for entry in evening.entries:
            entries.setdefault(entry.player, {})[evening.number] = entry
            points.setdefault(entry.player, {})[evening.number] = by_player[entry.player]
    numbers = [evening.number for evening in evenings]
    return [_player(key, entries[key], points[key], numbers, rules) for key in sorted(entries)]


def _player(
    key: str,
    entries: Mapping[int, EveningEntry],
    points: Mapping[int, Fraction],
    numbers: Sequence[int],
    rules: SeasonRules,
) -> SeasonPlayer:
    # Of equal results the earlier one counts: the sort is stable.
    counting = list(points)
    if rules.best is not None:
        counting = sorted(counting, key=points.__getitem__, reverse=True)[: rules.best]
    marks = tuple(
        Mark(
            number=number,
            attended=number in entries,
            place=entries[number].place if number in entries else None,
            points=points.get(number, ZERO),
            counts=number in counting,
        )
        for number in numbers
    )
    return SeasonPlayer(key, entries, marks, season_total(list(points.values()), rules))


class _Group(NamedTuple):
    players: list[SeasonPlayer]
    decided_by: int | None
    values: dict[str, tuple[Key, ...]]


def _groups(players: list[SeasonPlayer], rules: SeasonRules) -> list[_Group]:
    groups = [_Group(players, None, {player.key: () for player in players})] if players else []
    tie_breaks = [SEASON_TIE_BREAKS[code].keys for code in rules.tie_breaks]
    for index, keys_of in enumerate([_totals, *tie_breaks]):
        split: list[_Group] = []
        for group in groups:
            keys = keys_of(group.players)
            if len(keys) == 1:  # nobody is level with them: nothing is compared
                [(only, value)] = keys.items()
                split.append(group._replace(values={only: (*group.values[only], value)}))
                continue
            for position, value in enumerate(sorted(set(keys.values()), reverse=True)):
                same = [player for player in group.players if keys[player.key] == value]
                split.append(
                    _Group(
                        same,
                        group.decided_by if position == 0 else index,
                        {player.key: (*group.values[player.key], value) for player in same},
                    )
                )
        groups = split
    return groups


def _totals(players: Sequence[SeasonPlayer]) -> Mapping[str, Key]:
    return {player.key: (player.total,) for player in players}
