"""Seconds of CPU for the standings of a large tournament."""

import random
import time

from benchmarks.timing import Row
from tournaments.tournaments.standings.results import ResultKind, TableResult
from tournaments.tournaments.standings.schemes import preset
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.table import StandingsRules, standings
from tournaments.tournaments.standings.tally import History
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS

ENTRANTS, ROUNDS, SEATS = 2_000, 9, 4
TARGET = 0.5


def standings_rows(*, rounds: int) -> list[Row]:
    """Measure the standings of 2,000 entrants after 9 rounds at tables of four."""
    history = large_history(ENTRANTS, ROUNDS)
    by_share = StandingsRules(ScoringRules(scheme=preset("share")))
    every = StandingsRules(tie_breaks=tuple(TIE_BREAKS))
    return [
        _row("by place", history, StandingsRules(), rounds),
        _row("by share", history, by_share, rounds),
        _row("all 14 tie-breaks", history, every, rounds, aimed=False),
    ]


def large_history(entrants: int, rounds: int) -> History:
    """Return a tournament of random tables of four with scores as a drafting game gives them."""
    rng = random.Random(5)
    results = []
    for round_ in range(1, rounds + 1):
        order = rng.sample(range(1, entrants + 1), entrants)
        for first in range(0, entrants, SEATS):
            scores = tuple(rng.randint(20, 60) for _ in range(SEATS))
            results.append(
                TableResult(
                    stage=1,
                    round=round_,
                    table=first // SEATS + 1,
                    entrants=tuple(order[first : first + SEATS]),
                    places=tuple(1 + sum(other > score for other in scores) for score in scores),
                    scores=scores,
                    kind=ResultKind.COMPLETE,
                )
            )
    return History(entrants=range(1, entrants + 1), results=results)


def _row(
    name: str, history: History, rules: StandingsRules, rounds: int, *, aimed: bool = True
) -> Row:
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        rows = standings(history, rules)
        best = min(best, time.process_time() - started)
        assert len(rows) == ENTRANTS
    title = f"standings of {ENTRANTS:,} after {ROUNDS} rounds, {name}"
    target, reached = (f"< {TARGET} s of CPU", best < TARGET) if aimed else ("", None)
    return Row(title, "table", best, "", None, target, reached)
