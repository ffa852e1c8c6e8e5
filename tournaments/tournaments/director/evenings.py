"""An open evening: who is free, which boxes are left, and which tables could be begun now."""

from games.core.errors import RuleViolation
from tournaments.tournaments.director.games import seats_of
from tournaments.tournaments.director.history import Past, stages_met_in
from tournaments.tournaments.director.pairings import PAIRING_RULESET
from tournaments.tournaments.director.state import Stage, State, Table
from tournaments.tournaments.pairing.problem import Candidate, PairingRules, pairs_of_groups
from tournaments.tournaments.pairing.suggesting import GameAtHand, SuggestedTable, suggest_tables

LEAST_AT_A_TABLE = 2
ROUND = 1
"""All tables of an open evening are tables of one round."""


def open_tables(stage: Stage) -> list[Table]:
    """Return the tables at which somebody plays now."""
    round_ = stage.rounds.get(ROUND)
    return (
        [table for table in round_.tables.values() if table.is_open] if round_ is not None else []
    )


def at_a_table(stage: Stage) -> dict[int, int]:
    """Return who is playing now, and at which table."""
    return {number: table.number for table in open_tables(stage) for number in table.entrants}


def free_entrants(state: State, stage: Stage) -> list[int]:
    """Return who is there and does not play."""
    busy = at_a_table(stage)
    return [
        number for number in stage.seeds if state.entrants[number].present and number not in busy
    ]


def boxes_left(stage: Stage, game: int) -> int | None:
    """Return how many boxes of a game are not on a table; None: always another."""
    boxes = stage.rules.games[game].boxes
    if boxes is None:
        return None
    return boxes - sum(table.game == game for table in open_tables(stage))


def suggested_tables(state: State, stage: Stage) -> tuple[SuggestedTable, ...]:
    """Return tables to take or ignore for all who are free; none while they are too few."""
    numbers = sorted(free_entrants(state, stage))
    if len(numbers) < LEAST_AT_A_TABLE:
        return ()
    past = Past(stage, former=stages_met_in(state, stage))
    candidates = [
        Candidate(
            id=number,
            meetings=past.meetings.get(number, {}),
            small_tables=past.small_tables[number],
            starts=past.starts_of(number),
            club=state.entrants[number].club,
        )
        for number in numbers
    ]
    left = [boxes_left(stage, position) for position in range(len(stage.rules.games))]
    games = [
        GameAtHand(str(position), seats_of(game), len(numbers) if boxes is None else boxes)
        for position, (game, boxes) in enumerate(zip(stage.rules.games, left, strict=True))
    ]
    sizes = tuple(sorted({size for game in games for size in game.seats}))
    if not sizes:
        return ()
    usual = stage.rules.preferred
    rules = PairingRules(
        sizes=sizes,
        preferred=usual if usual in sizes else sizes[-1],
        prohibited=pairs_of_groups(frozenset(group) for group in state.apart),
        seed=f"{state.seed}/{stage.number}/{state.version}",
        ruleset=PAIRING_RULESET,
    )
    try:
        return suggest_tables(candidates, games, rules).tables
    except RuleViolation:
        return ()
