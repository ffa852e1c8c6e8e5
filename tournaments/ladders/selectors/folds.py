"""A ladder read for rating: its rules, where everybody stands, and stood before any match."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.ratings.eligibility import MatchFacts, Person, Verdict, verdict
from tournaments.ladders.ratings.fold import Ratings, changes_of
from tournaments.ladders.ratings.rating_system import Change, RatingSystem, Standing
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.selectors.rated_matches import (
    Position,
    matches_in_order,
    micros,
    moment_of,
    people_of,
)
from tournaments.ladders.selectors.states import ladder_state

Moves = dict[UUID, tuple[float | None, float | None]]
"""Whose shown rating is another one, from and to; None stands for not on the ladder."""


def position_of(row: RatedMatch) -> Position:
    """Return where a rated match stands."""
    return (micros(row.ended_at), row.match_id)


class LadderReading:
    """One ladder; reads only. Whoever writes by it holds the lock of the ladder's row."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        self.state = ladder_state(ladder.id)
        self.rules = self.state.rules
        self.system: RatingSystem = system_of(self.rules)
        self.rated = RatedMatch.objects.filter(ladder=ladder)

    def standings(self, players: Iterable[UUID] | None = None) -> dict[UUID, Standing]:
        """Return where everybody stands, or only some."""
        rows = LadderPlayer.objects.filter(ladder=self.ladder)
        if players is not None:
            rows = rows.filter(player_id__in=list(players))
        return {
            player: Standing(
                mu, sigma, matches, firsts, micros(last_at) if last_at is not None else None
            )
            for player, mu, sigma, matches, firsts, last_at in rows.values_list(
                "player_id", "mu", "sigma", "matches", "firsts", "last_at"
            )
        }

    def rated_from(self, since: Position) -> QuerySet[RatedMatch]:
        """Return the rated matches from a position on."""
        at, match_id = moment_of(since[0]), since[1]
        later = Q(ended_at__gt=at) | Q(ended_at=at, match_id__gte=match_id)
        # The first condition is implied by the second; it lets the index find the place.
        return self.rated.filter(Q(ended_at__gte=at), later)

    def standings_before(
        self, since: Position, now: Mapping[UUID, Standing]
    ) -> dict[UUID, Standing]:
        """Return where everybody who had played stood before a position: later rows know it."""
        standings = dict(now)
        later = self.rated_from(since).order_by("-ended_at", "-match_id")
        for text in later.values_list("changes", flat=True):
            for change in changes_of(text):
                standings[change.player] = change.before
        return {player: one for player, one in standings.items() if one.last is not None}

    def starts(self, people: Mapping[UUID, Person]) -> dict[UUID, Standing]:
        """Return where listed players begin, under who they are today; their own entry first."""
        standings: dict[UUID, Standing] = {}
        for player_id, start in sorted(self.state.starts.items()):
            person = people.get(player_id)
            if (
                person is None
                or person.guest
                or (person.id != player_id and person.id in standings)
            ):
                continue
            if person.id == player_id or person.id not in self.state.starts:
                sigma = float(start.sigma) if start.sigma else self.system.first().sigma
                standings[person.id] = Standing(float(start.rating), sigma, start.matches)
        return standings

    def refold(self, since: Position | None, standings: dict[UUID, Standing]) -> "Refolding":
        """Rate everything anew from a position on, or from nothing; nothing is written."""
        people = people_of(self.ladder.club_id)
        return Refolding(self, Ratings(self.system, self.starts(people), standings), people, since)

    def moves(self, before: Mapping[UUID, Standing], after: Mapping[UUID, Standing]) -> Moves:
        """Return whose shown rating differs."""
        moves: Moves = {}
        for player in [*before, *(one for one in after if one not in before)]:
            was, now = self._shown(before.get(player)), self._shown(after.get(player))
            if was != now:
                moves[player] = (was, now)
        return moves

    def _shown(self, standing: Standing | None) -> float | None:
        return None if standing is None else self.system.shown(standing.mu, standing.sigma)


@dataclass(frozen=True, slots=True)
class Refolding:
    """A fold under way: iterate to rate, then read the standings."""

    reading: LadderReading
    ratings: Ratings
    people: Mapping[UUID, Person]
    since: Position | None

    def again(self, standings: Mapping[UUID, Standing]) -> "Refolding":
        """Return another fold of the same matches, from where everybody stood."""
        ratings = Ratings(self.reading.system, dict(self.ratings.starts), dict(standings))
        return replace(self, ratings=ratings)

    def stored(self) -> Iterator[MatchFacts]:
        """Return the matches that are there."""
        return matches_in_order(self.reading.ladder.club, self.reading.rules, since=self.since)

    def matches(
        self,
        supposed: Mapping[UUID, MatchFacts] | None = None,
        among: Container[UUID] | None = None,
        stored: Iterable[MatchFacts] | None = None,
    ) -> Iterator[tuple[MatchFacts, Verdict, tuple[Change, ...]]]:
        """Rate match after match; `supposed` stands in for what is stored.

        `among` leaves out every other match; `stored` are the matches where they are read already.
        """
        for one in self.stored() if stored is None else stored:
            if among is not None and one.id not in among:
                continue
            match = one if supposed is None else supposed.get(one.id, one)
            judged = verdict(self.reading.rules, match, self.people)
            if judged.rated:
                yield match, judged, self.ratings.rate(judged.seats, match.position[0])

    def standings(self) -> dict[UUID, Standing]:
        """Return where everybody stands; who a list brought along is there before they play."""
        return {**self.ratings.starts, **self.ratings.standings}
