"""One pure function per tie-break, and the registry with the definition of each.

A tie-break gives every entrant a value. Most depend on the tally alone; the head-to-head also
depends on who is tied, so every function gets the group that is still tied.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.definitions import DEFINITIONS
from tournaments.tournaments.standings.exact import ZERO, exact_sum, over_common
from tournaments.tournaments.standings.results import MOST_SEATS
from tournaments.tournaments.standings.schemes import shares
from tournaments.tournaments.standings.tally import PlayedTable, Tally

Values = dict[int, Fraction]
_EVERY_SIZE = 840
"""Divided by every number from 1 to 8, so that averages over a table stay whole."""

PerTable = Callable[[PlayedTable], Sequence[Fraction | int]]


def points(tally: Tally, group: Sequence[int]) -> Values:
    """Return the points as they stand, penalties taken off."""
    return {entrant: tally.points[entrant] for entrant in group}


def wins(tally: Tally, group: Sequence[int]) -> Values:
    """Return first places at tables played, and walk-overs; a shared one is shared."""
    per_table = _per_table(tally, lambda table: wins_at(table.places, tally.share_ties))
    return {
        entrant: exact_sum((*per_table[entrant], *tally.walk_overs[entrant])) for entrant in group
    }


def game_points(tally: Tally, group: Sequence[int]) -> Values:
    """Return the sum of scores, each measured from the average of its table."""
    summed = _summed(tally, group, _scores_from_average)
    return {entrant: total / _EVERY_SIZE for entrant, total in summed.items()}


def opponents_wins(tally: Tally, group: Sequence[int]) -> Values:
    """Return the average over tables of the opponents' average win rate, sized by the table."""
    summed = _over_opponents(tally, group, _win_rates(tally, sized=True), averaged=True)
    return {entrant: _average(summed[entrant], len(tally.tables_of[entrant])) for entrant in group}


def opponents_wins_plain(tally: Tally, group: Sequence[int]) -> Values:
    """Return the average win rate of all opponents met."""
    summed = _over_opponents(tally, group, _win_rates(tally, sized=False), averaged=False)
    result = {}
    for entrant in group:
        met = sum(len(tally.tables[each].entrants) - 1 for each in tally.tables_of[entrant])
        result[entrant] = _average(summed[entrant], met)
    return result


def head_to_head(tally: Tally, group: Sequence[int]) -> Values:
    """Return, over tables where the tied sat together, how many of them were ahead or behind."""
    balance = dict.fromkeys(group, 0)
    tied_at = Counter(chain.from_iterable(tally.tables_of[entrant] for entrant in group))
    for position, tied in tied_at.items():
        if tied == 1:
            continue
        table = tally.tables[position]
        seated = [
            (entrant, place)
            for entrant, place in zip(table.entrants, table.places, strict=True)
            if entrant in balance
        ]
        for entrant, place in seated:
            ahead = sum(place < other for _, other in seated)
            behind = sum(place > other for _, other in seated)
            balance[entrant] += ahead - behind
    return {entrant: Fraction(value) for entrant, value in balance.items()}


def lot(tally: Tally, group: Sequence[int]) -> Values:
    """Return the recorded lot; without one an entrant comes after everyone who has one."""
    last = Fraction(max(tally.lots.values(), default=0) + 1)
    return {
        entrant: Fraction(tally.lots[entrant]) if entrant in tally.lots else last
        for entrant in group
    }


@dataclass(frozen=True, slots=True)
class TieBreak:
    code: str
    values: Callable[[Tally, Sequence[int]], Values]
    lower_is_better: bool = False
    among_tied: bool = False
    """Whether the value depends on who is tied; it is then 0 for those who are not."""

    @property
    def english(self) -> str:
        return DEFINITIONS[self.code][0]

    @property
    def french(self) -> str:
        return DEFINITIONS[self.code][1]


@lru_cache(maxsize=8192)
def wins_at(places: tuple[int, ...], share_ties: bool) -> tuple[Fraction, ...]:
    """Return the win of each seat: 1 for first, shared by those tied for it if ties share."""
    win = Fraction(1, places.count(1)) if share_ties else Fraction(1)
    return tuple(win if place == 1 else ZERO for place in places)


def _per_table(tally: Tally, values: PerTable) -> dict[int, list[Fraction | int]]:
    collected: dict[int, list[Fraction | int]] = {entrant: [] for entrant in tally.entrants}
    for table in tally.tables:
        for entrant, value in zip(table.entrants, values(table), strict=True):
            collected[entrant].append(value)
    return collected


def _summed(tally: Tally, group: Sequence[int], values: PerTable) -> Values:
    per_table = _per_table(tally, values)
    return {entrant: exact_sum(per_table[entrant]) for entrant in group}


