"""What a player of a season can still come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.seasons.rules import SeasonRules, season_total


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
