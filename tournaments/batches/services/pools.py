"""How bots fared against each other. No database here."""

from collections.abc import Iterable, Sequence

from tournaments.batches.statistics.results import BotFigures, statistics_of
from tournaments.people.services.bots import BotMatch


def moved_on(bots: Sequence[str], number: int) -> list[str]:
    """Whoever sits first may have the better game: everybody moves on by one seat each match."""
    shift = number % len(bots)
    return [*bots[shift:], *bots[:shift]]


def standings_of(matches: Iterable[BotMatch]) -> tuple[BotFigures, ...]:
    """Return every bot that sat at a table, the best first."""
    results = (
        (match.bots, match.outcome.places, match.outcome.scores, len(match.events))
        for match in matches
    )
    statistics = statistics_of(results)
    return statistics.bots if statistics is not None else ()
