"""Which matches a ladder rates, and whose seats: the one place that decides."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

import msgspec

from tournaments.ladders.ratings.rating_system import Seat
from tournaments.ladders.ratings.rules import LadderRules, day_of, moment_of

LEAST_RATED = 2
RESULTS = ("finished", "reported", "stopped")
"""The ways in which a match can have ended with a result."""


class SeatFacts(NamedTuple):
    """One seat of a match."""

    player: UUID | None
    first: UUID | None
    """Who sat there first, if it changed hands."""
    place: int | None
    score: int | None


class MatchFacts(NamedTuple):
    """Everything about a match that decides whether it is rated."""

    id: UUID
    club: UUID
    ended: int | None
    """Microseconds since 1970 (UTC); None while it is open."""
    day: date | None
    """The day it ended, as the club's calendar has it."""
    game: str
    source: str
    rated: bool | None
    """What was decided when it began."""
    status: str
    ending: str
    imported: bool
    at_tournament: bool
    counts_there: bool | None
    """Whether the rules of its tournament rate such a result; None where nobody says."""
    seats: tuple[SeatFacts, ...]

    @property
    def position(self) -> tuple[int, UUID]:
        """Where it stands among the matches of a ladder."""
        return (self.ended or 0, self.id)


class Person(NamedTuple):
    """A player as they are today."""

    id: UUID
    """The player they are read as after all merges."""
    bot: bool
    guest: bool


class Verdict(NamedTuple):
    """Whether a ladder rates a match: the seats that count, or the reason why it does not."""

    reason: str
    seats: tuple[Seat, ...] = ()

    @property
    def rated(self) -> bool:
        """True when the match counts."""
        return not self.reason


def verdict(rules: LadderRules, facts: MatchFacts, people: Mapping[UUID, Person]) -> Verdict:
    """Say whether a ladder with these rules rates a match, and which seats.

    The reason is a stable code: `match_unfinished`, `match_voided`, `no_result`, `not_rated`,
    `other_game`, `imported`, `other_source`, `other_dates`, `not_in_tournament`, `not_rated_there`,
    `stopped_early`, `with_bot`, `player_twice` or `too_few_rated`.
    """
    reason = _reason(rules, facts)
    return Verdict(reason) if reason else _seated(rules, facts, people)


def outlook(
    rules: LadderRules, facts: MatchFacts, people: Mapping[UUID, Person], day: date | None = None
) -> Verdict:
    """Say what becomes of a match that goes on, if it ends with a result on a day.

    Without a day nothing is said about the days of the ladder.
    """
    if day is None:
        rules = msgspec.structs.replace(rules, since=None, until=None)
    seats = tuple(seat._replace(place=1) for seat in facts.seats)
    ended = facts._replace(ended=0, day=day or date.min, status="reported", ending="", seats=seats)
    return verdict(rules, ended, people)


def lasting_reason(rules: LadderRules, facts: MatchFacts) -> str:
    """Return why rules rate a match at no time, whatever becomes of it; empty if they might."""
    if facts.rated is False:
        return "not_rated"
    if rules.games and facts.game not in rules.games:
        return "other_game"
    if facts.imported and not rules.imports:
        return "imported"
    if facts.rated is None and facts.source not in rules.sources:
        return "other_source"
    return ""


def _reason(rules: LadderRules, facts: MatchFacts) -> str:
    if facts.ended is None or facts.day is None:
        return "match_unfinished"
    if facts.status not in RESULTS:
        return "match_voided" if facts.status == "voided" else "no_result"
    if any(seat.place is None for seat in facts.seats):
        return "no_result"
    if lasting := lasting_reason(rules, facts):
        return lasting
    if not _is_in_time(rules, facts.ended, facts.day):
        return "other_dates"
    if rules.tournaments_only and not facts.at_tournament:
        return "not_in_tournament"
    if facts.counts_there is False:
        return "not_rated_there"
    return "stopped_early" if _is_stopped_early(rules, facts) else ""


def _is_in_time(rules: LadderRules, ended: int, day: date) -> bool:
    before = moment_of(rules.after, "after")
    if before is not None and ended <= before:
        return False
    first, last = day_of(rules.since, "since"), day_of(rules.until, "until")
    return (first is None or first <= day) and (last is None or day <= last)


def _is_stopped_early(rules: LadderRules, facts: MatchFacts) -> bool:
    if facts.status != "stopped" or rules.stopped == "always" or facts.counts_there:
        return False
    return rules.stopped == "never" or facts.ending != "time"


def _seated(rules: LadderRules, facts: MatchFacts, people: Mapping[UUID, Person]) -> Verdict:
    seats: list[Seat] = []
    for seat in facts.seats:
        sitting = people.get(seat.player) if seat.player is not None else None
        if sitting is not None and sitting.bot and rules.bots == "leave_out":
            return Verdict("with_bot")
        person = sitting if seat.first is None else _answering(rules, seat, sitting, people)
        if person is None or person.guest or (person.bot and rules.bots != "rate"):
            continue
        if seat.place is not None:
            seats.append(Seat(person.id, seat.place, seat.score))
    if len({seat.player.int for seat in seats}) < len(seats):
        return Verdict("player_twice")
    return Verdict("", tuple(seats)) if len(seats) >= LEAST_RATED else Verdict("too_few_rated")


def _answering(
    rules: LadderRules, seat: SeatFacts, sitting: Person | None, people: Mapping[UUID, Person]
) -> Person | None:
    """Return who is rated for a seat, or None where nobody is."""
    if rules.taken_over == "last":
        return sitting
    first = people.get(seat.first) if seat.first is not None else None
    if first is not None and sitting is not None and first.id == sitting.id:
        return sitting
    return first if rules.taken_over == "first" else None
