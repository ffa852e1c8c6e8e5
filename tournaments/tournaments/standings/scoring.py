"""The scoring rules of a tournament, and what a table's result gives each seat."""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, assert_never

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import ZERO
from tournaments.tournaments.standings.plain_data import rules_from_data
from tournaments.tournaments.standings.results import (
    LEAST_SEATS,
    MOST_SEATS,
    ResultKind,
    TableResult,
)
from tournaments.tournaments.standings.schemes import PRESETS, PointsScheme, shares


class KindPoints(StrEnum):
    """What a kind of result gives."""

    FULL = "full"
    """The points of its places; a table without places is shared equally."""
    AGREED = "agreed"
    """The points of its places; a table without places gives nothing."""
    NONE = "none"
    """Nothing, whatever places were noted."""


class Worth(StrEnum):
    """Points without a table that follow from the scheme instead of being a number."""

    WIN = "win"
    AVERAGE = "average"


class Why(StrEnum):
    """Why an entrant got what it got."""

    PLACE = "place"
    SHARE = "share"
    STOPPED = "stopped"
    VOID = "void"
    WALK_OVER = "walk_over"
    NO_SHOW = "no_show"
    BYE = "bye"
    LATE = "late"
    PENALTY = "penalty"
    CARRIED = "carried"


@dataclass(frozen=True, slots=True)
class KindRule:
    """What a kind of result gives, and whether ladders count it."""

    points: KindPoints
    rated: bool


class Award(NamedTuple):
    """The points of one seat at one table; `place` is None where nobody was placed."""

    entrant: int
    points: Fraction
    why: Why
    place: int | None


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """How results become points. `table_size` is the usual size, which a bye is measured by."""

    scheme: PointsScheme = field(default_factory=lambda: PRESETS["5/3/2/1"])
    share_ties: bool = True
    table_size: int = 4
    bye: Worth | Fraction = Worth.WIN
    walk_over: Worth | Fraction = Worth.WIN
    no_show: Fraction = ZERO
    complete: KindRule = KindRule(KindPoints.FULL, rated=True)
    on_time: KindRule = KindRule(KindPoints.FULL, rated=True)
    early: KindRule = KindRule(KindPoints.AGREED, rated=False)

    def kind(self, kind: ResultKind) -> KindRule:
        """Return what a kind of result gives and whether it is rated."""
        match kind:
            case ResultKind.COMPLETE:
                return self.complete
            case ResultKind.ON_TIME:
                return self.on_time
            case ResultKind.EARLY:
                return self.early
            case ResultKind.WALK_OVER:
                # Nobody played: it has its points and can never move a rating.
                return KindRule(KindPoints.FULL, rated=False)
            case ResultKind.VOID:
                return KindRule(KindPoints.NONE, rated=False)
            case _:
                assert_never(kind)

    def is_rated(self, result: TableResult) -> bool:
        """Whether ladders count this result."""
        rule = self.kind(result.kind)
        return rule.rated and result.places is not None

    def worth(self, worth: Worth | Fraction, size: int) -> Fraction:
        """Return the points of a win or an average at a table of `size`, or the number given."""
        if isinstance(worth, Fraction):
            return worth
        if self.scheme.is_share:
            return Fraction(1) if worth is Worth.WIN else Fraction(1, size)
        row = self.scheme.row(size)
        return row[0] if worth is Worth.WIN else sum(row, ZERO) / size

    def check(self) -> None:
        """Raise what cannot be: the points table, the usual size, a complete table for nothing."""
        self.scheme.check()
        if not LEAST_SEATS <= self.table_size <= MOST_SEATS:
            raise RuleViolation("bad_table_size", size=self.table_size)
        if self.complete.points is KindPoints.NONE:
            raise RuleViolation("complete_without_points")

    @classmethod
    def from_data(cls, data: object) -> "ScoringRules":
        """Read plain data, with defaults for what is missing, and check it."""
        rules = rules_from_data(cls(), data, "scoring")
        rules.check()
        return rules


def table_awards(result: TableResult, rules: ScoringRules) -> tuple[Award, ...]:
    """Return what each entrant of a table gets and why, in seat order."""
    if result.kind is ResultKind.VOID:
        return tuple(Award(entrant, ZERO, Why.VOID, None) for entrant in result.entrants)
    if result.kind is ResultKind.WALK_OVER:
        points = rules.worth(rules.walk_over, len(result.entrants))
        played = [Award(entrant, points, Why.WALK_OVER, None) for entrant in result.present]
    else:
        places = counted_places(result, rules)
        if places is None:
            played = [Award(entrant, ZERO, Why.STOPPED, None) for entrant in result.present]
        else:
            earned = _earned(result, places, rules)
            why = Why.SHARE if rules.scheme.is_share else Why.PLACE
            played = [
                Award(entrant, points, why, place)
                for entrant, points, place in zip(result.present, earned, places, strict=True)
            ]
    if not result.absent:
        return tuple(played)
    by_entrant = {award.entrant: award for award in played}
    return tuple(
        by_entrant.get(entrant) or Award(entrant, rules.no_show, Why.NO_SHOW, None)
        for entrant in result.entrants
    )


def counted_places(result: TableResult, rules: ScoringRules) -> tuple[int, ...] | None:
    """Return the places of those present, or None if the table does not count as played."""
    if result.kind in (ResultKind.WALK_OVER, ResultKind.VOID):
        return None
    gives = rules.kind(result.kind).points
    if gives is KindPoints.NONE:
        return None
    places = result.present_places
    if places is None and gives is KindPoints.FULL:
        return (1,) * len(result.present)
    return places


def _earned(
    result: TableResult, places: tuple[int, ...], rules: ScoringRules
) -> tuple[Fraction, ...]:
    if not rules.scheme.is_share:
        return rules.scheme.points(places, share_ties=rules.share_ties)
    scores = result.present_scores
    return shares(scores if scores is not None else (0,) * len(places))
