"""Pods: the proposal is the optimum that CP-SAT proves for the same aims and constraints."""

import json
import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from games.testing.scale import scaled
from tests.tournaments.tournaments.pairing.builders import Evening, random_past, with_constraints
from tests.tournaments.tournaments.pairing.oracle import best_figures
from tournaments.tournaments.pairing.problem import Aim, Candidate, PairingRules, Proposal, Split
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.sizes import table_sizes

PLAIN = [((3, 4), 4), ((3, 4, 5), 4)]
OTHERS = [((2, 3), 3), ((4,), 4), ((2, 3, 4), 3), ((3,), 3), ((2,), 2), ((5, 6), 5)]


def assert_optimal(
    candidates: list[Candidate], rules: PairingRules, split: Split | None = None
) -> None:
    require_optimal(propose(candidates, rules, split=split), candidates, rules, split)


def require_optimal(
    proposal: Proposal,
    candidates: list[Candidate],
    rules: PairingRules,
    split: Split | None = None,
) -> None:
    split = split or table_sizes(len(candidates), rules)[0]
    assert sorted(len(table.entrants) for table in proposal.tables) == sorted(split.sizes)
    assert len(proposal.byes) == split.byes
    assert proposal.optimal
    assert proposal.figures.in_order(rules.aims) == best_figures(candidates, rules, split)
    assert len(proposal.broken) == proposal.figures.broken


@pytest.mark.soak
@pytest.mark.parametrize("count", range(6, 21))
def test_every_club_sized_field_gets_the_optimum_after_rounds_of_its_own(count: int) -> None:
    rng = random.Random(count)
    for number in range(scaled(10)):
        sizes, preferred = PLAIN[number % 2]
        rules = PairingRules(sizes, preferred, seed=f"evening {number}")
        last = 5 if scaled(10) == 10 else rng.randint(2, 5)
        evening = Evening(count, rules, rng)
        for played, (candidates, proposal) in enumerate(evening.rounds(last), start=1):
            if played == last or scaled(10) == 10:
                require_optimal(proposal, candidates, rules)


@pytest.mark.soak
@pytest.mark.parametrize("count", range(6, 21))
def test_every_club_sized_field_gets_the_optimum_under_constraints(count: int) -> None:
    rng = random.Random(1000 + count)
    for number in range(scaled(20)):
        sizes, preferred = [*OTHERS, *PLAIN][(count + number) % 8]
        if count > 12 and max(sizes) > 4 and scaled(10) != 10:  # proved by CP-SAT in minutes
            sizes, preferred = (3, 4), 4
        rules = PairingRules(sizes, preferred, byes=True, seed=f"constraints {number}")
        tables = len(table_sizes(count, rules)[0].sizes)
        past = random_past(count, rules, rng.randrange(6), rng)
        assert_optimal(*with_constraints(past, rules, rng, tables))


@pytest.mark.parametrize("split", [Split((3, 2), 1), Split((3, 3, 2), 1), Split((4, 3), 2)])
def test_a_chosen_split_is_kept_and_paired_best_though_other_sizes_would_be_cheaper(
    split: Split,
) -> None:
    rng = random.Random(0)
    rules = PairingRules((2, 3, 4), 3, byes=True)
    count = sum(split.sizes) + split.byes
    for rounds in range(15):
        assert_optimal(random_past(count, rules, 1 + rounds % 5, rng), rules, split)


RECORDED: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "data" / "optima.json").read_text()
)


@pytest.mark.soak
@pytest.mark.parametrize("name", RECORDED)
def test_fields_above_club_size_reach_the_optima_that_cp_sat_recorded(name: str) -> None:
    """A name is entrants/rounds seated at random before; a soak run proves the record again."""
    count, rounds = map(int, name.split("/"))
    rules = PairingRules((3, 4), 4)
    candidates = random_past(count, rules, rounds, random.Random(name))
    recorded = tuple(Fraction(figure) for figure in RECORDED[name])
    proposal = propose(candidates, rules)
    assert proposal.optimal
    assert proposal.figures.in_order(rules.aims) == recorded == proposal.bound
    if scaled(10) == 10:
        assert best_figures(candidates, rules, table_sizes(count, rules)[0]) == recorded


def test_scores_with_unwieldy_denominators_are_compared_exactly() -> None:
    denominators = (101, 103, 107, 109, 113, 127, 131, 137, 139, 149)
    candidates = [
        Candidate(entrant, Fraction(entrant * 37 % denominator, denominator))
        for entrant, denominator in enumerate(denominators, start=1)
    ]
    rules = PairingRules((5,), 5, aims=(Aim.SCORES,))
    best = min(
        sum(
            (one.score - other.score) ** 2
            for side in (group, [c for c in candidates if c not in group])
            for one, other in combinations(side, 2)
        )
        for group in combinations(candidates, 5)
    )
    proposal = propose(candidates, rules)
    assert proposal.optimal
    assert proposal.figures.scores == best
