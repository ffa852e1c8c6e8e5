"""How bots fared against each other. No database here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.people.services.bots import BotMatch


@dataclass(frozen=True, slots=True)
class BotStanding:
    """One bot over many matches; a shared first place counts as a share of a win in the rate."""

    bot: str
    seats: int
    wins: int
    win_rate: Fraction
    average_score: Fraction


def moved_on(bots: Sequence[str], number: int) -> list[str]:
    """Whoever sits first may have the better game: everybody moves on by one seat each match."""
    shift = number % len(bots)
    return [*bots[shift:], *bots[:shift]]


def standings_of(matches: Iterable[BotMatch]) -> list[BotStanding]:
    """Return every bot that sat at a table, the best first."""
    seats: dict[str, int] = {}
    wins: dict[str, int] = {}
    shares: dict[str, Fraction] = {}
    scores: dict[str, int] = {}
    for match in matches:
        winners = match.outcome.places.count(1)
        for bot, place, score in zip(
            match.bots, match.outcome.places, match.outcome.scores, strict=True
        ):
            seats[bot] = seats.get(bot, 0) + 1
            wins[bot] = wins.get(bot, 0) + (place == 1)
            share = Fraction(1, winners) if place == 1 else Fraction(0)
            shares[bot] = shares.get(bot, Fraction(0)) + share
            scores[bot] = scores.get(bot, 0) + score
    table = [
        BotStanding(
            bot, seats[bot], wins[bot], shares[bot] / seats[bot], Fraction(scores[bot], seats[bot])
        )
        for bot in seats
    ]
    return sorted(table, key=lambda row: (-row.win_rate, -row.average_score, row.bot))
