"""What is known of a match round by round: counts that the rules score, and scores people note."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.core.contract import AnyRules
from games.core.counts import joined_tables, rounds_to_count
from games.core.outcome import Outcome, ScoreLine
from games.core.setup import Setup
from replays.events import MatchCounted, Scores

Tables = Sequence[Mapping[str, Any]]


class RoundScores(msgspec.Struct, frozen=True):
    """What one round gave each seat."""

    number: int
    scores: Scores
    counted: bool
    """True where the rules scored a count, False where people noted the scores."""


class Standing(msgspec.Struct, frozen=True):
    """How a match stands by the rounds that are known."""

    lines: tuple[RoundScores, ...]
    missing: tuple[int, ...]
    """The rounds that are not known yet, as far as anybody can tell."""
    tables: tuple[dict[str, Any], ...] | None
    """The count of the whole match, once every round is counted."""
    outcome: Outcome | None
    """What the rules make of that."""
    breakdown: tuple[tuple[ScoreLine, ...], ...]
    """Where the points of the rounds counted so far come from, by seat."""

    @property
    def scores(self) -> Scores:
        """The score so far of each seat; none while no round is known."""
        if self.outcome is not None:
            return self.outcome.scores
        columns = zip(*(line.scores for line in self.lines), strict=True)
        return tuple(sum(column) for column in columns)


def is_counted_by_round(rules: AnyRules, setup: Setup) -> bool:
    """Say whether the table is counted at the end of each round, and not once at the end."""
    return rounds_to_count(rules.count_fields(setup)) > 1


def scored(rules: AnyRules, setup: Setup, rounds: Mapping[int, Tables]) -> Outcome:
    """Return what the rules make of the rounds counted so far, or raise why they cannot be so.

    What a match gives at its end is in it before its time: `standing` leaves that out.
    """
    fields = rules.count_fields(setup)
    return rules.tally(setup, joined_tables(fields, setup.seats, rounds))


def standing(
    rules: AnyRules | None, setup: Setup, counts: Sequence[MatchCounted], seats: int
) -> Standing:
    """Return how a match stands; raises RuleViolation where the rules refuse what was counted.

    Where there are no rules to ask, only what people noted is known.
    """
    rounds = {count.round: count.tables for count in counts if count.tables is not None}
    noted = {count.round: count.scores for count in counts if count.scores is not None}
    last = max((count.round for count in counts), default=1)
    if rules is None or not rounds:
        lines = tuple(RoundScores(number, line, False) for number, line in sorted(noted.items()))
        missing = tuple(number for number in range(1, last + 1) if number not in noted)
        return Standing(lines, missing, None, None, ((),) * seats)
    fields = rules.count_fields(setup)
    every = range(1, max(last, rounds_to_count(fields)) + 1)
    outcome = scored(rules, setup, rounds)
    whole = len(rounds) == rounds_to_count(fields)
    breakdown = outcome.breakdown if whole else _of_rounds(outcome, rounds)
    given = {number: _scores_of(breakdown, number, len(every)) for number in rounds} | noted
    tables = joined_tables(fields, setup.seats, rounds)
    return Standing(
        lines=tuple(RoundScores(at, given[at], at in rounds) for at in sorted(given)),
        missing=tuple(number for number in every if number not in given),
        tables=tuple(tables) if whole else None,
        outcome=outcome if whole else None,
        breakdown=breakdown,
    )


def _of_rounds(outcome: Outcome, rounds: Mapping[int, Tables]) -> tuple[tuple[ScoreLine, ...], ...]:
    return tuple(
        tuple(line for line in lines if line.round in rounds) for lines in outcome.breakdown
    )


def _scores_of(
    breakdown: Sequence[Sequence[ScoreLine]], number: int, rounds: int
) -> tuple[int, ...]:
    """Return what a round gave; a game that is counted once gives all of it then."""
    return tuple(
        sum(line.points for line in lines if line.round == number or rounds == 1)
        for lines in breakdown
    )
