"""What ladders say about one match: whether they count it, and what it changed."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tournaments.ladders.models import Ladder, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.ratings.values import Change
from tournaments.ladders.selectors.ladders import verdicts_on


@dataclass(frozen=True, slots=True)
class MatchRating:
    """One ladder and one match."""

    ladder: Ladder
    reason: str
    """Why the ladder does not count the match; empty if it does. A stable code."""
    changes: tuple[Change, ...]
    """Empty until a worker has rated it."""

    @property
    def rated(self) -> bool:
        """Whether the match counts there, or will when it is over."""
        return self.reason in ("", "match_unfinished")

    def shown(self, change: Change) -> tuple[float, float]:
        """Return what the ladder showed for somebody before and after."""
        system = system_of(rules_from_data(self.ladder.rules))
        before = system.shown(change.before.mu, change.before.sigma)
        return before, system.shown(change.mu, change.sigma)


def ratings_of_match(match_id: UUID, *, now: datetime | None = None) -> list[MatchRating]:
    """Return every ladder of the club with what it says about a match, one that goes on too."""
    verdicts = verdicts_on(match_id, now=now)
    if not verdicts:
        return []
    rows = dict(RatedMatch.objects.filter(match_id=match_id).values_list("ladder_id", "changes"))
    return [
        MatchRating(ladder, said.reason, changes_of(rows[ladder.id]) if ladder.id in rows else ())
        for ladder, said in verdicts
    ]