def _average_over_tables(
    tally: Tally, group: Sequence[int], values: PerTable, unplayed: int
) -> Values:
    per_table = _per_table(tally, values)
    return {
        entrant: exact_sum(per_table[entrant]) / len(per_table[entrant])
        if per_table[entrant]
        else Fraction(unplayed)
        for entrant in group
    }


def _average(total: Fraction, count: int) -> Fraction:
    return total / count if count else ZERO


def _scores(table: PlayedTable) -> Sequence[Fraction | int]:
    return table.scores or (0,) * len(table.entrants)


def _scores_from_average(table: PlayedTable) -> Sequence[int]:
    """Return the scores less their average, times a number that every size divides."""
    scores = table.scores or (0,) * len(table.entrants)
    size, total = len(scores), sum(scores)
    return [(score * size - total) * (_EVERY_SIZE // size) for score in scores]


def _shares(table: PlayedTable) -> Sequence[Fraction]:
    return shares(table.scores or (0,) * len(table.entrants))


def _sized_shares(table: PlayedTable) -> Sequence[Fraction]:
    size = len(table.entrants)
    return [share * size for share in _shares(table)]


@lru_cache(maxsize=8192)
def covered_places(places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return places with those that are shared averaged: 1, 1, 3 becomes 3/2, 3/2, 3."""
    return tuple(place + Fraction(places.count(place) - 1, 2) for place in places)


@lru_cache(maxsize=8192)
def _relative(places: tuple[int, ...]) -> tuple[Fraction, ...]:
    return tuple((place - 1) / (len(places) - 1) for place in covered_places(places))


def _buchholz(tally: Tally, group: Sequence[int], *, averaged: bool) -> Values:
    summed = _over_opponents(tally, group, tally.earned, averaged=averaged)
    # A round without opponents that was not one's own doing counts as meeting one's equal.
    return {
        entrant: summed[entrant] + tally.unopposed[entrant] * tally.earned[entrant]
        for entrant in group
    }


def _over_opponents(
    tally: Tally, group: Sequence[int], values: Mapping[int, Fraction], *, averaged: bool
) -> Values:
    """Return the sum over tables of the opponents' values there, or of their average."""
    numbers, unit = over_common(values)
    per_table: list[tuple[int | Fraction, int]] = []
    for table in tally.tables:
        weight = _EVERY_SIZE // (len(table.entrants) - 1) if averaged else _EVERY_SIZE
        per_table.append((sum(numbers[entrant] for entrant in table.entrants), weight))
    result = {}
    for entrant in group:
        own = numbers[entrant]
        weighted = (
            (total - own) * weight
            for total, weight in (per_table[each] for each in tally.tables_of[entrant])
        )
        result[entrant] = Fraction(sum(weighted)) * unit
    return {entrant: total / _EVERY_SIZE for entrant, total in result.items()}


def _win_rates(tally: Tally, *, sized: bool) -> dict[int, Fraction]:
    def won(table: PlayedTable) -> Sequence[Fraction]:
        at_table = wins_at(table.places, tally.share_ties)
        return [win * len(at_table) for win in at_table] if sized else at_table

    per_table = _per_table(tally, won)
    return {entrant: _average(exact_sum(each), len(each)) for entrant, each in per_table.items()}


_relative_places = partial(_average_over_tables, values=lambda at: _relative(at.places), unplayed=1)
"""How far down the table one finished: 0 is first, 1 is last."""
_plain_places = partial(
    _average_over_tables, values=lambda at: covered_places(at.places), unplayed=MOST_SEATS
)
TIE_BREAKS: Mapping[str, TieBreak] = {
    entry.code: entry
    for entry in (
        TieBreak("points", points),
        TieBreak("wins", wins),
        TieBreak("game_points", game_points),
        TieBreak("game_points_plain", partial(_summed, values=_scores)),
        TieBreak("table_share", partial(_summed, values=_sized_shares)),
        TieBreak("table_share_plain", partial(_summed, values=_shares)),
        TieBreak("opponents_points", partial(_buchholz, averaged=True)),
        TieBreak("opponents_points_plain", partial(_buchholz, averaged=False)),
        TieBreak("opponents_wins", opponents_wins),
        TieBreak("opponents_wins_plain", opponents_wins_plain),
        TieBreak("head_to_head", head_to_head, among_tied=True),
        TieBreak("average_place", _relative_places, lower_is_better=True),
        TieBreak("average_place_plain", _plain_places, lower_is_better=True),
        TieBreak("lot", lot, lower_is_better=True),
    )
}


def require_tie_breaks(codes: Sequence[str], known: Iterable[str] = TIE_BREAKS) -> None:
    """Raise `no_tie_breaks`, `unknown_tie_break` or `tie_break_twice`."""
    if not codes:
        raise RuleViolation("no_tie_breaks")
    names = list(known)
    for code in codes:
        if code not in names:
            raise RuleViolation("unknown_tie_break", tie_break=code)
        if codes.count(code) > 1:
            raise RuleViolation("tie_break_twice", tie_break=code)
