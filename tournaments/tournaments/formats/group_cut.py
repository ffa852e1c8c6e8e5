"""The cut after groups: the first of each group, and the best of those who come next in theirs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.errors import RuleViolation
from tournaments.tournaments.formats.cut import Cut, Line, first_difference
from tournaments.tournaments.formats.seeding import seed_by_hand

ACROSS = 0
"""The line across groups."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One line of the table of a group before the cut."""

    entrant: int
    group: int
    """From 1."""
    rank: int
    """In the group, from 1; entrants whom nothing separates share it."""
    tiebreaks: tuple[Fraction, ...]
    """What ranks in the group, first to last."""
    fair: tuple[Fraction, ...]
    """What ranks across groups, first to last; the higher is the better one."""


@dataclass(frozen=True, slots=True)
class TopOfEach:
    """The best `each` of every group go on, and the `best` of those who come next in theirs."""

    each: int
    best: int = 0


Lots = Mapping[int, int]


def ranked_across(rows: Sequence[GroupRow], order: Sequence[int] = ()) -> list[GroupRow]:
    """Return everybody by rank in the group, then by what is fair, then by the order of lots.

    Lots part those who share a rank in their group: each then has the rank that came out.
    """
    lots = {entrant: place for place, entrant in enumerate(order)}
    listed: list[GroupRow] = []
    for group in _groups(rows, lots):
        for position, row in enumerate(group, 1):
            rank = position if row.entrant in lots else row.rank
            listed.append(GroupRow(row.entrant, row.group, rank, row.tiebreaks, row.fair))
    return sorted(listed, key=lambda row: (row.rank, *_fairness(row, lots)))


def group_cut(rows: Sequence[GroupRow], rule: TopOfEach) -> Cut:
    """Return who goes on, the best first, and who could be in or out by lots alone.

    A group with fewer than `each` goes on whole. Raises too_few_entrants if fewer than two do.
    """
    groups = _groups(rows, {})
    places = len(_going_on(groups, rule, {}))
    if places < 2:
        raise RuleViolation("too_few_entrants", entrants=places, least=2)
    undecided = _undecided(groups, rule)
    inside = _going_on(groups, rule, {}) - undecided
    lines = tuple(_lines(groups, rule))
    ranked = [row.entrant for row in ranked_across(rows)]
    return Cut(
        inside=tuple(one for one in ranked if one in inside),
        alternates=tuple(one for one in ranked if one not in inside | undecided),
        tied_on_line=tuple(dict.fromkeys(one for line in lines for one in line.tied)),
        undecided=tuple(one for one in ranked if one in undecided),
        open_places=places - len(inside),
        lines=lines,
    )


def settled_group_cut(rows: Sequence[GroupRow], rule: TopOfEach, order: Sequence[int]) -> Cut:
    """Return the cut with its undecided put into `order`, by lot or play-off.

    Raises seeding_twice or seeding_incomplete unless `order` names each of them once.
    """
    drawn = group_cut(rows, rule)
    lots = {one: place for place, one in enumerate(seed_by_hand(drawn.undecided, order))}
    inside = _going_on(_groups(rows, lots), rule, lots)
    ranked = [row.entrant for row in ranked_across(rows, order)]
    return Cut(
        inside=tuple(one for one in ranked if one in inside),
        alternates=tuple(one for one in ranked if one not in inside),
        tied_on_line=drawn.tied_on_line,
        lines=drawn.lines,
    )


def _groups(rows: Sequence[GroupRow], lots: Lots) -> list[list[GroupRow]]:
    """Return the groups in order, each by rank; lots part those who share one."""
    groups: dict[int, list[GroupRow]] = {}
    for row in sorted(rows, key=lambda row: row.group):
        groups.setdefault(row.group, []).append(row)
    return [
        sorted(
            group, key=lambda row: (row.rank, lots.get(row.entrant, len(lots)), *_fairness(row, {}))
        )
        for group in groups.values()
    ]


def _fairness(row: GroupRow, lots: Lots) -> tuple[tuple[Fraction, ...], int, int]:
    """Return what sorts across groups, the best first; entrants by number where nothing does."""
    return tuple(-value for value in row.fair), lots.get(row.entrant, len(lots)), row.entrant


def _going_on(groups: Sequence[Sequence[GroupRow]], rule: TopOfEach, lots: Lots) -> set[int]:
    first = {row.entrant for group in groups for row in group[: rule.each]}
    following = [group[rule.each] for group in groups if len(group) > rule.each]
    following.sort(key=lambda row: _fairness(row, lots))
    return first | {row.entrant for row in following[: rule.best]}


def _undecided(groups: Sequence[Sequence[GroupRow]], rule: TopOfEach) -> set[int]:
    """Return everybody whose lot could matter: who may be in or out, and who is level with them."""
    found: set[int] = set()
    following = [_may_follow(group, rule) for group in groups]
    for number, group in enumerate(groups):
        others = following[:number] + following[number + 1 :]
        for row in group:
            if _may_be_in(row, group, others, rule) and _may_be_out(row, group, others, rule):
                found |= {other.entrant for other in group if other.rank == row.rank}
    return found


def _last_rank(row: GroupRow, group: Sequence[GroupRow]) -> int:
    """Return the worst rank that lots could give to somebody."""
    return row.rank - 1 + sum(other.rank == row.rank for other in group)


def _may_follow(group: Sequence[GroupRow], rule: TopOfEach) -> list[GroupRow]:
    """Return who of a group could come next after those who are in by their rank."""
    return [row for row in group if row.rank <= rule.each + 1 <= _last_rank(row, group)]


def _may_be_in(
    row: GroupRow,
    group: Sequence[GroupRow],
    others: Sequence[Sequence[GroupRow]],
    rule: TopOfEach,
) -> bool:
    if row.rank <= rule.each:
        return True
    # Of every other group the weakest follows, and every lot is a good one.
    ahead = sum(bool(rivals) and all(one.fair > row.fair for one in rivals) for rivals in others)
    return row in _may_follow(group, rule) and ahead < rule.best


def _may_be_out(
    row: GroupRow,
    group: Sequence[GroupRow],
    others: Sequence[Sequence[GroupRow]],
    rule: TopOfEach,
) -> bool:
    if _last_rank(row, group) > rule.each + 1:
        return True
    # Of every other group the strongest follows, and every lot is a bad one.
    ahead = sum(any(one.fair >= row.fair for one in rivals) for rivals in others)
    return row in _may_follow(group, rule) and ahead >= rule.best


def _lines(groups: Sequence[Sequence[GroupRow]], rule: TopOfEach) -> Iterator[Line]:
    """Yield the lines on which somebody is tied."""
    for group in groups:
        if 0 < rule.each < len(group):
            yield from _line(
                group[0].group, [(row.entrant, row.tiebreaks) for row in group], rule.each
            )
    following = [group[rule.each] for group in groups if len(group) > rule.each]
    following.sort(key=lambda row: _fairness(row, {}))
    if 0 < rule.best < len(following):
        yield from _line(ACROSS, [(row.entrant, row.fair) for row in following], rule.best)


def _line(
    group: int, ranked: Sequence[tuple[int, tuple[Fraction, ...]]], count: int
) -> Iterator[Line]:
    (_, last_in), (_, first_out) = ranked[count - 1], ranked[count]
    if last_in[0] == first_out[0]:
        tied = tuple(entrant for entrant, values in ranked if values[0] == last_in[0])
        yield Line(group, tied, first_difference(last_in, first_out))
