"""1v1: the matching weighs what networkx's does, and nobody meets twice without need."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import networkx as nx  # type: ignore[import-untyped]
import pytest

from games.testing.scale import scaled
from tests.tournaments.tournaments.pairing.builders import Evening
from tests.tournaments.tournaments.pairing.oracle import best_figures
from tournaments.tournaments.pairing.problem import Aim, Candidate, PairingRules, Proposal
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.sizes import table_sizes

DUEL = PairingRules((2,), 2, byes=True)
WEIGHTS = {"broken": 10**15, "bye_scores": 10**12, "repeats": 10**8, "scores": 10**3, "clubs": 1}


def played(count: int, rounds: int, rng: random.Random) -> list[Candidate]:
    evening = Evening(count, replace(DUEL, seed=str(rng.random())), rng)
    for _ in evening.rounds(rounds):
        pass
    return evening.candidates


def networkx_cost(candidates: Sequence[Candidate], rules: PairingRules) -> int:
    """Return the least weighted sum of figures over all pairs, seats left aside."""
    graph = nx.Graph()
    for number, one in enumerate(candidates):
        for other in candidates[number + 1 :]:
            cost = (
                WEIGHTS["broken"] * (frozenset((one.id, other.id)) in rules.prohibited)
                + WEIGHTS["repeats"] * one.meetings.get(other.id, 0)
                + WEIGHTS["scores"] * int((one.score - other.score) ** 2)
                + WEIGHTS["clubs"] * (one.club == other.club != "")
            )
            graph.add_edge(one.id, other.id, weight=cost)
        if len(candidates) % 2:
            cost = WEIGHTS["broken"] * one.byes + WEIGHTS["bye_scores"] * int(one.score)
            graph.add_edge(one.id, 0, weight=cost)
    matching = nx.min_weight_matching(graph)
    cost = sum(graph.edges[edge]["weight"] for edge in matching)
    if len(candidates) % 2:
        cost -= WEIGHTS["broken"] * min(candidate.byes for candidate in candidates)
    return cost


def cost_of(proposal: Proposal) -> Fraction:
    return sum(
        (weight * Fraction(getattr(proposal.figures, name)) for name, weight in WEIGHTS.items()),
        Fraction(0),
    )


@pytest.mark.soak
@pytest.mark.parametrize("count", range(6, 41))
def test_pairs_weigh_what_networkx_finds_on_the_whole_graph(count: int) -> None:
    rng = random.Random(count)
    for _ in range(scaled(20)):
        candidates = [
            replace(candidate, club=rng.choice(("", "red", "blue", "green")))
            for candidate in played(count, rng.randint(1, 5), rng)
        ]
        ids = [candidate.id for candidate in candidates]
        prohibited = frozenset(frozenset(rng.sample(ids, 2)) for _ in range(3))
        rules = replace(DUEL, prohibited=prohibited, aims=DUEL.aims[:-1])
        proposal = propose(candidates, rules)
        assert proposal.optimal
        assert cost_of(proposal) == networkx_cost(candidates, rules)


@pytest.mark.parametrize("count", [6, 7, 8, 9, 12, 15, 20])
def test_no_meeting_is_repeated_while_one_can_be_avoided(count: int) -> None:
    rng = random.Random(count)
    candidates = played(count, min(5, count // 2), rng)
    graph = nx.Graph(
        (one.id, other.id)
        for one in candidates
        for other in candidates
        if one.id < other.id and not one.meetings.get(other.id)
    )
    if count % 2:
        fewest = min(candidate.byes for candidate in candidates)
        lowest = min(candidate.score for candidate in candidates if candidate.byes == fewest)
        graph.add_edges_from((c.id, 0) for c in candidates if (c.byes, c.score) == (fewest, lowest))
    avoidable = 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) >= count
    assert (propose(candidates, DUEL).figures.repeats == 0) == avoidable


@pytest.mark.soak
@pytest.mark.parametrize("count", [6, 7, 8, 10, 11, 14, 16])
def test_fixed_tables_in_a_duel_are_kept_as_cp_sat_would(count: int) -> None:
    rng = random.Random(count)
    for _ in range(scaled(30)):
        candidates = played(count, rng.randrange(5), rng)
        tables = range(1, count // 2 + 2)
        for index in rng.sample(range(count), rng.randint(1, 5)):
            fixed = frozenset(rng.sample(tables, rng.choice((1, 1, 2))))
            candidates[index] = replace(candidates[index], fixed_tables=fixed)
        ids = [candidate.id for candidate in candidates]
        rules = replace(DUEL, prohibited=frozenset([frozenset(rng.sample(ids, 2))]))
        proposal = propose(candidates, rules)
        assert proposal.optimal
        split = table_sizes(count, rules)[0]
        assert proposal.figures.in_order(rules.aims) == best_figures(candidates, rules, split)


def test_many_fixed_tables_in_a_large_duel_are_kept_where_they_can_be() -> None:
    rng = random.Random(7)
    candidates = played(140, 2, rng)
    for index in range(9):
        candidates[index * 7] = replace(
            candidates[index * 7], fixed_tables=frozenset((3, 40, 41, 90))
        )
    proposal = propose(candidates, DUEL)
    assert proposal.figures.broken == len(proposal.broken) == 1
    assert [fault.code for fault in proposal.broken] == ["fixed_table"]
    assert not proposal.optimal


def test_a_few_fixed_tables_in_a_large_duel_are_kept() -> None:
    candidates = played(140, 2, random.Random(8))
    for index, fixed in enumerate(((1,), (1,), (1, 200), (5, 6))):
        candidates[index] = replace(candidates[index], fixed_tables=frozenset(fixed))
    proposal = propose(candidates, DUEL)
    assert not proposal.broken
    at = {entrant: table.number for table in proposal.tables for entrant in table.entrants}
    assert (at[1], at[2], at[3]) == (1, 1, 200)
    assert at[4] in (5, 6)


def test_the_window_widens_where_neighbours_have_all_met() -> None:
    """Two halves that have met everybody on their own side can only meet across."""
    count = 104
    sides = [
        [i for i in range(1, count + 1) if i % 52 in range(*half)] for half in ((0, 26), (26, 52))
    ]
    side = {entrant: members for members in sides for entrant in members}
    candidates = [
        Candidate(
            entrant,
            Fraction(10 if side[entrant] is sides[0] else 0),
            {other: 1 for other in side[entrant] if other != entrant},
        )
        for entrant in side
    ]
    proposal = propose(candidates, replace(DUEL, score_window=20))
    assert proposal.figures.repeats == 0


def test_scores_first_accepts_a_repeat_for_closer_scores() -> None:
    candidates = [
        Candidate(1, Fraction(9), {2: 1}),
        Candidate(2, Fraction(9), {1: 1}),
        Candidate(3, Fraction(0), {4: 1}),
        Candidate(4, Fraction(0), {3: 1}),
    ]
    assert propose(candidates, DUEL).figures.repeats == 0
    last_round = replace(DUEL, aims=(Aim.SCORES, Aim.REPEATS))
    assert propose(candidates, last_round).figures.repeats == 2
