"""The rules of a ladder: what it rates, by which system, from which start. Plain data in events."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

import msgspec

from games.core.errors import RuleViolation

System = Literal["elo", "openskill"]
Bots = Literal["leave_out", "skip", "rate"]
TakenOver = Literal["skip", "last", "first"]
Stopped = Literal["never", "on_time", "always"]
Source = Literal["table", "online", "bots"]

LEAST_START, MOST_START = 1, 10_000
MOST_FACTOR = 400
MOST_MATCHES = 100_000
MOST_DAYS = 36_500
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class KPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fast a pairwise Elo rating moves: fast at first, slower once it is established."""

    provisional: int = 48
    normal: int = 32
    established: int = 20
    provisional_matches: int = 10
    """So many matches are played provisionally."""
    established_from: int = 60
    """From so many matches on a rating is established."""

    def factor(self, matches: int) -> int:
        """Return K for somebody with so many rated matches before this one."""
        if matches < self.provisional_matches:
            return self.provisional
        return self.established if matches >= self.established_from else self.normal


class Margin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Narrow wins count for less: `share` percent of a pair depend on the difference of scores."""

    share: int
    full: int
    """From this difference on a win counts whole."""

    def weight(self, mine: int | None, other: int | None) -> float:
        """Return how much a decided pair counts; without scores, whole."""
        if mine is None or other is None:
            return 1.0
        share = self.share / 100.0
        return 1.0 - share + share * min(abs(mine - other), self.full) / self.full


class LadderRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides which matches a ladder rates, and how."""

    system: System = "elo"
    games: tuple[str, ...] = ()
    """Registered games; empty means all of them."""
    since: str | None = None
    """First day, as the club's calendar has it."""
    until: str | None = None
    """Last day."""
    after: str | None = None
    """The moment a new period began: what ended up to then belongs to the one before."""
    bots: Bots = "leave_out"
    """Matches with a bot are left out, or its seat is skipped, or bots are rated like people."""
    sources: tuple[Source, ...] = ("table",)
    """Where a match for which nothing was decided may come from."""
    imports: bool = False
    tournaments_only: bool = False
    stopped: Stopped = "on_time"
    """Which matches that were stopped with a result count: none, those out of time, or all."""
    taken_over: TakenOver = "skip"
    """Who answers for a seat that changed hands: nobody, who sat there last, or first."""
    start: int = 1500
    """The rating a newcomer gets in pairwise Elo."""
    k: KPolicy = KPolicy()
    margin: Margin | None = None
    provisional_matches: int = 10
    """Under so many rated matches a rating is marked as provisional."""
    stale_days: int | None = 180
    """After so many days without a match a rating is marked as provisional again."""
    hidden_days: int | None = 365
    """After so many days without a match a player is not on the ladder; nothing is deleted."""

    def check(self) -> None:
        """Raise `bad_ladder_rules` with the field that is wrong."""
        for field, least, value, most in (
            ("start", LEAST_START, self.start, MOST_START),
            ("k.provisional", 1, self.k.provisional, MOST_FACTOR),
            ("k.normal", 1, self.k.normal, MOST_FACTOR),
            ("k.established", 1, self.k.established, MOST_FACTOR),
            ("k.provisional_matches", 0, self.k.provisional_matches, MOST_MATCHES),
            (
                "k.established_from",
                self.k.provisional_matches,
                self.k.established_from,
                MOST_MATCHES,
            ),
            ("provisional_matches", 0, self.provisional_matches, MOST_MATCHES),
            ("stale_days", 1, self.stale_days, MOST_DAYS),
            ("hidden_days", 1, self.hidden_days, MOST_DAYS),
            ("margin.share", 1, self.margin.share if self.margin else None, 100),
            ("margin.full", 1, self.margin.full if self.margin else None, 10_000),
        ):
            if value is not None and not least <= value <= most:
                raise RuleViolation("bad_ladder_rules", field=field, least=least, most=most)
        first, last = day_of(self.since, "since"), day_of(self.until, "until")
        if first is not None and last is not None and first > last:
            raise RuleViolation("bad_ladder_dates")
        moment_of(self.after, "after")
        if not self.sources:
            raise RuleViolation("bad_ladder_rules", field="sources", least=1, most=3)

    def to_data(self) -> dict[str, Any]:
        """Return plain data for an event."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        data["games"] = list(self.games)
        data["sources"] = list(self.sources)
        return data


def rules_from_data(data: Mapping[str, Any]) -> LadderRules:
    """Return checked rules; what is not given is as usual. Raises `bad_ladder_rules`."""
    try:
        rules = msgspec.convert(dict(data), LadderRules)
    except msgspec.ValidationError as error:
        raise RuleViolation("bad_ladder_rules", field=str(error)[:200]) from None
    rules.check()
    return rules


def moment_of(text: str | None, field: str) -> int | None:
    """Return a moment written as 2026-09-01T19:30:00Z in microseconds since 1970 (UTC).

    Raises `bad_ladder_rules`.
    """
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = datetime.min  # noqa: DTZ901 - it has no zone and is refused for that
    if moment.tzinfo is None:
        raise RuleViolation("bad_ladder_rules", field=field)
    return (moment - _EPOCH) // timedelta(microseconds=1)


def day_of(text: str | None, field: str) -> date | None:
    """Return a day written as 2026-09-01, or raise `bad_ladder_rules`."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RuleViolation("bad_ladder_rules", field=field) from None
