"""1v1: pairs by maximum-weight matching on integers, exact on the graph it is given."""

from fractions import Fraction

import numpy as np
import rustworkx

from tournaments.tournaments.pairing import field as costing
from tournaments.tournaments.pairing.field import Array, Costs, Field
from tournaments.tournaments.pairing.numbering import Fixed
from tournaments.tournaments.pairing.problem import Aim, Split
from tournaments.tournaments.pairing.seatings import Seating, possible_seatings

WHOLE_GRAPH = 100
_WIDEST = 4

Pairs = list[list[int]]
Edges = tuple[Array, Array]


def best_pairs(field: Field, split: Split, fixed: Fixed) -> tuple[Pairs, bool]:
    """Return the pairs (a bye as a list of one) and whether they are proved to be the best.

    Up to 100 entrants every pair is possible; above, each entrant and the next
    `score_window` in order of score. The window doubles while a repeat or a broken
    constraint is left that a wider one might avoid.
    """
    window = len(field) if len(field) <= WHOLE_GRAPH else field.rules.score_window
    while True:
        edges = window_edges(len(field), window)
        costs = costing.exact_costs(field, split.sizes, split.byes, edges)
        whole = window >= len(field) - 1
        pairs, cost, all_tried = _best_seating(field, split, fixed, edges, costs)
        widest = window >= _WIDEST * field.rules.score_window
        if whole or widest or not _may_gain(field, split, costing.unpack(costs, cost)):
            return pairs, whole and all_tried
        window *= 2


def _may_gain(field: Field, split: Split, figures: tuple[Fraction, ...]) -> bool:
    """Say whether a wider window may mend a constraint, or a repeat that outranks scores."""
    legal_byes = sum(sorted(candidate.byes for candidate in field.candidates)[: split.byes])
    aims = field.rules.aims
    if figures[0] > legal_byes or Aim.REPEATS not in aims:
        return figures[0] > legal_byes
    before_scores = Aim.SCORES not in aims or aims.index(Aim.REPEATS) < aims.index(Aim.SCORES)
    return before_scores and figures[2 + aims.index(Aim.REPEATS)] > 0


def window_edges(count: int, window: int) -> Edges:
    """Return every pair of places that are at most `window` apart."""
    reach = min(window, count - 1)
    one = np.repeat(np.arange(count), reach)
    other = one + np.tile(np.arange(1, reach + 1), count)
    inside = other < count
    return one[inside], other[inside]


def edge_prices(field: Field, edges: Edges, costs: Costs) -> list[int]:
    """Return the packed cost of every edge, the better of its two seat orders included."""
    prices = [int(price) for price in costs.pair]
    if not costs.seat:
        return prices
    growth = costing.seat_growth(field)
    one, other = edges
    order = np.minimum(growth[one, 0] + growth[other, 1], growth[other, 0] + growth[one, 1])
    return [price + costs.seat * seats for price, seats in zip(prices, order.tolist(), strict=True)]


def _best_seating(
    field: Field, split: Split, fixed: Fixed, edges: Edges, costs: Costs
) -> tuple[Pairs, int, bool]:
    """Return the cheapest matching over all ways to put those with fixed tables at theirs."""
    prices = edge_prices(field, edges, costs)
    byes = [int(price) for price in costs.bye] if split.byes else []
    graph = [*zip(edges[0].tolist(), edges[1].tolist(), prices, strict=True)]
    graph += [(place, len(field), price) for place, price in enumerate(byes)]
    few = len(field) <= WHOLE_GRAPH
    seatings, complete = possible_seatings(fixed, with_byes=bool(byes), few=few)
    pairs: Pairs = []
    least: int | None = None
    for seating in seatings:
        if least is not None and seating.given_up * costs.broken > least:
            break
        matched = _match(len(field), graph, seating)
        if matched is not None:
            cost = matched[1] + seating.given_up * costs.broken
            if least is None or cost < least:
                pairs, least = matched[0], cost
    # The last seating binds nobody, so that there always is a round.
    return pairs, least or 0, complete


def _match(
    count: int, priced: list[tuple[int, int, int]], seating: Seating
) -> tuple[Pairs, int] | None:
    """Return the cheapest perfect matching that keeps to the seating, and what it costs."""
    bye = count
    partner = {}
    for members in seating.together:
        one, other = members if len(members) == 2 else (members[0], bye)
        partner[one], partner[other] = other, one
    apart = seating.apart
    allowed = [
        edge
        for edge in priced
        if partner.get(edge[0], edge[1]) == edge[1]
        and partner.get(edge[1], edge[0]) == edge[0]
        and not (edge[0] in apart and edge[1] in apart)
    ]
    with_bye = any(edge[1] == bye for edge in priced)
    most = max((price for _, _, price in allowed), default=0) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(count + with_bye)))
    graph.add_edges_from([(one, other, most - price) for one, other, price in allowed])
    matching = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight
    )
    if 2 * len(matching) != count + with_bye:
        return None
    matched = sorted((min(edge), max(edge)) for edge in matching)
    cost = sum(most - graph.get_edge_data(one, other) for one, other in matched)
    return [[place for place in edge if place != bye or not with_bye] for edge in matched], cost
