"""The rules of a season, and what an evening gives by them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import assert_never

from games.core.errors import RuleViolation
from tournaments.seasons.evenings import Evening
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS
from tournaments.tournaments.standings.exact import ZERO, exact_sum
from tournaments.tournaments.standings.plain_data import rules_from_data, rules_to_data
from tournaments.tournaments.standings.tiebreaks import require_tie_breaks

USUAL_TIE_BREAKS = ("evenings_won", "best_evenings", "head_to_head", "last_evenings")


class EveningPoints(StrEnum):
    """What an evening gives a player of a season."""

    PLACE = "place"
    SUM = "sum"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How evenings add up.

    `place_points` are those of first place, second and so on, nothing after the last. `best` is
    how many evenings count (None: all). Under `least_evenings` a player is listed unranked.
    `least_matches` is what an average needs to count.
    """

    points_by: EveningPoints = EveningPoints.PLACE
    place_points: tuple[Fraction, ...] = tuple(
        Fraction(points) for points in (10, 8, 6, 5, 4, 3, 2, 1)
    )
    share_ties: bool = True
    least_matches: int = 1
    attendance: Fraction = ZERO
    best: int | None = None
    least_evenings: int = 0
    tie_breaks: tuple[str, ...] = USUAL_TIE_BREAKS

    def check(self) -> None:
        """Raise what the rules have wrong."""
        falls = all(better >= worse for better, worse in pairwise(self.place_points))
        if not self.place_points or not falls or self.place_points[-1] < 0:
            raise RuleViolation("bad_place_points")
        if self.attendance < 0:
            raise RuleViolation("bad_attendance", points=str(self.attendance))
        if self.best is not None and self.best < 1:
            raise RuleViolation("bad_best", best=self.best)
        if self.least_evenings < 0:
            raise RuleViolation("bad_least_evenings", evenings=self.least_evenings)
        if self.least_matches < 1:
            raise RuleViolation("bad_least_matches", matches=self.least_matches)
        if self.tie_breaks:
            require_tie_breaks(self.tie_breaks, SEASON_TIE_BREAKS)

    def to_data(self) -> dict[str, object]:
        """Return plain data for an event."""
        return rules_to_data(self)

    @classmethod
    def from_data(cls, data: object) -> "SeasonRules":
        """Read what `to_data` wrote, with defaults for what is missing, and check it."""
        rules = rules_from_data(cls(), data, "season")
        rules.check()
        return rules


def evening_points(evening: Evening, rules: SeasonRules) -> dict[str, Fraction]:
    """Return what an evening gives each player who came, without the attendance point."""
    match rules.points_by:
        case EveningPoints.PLACE:
            tied = Counter(entry.place for entry in evening.entries)
            given = {place: _place_points(place, many, rules) for place, many in tied.items()}
            return {entry.player: given[entry.place] for entry in evening.entries}
        case EveningPoints.SUM:
            return {entry.player: entry.points for entry in evening.entries}
        case EveningPoints.AVERAGE:
            return {
                entry.player: entry.points / entry.matches
                if entry.matches >= rules.least_matches
                else ZERO
                for entry in evening.entries
            }
        case _:
            assert_never(rules.points_by)


def _place_points(place: int | None, many: int, rules: SeasonRules) -> Fraction:
    """Return what a place gives each of those who took it."""
    if place is None:
        return ZERO
    tied = many if rules.share_ties else 1
    return sum(rules.place_points[place - 1 : place - 1 + tied], ZERO) / tied


def season_total(results: Sequence[Fraction], rules: SeasonRules) -> Fraction:
    """Return the best results that count, and the attendance point of every evening."""
    counted = results if rules.best is None else sorted(results, reverse=True)[: rules.best]
    return exact_sum(counted) + rules.attendance * len(results)
