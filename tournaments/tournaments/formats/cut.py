"""The cut between two stages: who is in, who is tied on the line, who steps in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.errors import RuleViolation
from tournaments.tournaments.formats.seeding import seed_by_hand


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings before the cut."""

    entrant: int
    rank: int
    """From 1; entrants whom nothing separates share it."""
    points: Fraction
    tiebreaks: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class TopN:
    """The best `count` go on."""

    count: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Everybody with at least these points goes on."""

    points: Fraction


CutRule = TopN | AtLeast


@dataclass(frozen=True, slots=True)
class Line:
    """One of several lines of a cut, on which somebody is tied."""

    group: int
    """The group whose line it is, from 1; 0: the line across groups."""
    tied: tuple[int, ...]
    """Everybody who is level with the last one in by what ranks first."""
    decided_by: int | None
    """What (from 0) parts the last one in from the first one out; None: nothing does."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What the cut says before anybody declines."""

    inside: tuple[int, ...]
    """Who is in beyond doubt, the best first."""
    alternates: tuple[int, ...]
    """Who is out beyond doubt, in the order they would step in."""
    tied_on_line: tuple[int, ...] = ()
    """Everybody with the points of the last one in, if somebody with the same points is out."""
    decided_by: int | None = None
    """Which tie-break (from 0) parts the last one in from the first one out, if points do not."""
    undecided: tuple[int, ...] = ()
    """Who compete for the last places with nothing to part them."""
    open_places: int = 0
    """How many of the undecided go on."""
    lines: tuple[Line, ...] = ()
    """The lines on which somebody is tied, where there is one in every group and one across."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who starts in the next stage after some declined, and who could still step in."""

    entrants: tuple[int, ...]
    alternates: tuple[int, ...]


def cut(rows: Sequence[Row], rule: CutRule) -> Cut:
    """Return who goes on by `rule`, in the order of rank.

    Raises too_few_entrants if fewer than two would, and bad_cut for a top of fewer than two.
    """
    ranked = sorted(rows, key=lambda row: (row.rank, row.entrant))
    if isinstance(rule, TopN):
        return _best(ranked, rule.count)
    inside = [row for row in ranked if row.points >= rule.points]
    _require_two(inside)
    return Cut(_entrants(inside), _entrants([row for row in ranked if row.points < rule.points]))


def settle(undecided: Cut, order: Sequence[int]) -> Cut:
    """Return the cut with its undecided put into `order`, by lot or play-off.

    Raises seeding_twice or seeding_incomplete unless `order` names each of them once.
    """
    order = seed_by_hand(undecided.undecided, order)
    return Cut(
        inside=(*undecided.inside, *order[: undecided.open_places]),
        alternates=(*order[undecided.open_places :], *undecided.alternates),
        tied_on_line=undecided.tied_on_line,
    )


def field_after(decided: Cut, declined: Collection[int] = ()) -> Field:
    """Return who starts when these have declined: alternates step in, in their order.

    Raises cut_undecided while somebody on the line is neither in nor out.
    """
    if decided.undecided:
        raise RuleViolation("cut_undecided", entrants=decided.undecided, places=decided.open_places)
    willing = [
        entrant for entrant in (*decided.inside, *decided.alternates) if entrant not in declined
    ]
    places = len(decided.inside)
    return Field(tuple(willing[:places]), tuple(willing[places:]))


def first_difference(one: Sequence[Fraction], other: Sequence[Fraction]) -> int | None:
    """Return the first position (from 0) at which two lists differ, or None if they do not."""
    pairs = zip(one, other, strict=True)
    return next((index for index, (mine, theirs) in enumerate(pairs) if mine != theirs), None)


def _best(ranked: Sequence[Row], count: int) -> Cut:
    if count < 2:
        raise RuleViolation("bad_cut", count=count)
    _require_two(ranked)
    count = min(count, len(ranked))
    last_in, below = ranked[count - 1], ranked[count:]
    if not below:
        return Cut(_entrants(ranked), ())
    first_out = below[0]
    if last_in.points != first_out.points:
        return Cut(_entrants(ranked[:count]), _entrants(below))
    tied = _entrants([row for row in ranked if row.points == last_in.points])
    if last_in.rank == first_out.rank:
        inside = [row for row in ranked if row.rank < last_in.rank]
        return Cut(
            inside=_entrants(inside),
            alternates=_entrants([row for row in below if row.rank > last_in.rank]),
            tied_on_line=tied,
            undecided=_entrants([row for row in ranked if row.rank == last_in.rank]),
            open_places=count - len(inside),
        )
    return Cut(
        inside=_entrants(ranked[:count]),
        alternates=_entrants(below),
        tied_on_line=tied,
        decided_by=first_difference(last_in.tiebreaks, first_out.tiebreaks),
    )


def _require_two(inside: Sequence[Row]) -> None:
    if len(inside) < 2:
        raise RuleViolation("too_few_entrants", entrants=len(inside), least=2)


def _entrants(rows: Sequence[Row]) -> tuple[int, ...]:
    return tuple(row.entrant for row in rows)
