"""How strong the bots are: the tables that `docs/bots.md` shows. No database here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.contract import AnyRules
from games.registry import games
from tournaments.batches.services.pools import moved_on, standings_of
from tournaments.batches.statistics.intervals import Rate
from tournaments.batches.statistics.results import BotFigures
from tournaments.people.services.bots import play_bot_match, require_playable

SEED = "docs"
"""Not among the seeds that the bots were tuned with."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Bots by seat, and how many matches show which of them is better."""

    bots: tuple[str, ...]
    matches: int


CONTESTS = (
    Contest(("greedy", "random", "random", "random"), 400),
    Contest(("search:64", "greedy", "greedy", "greedy"), 600),
    Contest(("search:64", "search:16", "greedy", "random"), 200),
)


@dataclass(frozen=True, slots=True)
class Strength:
    """How one bot fared in a contest."""

    rules: AnyRules
    contest: Contest
    matches: int
    standing: BotFigures
    rate: Rate
    """Of one seat: the rate of three alike is that of each of them."""


def contested_games() -> Iterator[AnyRules]:
    """Yield every game that bots can play at a table of four."""
    for rules in games():
        if not rules.reported_only and 4 in rules.seats:
            yield rules


def strengths(
    rules: AnyRules, contest: Contest, *, seed: str = SEED, matches: int | None = None
) -> list[Strength]:
    """Play a contest, everybody moving on by a seat each match; return its bots, best first."""
    count = matches or contest.matches
    setup = require_playable(rules, contest.bots, {})
    played = [
        play_bot_match(
            rules=rules, setup=setup, bots=moved_on(contest.bots, number), seed=f"{seed}/{number}"
        )
        for number in range(count)
    ]
    return [Strength(rules, contest, count, row, row.rate) for row in standings_of(played)]


def markdown(rows: Sequence[Strength]) -> str:
    """Return the table as the documentation shows it."""
    lines = [
        "| game | table | matches | bot | wins per seat | 95 % interval | average score |",
        "|---|---|---:|---|---:|---:|---:|",
    ]
    for row in rows:
        rate = row.rate
        lines.append(
            f"| {row.rules.slug} | {', '.join(row.contest.bots)} | {row.matches} "
            f"| {row.standing.bot} | {float(rate.value):.1%} "
            f"| {rate.low:.1%} to {rate.high:.1%} | {float(row.standing.scores.average):.1f} |"
        )
    return "\n".join(lines)
