"""Swiss rounds of 2,000 entrants, other splits, recommended sizes, and 1v1 beside networkx.

The target is CPU time, so that these rows measure that and not the wall clock. networkx gets
the same graph with the same weights and has to find the same optimum; its time is the matching
alone, ours the whole proposal with seats, figures and reasons.
"""

import gc
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import networkx as nx  # type: ignore[import-untyped]  # it ships no types

from benchmarks.timing import Row
from tournaments.tournaments.pairing.alternatives import compare_splits
from tournaments.tournaments.pairing.field import exact_costs, make_field, unpack
from tournaments.tournaments.pairing.matching import edge_prices, window_edges
from tournaments.tournaments.pairing.problem import Candidate, PairingRules
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.recommending import recommend, sensible_sizes

ENTRANTS = 2_000
PEER_ENTRANTS = 100
ROUNDS_BEFORE = 4
TARGET = 2.0
COMPARED = ((13, 0.5), (44, 8.0), (200, 2.0))
"""So many entrants, and the seconds that a round with all its alternatives may take."""
TRIED = ((13, 4), (30, 5), (200, 7))
PODS = PairingRules((3, 4, 5), 4, seed="bench")
DUEL = PairingRules((2,), 2, byes=True, seed="bench")
POINTS = {2: (1, 0), 3: (5, 3, 2), 4: (5, 3, 2, 1), 5: (5, 3, 2, 1, 0)}


def pairing_rows(*, rounds: int) -> list[Row]:
    """Measure round 5 of pods and of 1v1."""
    goal = f"< {TARGET:.0f} s CPU"
    rows = []
    for name, rules in (("pods", PODS), ("1v1", DUEL)):
        field = played(ENTRANTS, rules)
        proposal = propose(field, rules)
        assert proposal.figures.repeats == 0
        ours = _cpu(field, rules, rounds)
        title = f"pair {ENTRANTS:,} entrants, round {ROUNDS_BEFORE + 1}, {name}"
        rows.append(Row(title, "round", ours, "none pairs it", None, goal, ours < TARGET))
    field = played(PEER_ENTRANTS, DUEL)
    ours = _cpu(field, DUEL, rounds)
    peer = min(_peer_cpu(field) for _ in range(rounds))
    title = f"pair {PEER_ENTRANTS} entrants, round {ROUNDS_BEFORE + 1}, 1v1, whole graph"
    rows.append(Row(title, "round", ours, "networkx matching", peer, "", None))
    return [*rows, *_split_rows(rounds)]


def _split_rows(rounds: int) -> list[Row]:
    """Measure a round with its alternatives, and what sizes come to over a whole stage."""
    rows = []
    for count, target in COMPARED:
        field = played(count, PODS)
        ours = _cpu_of(partial(compare_splits, field, PODS), rounds)
        title = f"pair {count} entrants with the alternatives, round {ROUNDS_BEFORE + 1}, pods"
        goal = f"< {target:.1f} s CPU"
        rows.append(Row(title, "round", ours, "none compares", None, goal, ours < target))
    points = tuple(
        tuple(map(Fraction, POINTS.get(size, ()))) for size in range(max(PODS.sizes) + 1)
    )
    for count, played_rounds in TRIED:
        sizes = sensible_sizes(PODS.preferred, range(2, 9))
        asked = partial(recommend.__wrapped__, count, played_rounds, PODS, sizes, points)
        ours = _cpu_of(asked, rounds)
        title = f"recommend sizes for {count} players, {played_rounds} rounds"
        goal = f"< {TARGET:.0f} s CPU"
        rows.append(Row(title, "answer", ours, "none recommends", None, goal, ours < TARGET))
    return rows


def played(count: int, rules: PairingRules) -> list[Candidate]:
    """Return a field after four rounds with random results."""
    rng = random.Random(count)
    scores = dict.fromkeys(range(1, count + 1), Fraction(0))
    meetings: dict[int, dict[int, int]] = {entrant: {} for entrant in scores}
    starts = {entrant: [0] * max(rules.sizes) for entrant in scores}

    def field() -> list[Candidate]:
        return [
            Candidate(entrant, scores[entrant], meetings[entrant], starts=tuple(starts[entrant]))
            for entrant in scores
        ]

    for _ in range(ROUNDS_BEFORE):
        for table in propose(field(), rules).tables:
            points = POINTS[len(table.entrants)]
            for entrant, gained in zip(
                rng.sample(table.entrants, len(points)), points, strict=True
            ):
                scores[entrant] += gained
            for seat, entrant in enumerate(table.entrants):
                starts[entrant][seat] += 1
                for other in table.entrants:
                    if other != entrant:
                        meetings[entrant][other] = meetings[entrant].get(other, 0) + 1
    return field()


def _cpu(field: Sequence[Candidate], rules: PairingRules, rounds: int) -> float:
    return _cpu_of(lambda: propose(field, rules), rounds)


def _cpu_of(work: Callable[[], object], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def _peer_cpu(field: Sequence[Candidate]) -> float:
    """Match the same whole graph with the same packed weights; the matching alone is timed."""
    ordered = make_field(field, DUEL)
    edges = window_edges(len(field), len(field))
    costs = exact_costs(ordered, (2,) * (len(field) // 2), 0, edges)
    prices = edge_prices(ordered, edges, costs)
    graph = nx.Graph()
    for one, other, price in zip(edges[0].tolist(), edges[1].tolist(), prices, strict=True):
        graph.add_edge(one, other, weight=price)
    gc.collect()
    started = time.process_time()
    matching = nx.min_weight_matching(graph)
    spent = time.process_time() - started
    least = sum(graph.edges[edge]["weight"] for edge in matching)
    assert unpack(costs, least) == propose(field, DUEL).figures.in_order(DUEL.aims)
    return spent
