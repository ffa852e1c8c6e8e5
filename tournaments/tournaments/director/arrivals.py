"""Who comes late: how much of the running stage somebody has missed before taking part in it."""

from tournaments.tournaments.director.history import first_rounds
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import State


def rounds_missed(state: State, number: int) -> int:
    """Return how many announced rounds an entrant has missed who could still take part; else 0.

    Whoever was at a table or had a bye is not late any more, whatever they miss after it.
    """
    stage = state.current
    if stage is None or stage.status != "running" or stage.rules.is_open:
        return 0
    joins = stage.number == 1 and stage.rules.format not in CHAINED | SCHEDULED
    if not (joins or number in stage.seeds) or number in first_rounds(stage):
        return 0
    return max(stage.rounds, default=0)
