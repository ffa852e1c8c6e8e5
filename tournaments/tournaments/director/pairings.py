"""Swiss and open rounds: what pairing has to know about a tournament, and what it proposes."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.tournaments.director.history import Past, playing, stages_met_in
from tournaments.tournaments.director.rankings import evening_standings, stage_standings
from tournaments.tournaments.director.state import Entrant, Stage, State
from tournaments.tournaments.pairing.problem import (
    DEFAULT_AIMS,
    Aim,
    Candidate,
    PairingRules,
    pairs_of_groups,
)

PAIRING_RULESET = 1
"""How rounds are paired: so far in every ruleset of a tournament alike."""


def pairing_rules(state: State, stage: Stage, round_: int) -> PairingRules:
    """Return how a round of a stage is paired; its lots come from the tournament's seed."""
    rules = stage.rules
    boxes = rules.game.boxes
    limits = [limit for limit in (rules.most_tables, boxes) if limit is not None]
    return PairingRules(
        sizes=rules.sizes,
        preferred=rules.preferred,
        most_tables=min(limits) if limits else None,
        byes=rules.byes,
        prohibited=pairs_of_groups(tuple(frozenset(group) for group in state.apart)),
        aims=aims_of(rules.aims),
        seed=f"{state.seed}/{stage.number}/{round_}",
        ruleset=PAIRING_RULESET,
    )


def aims_of(names: Sequence[str]) -> tuple[Aim, ...]:
    """Return the aims in the organiser's order; those that are not named follow as usual."""
    named = tuple(Aim(name) for name in names)
    return (*named, *(aim for aim in DEFAULT_AIMS if aim not in named))


def candidates(
    state: State,
    stage: Stage,
    entrants: Sequence[Entrant] | None = None,
    *,
    before: int | None = None,
) -> list[Candidate]:
    """Return what pairing has to know about entrants: by default all who can be paired now.

    Meetings and seats are those of the rounds `before` a number, where one is given.
    """
    rows = (evening_standings if stage.rules.is_open else stage_standings)(state, stage.number)
    points = {row.entrant: row.points for row in rows}
    past = Past(stage, before, stages_met_in(state, stage))
    return [
        Candidate(
            id=entrant.number,
            score=points.get(entrant.number, Fraction(0)),
            meetings=past.meetings.get(entrant.number, {}),
            small_tables=past.small_tables[entrant.number],
            byes=past.byes[entrant.number],
            starts=past.starts_of(entrant.number),
            club=entrant.club,
            fixed_tables=frozenset(entrant.fixed_tables),
        )
        for entrant in (playing(state, stage) if entrants is None else entrants)
    ]
