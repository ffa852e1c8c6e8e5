"""Which number each table gets, so that entrants with fixed tables sit at theirs.

Numbers are the hall's: 1, 2, 3 … in order of score, and any higher number that an entrant is
fixed to, since that is where the table stands.
"""

from collections.abc import Sequence

import rustworkx

from tournaments.tournaments.pairing.field import Field

Fixed = dict[int, frozenset[int]]
"""Places in the field with the numbers of the tables they may have, or the other way round."""


def fixed_places(field: Field, taken: Sequence[int]) -> Fixed:
    """Return the places in the field whose tables are fixed, with the numbers still free."""
    return {
        place: candidate.fixed_tables.difference(taken)
        for place, candidate in enumerate(field.candidates)
        if candidate.fixed_tables
    }


def distinct_labels(fixed: Fixed) -> Fixed:
    """Return the numbers that matter, each with the places fixed to it.

    Of numbers that suit the same entrants only as many are kept as there are such entrants.
    """
    suits = {
        number: frozenset(place for place, numbers in fixed.items() if number in numbers)
        for number in sorted({number for numbers in fixed.values() for number in numbers})
    }
    labels: Fixed = {}
    for number, places in suits.items():
        if sum(other == places for other in labels.values()) < len(places):
            labels[number] = places
    return labels


def label_tables(tables: Sequence[Sequence[int]], fixed: Fixed) -> dict[int, int]:
    """Return table position -> number, with as many entrants as possible at a table of theirs."""
    numbers = sorted({number for allowed in fixed.values() for number in allowed})
    node = {number: len(tables) + place for place, number in enumerate(numbers)}
    most = 2 * len(tables) ** 2 * (len(numbers) + 1)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(len(tables) + len(numbers))))
    for position, members in enumerate(tables):
        for number in numbers:
            suited = sum(number in fixed.get(member, ()) for member in members)
            if suited:
                # One more entrant suited outweighs all; then early tables take low numbers.
                late = (len(tables) - position) * (node[number] - len(tables))
                graph.add_edge(position, node[number], suited * most - late)
    matching = rustworkx.max_weight_matching(graph, weight_fn=lambda weight: weight)
    labels = {}
    for one, other in matching:
        position, label = min(one, other), max(one, other)
        labels[position] = numbers[label - len(tables)]
    return labels


def number_tables(tables: Sequence[Sequence[int]], fixed: Fixed, taken: Sequence[int]) -> list[int]:
    """Return a number for every table: fixed ones first, the others upwards from 1."""
    labels = label_tables(tables, fixed) if fixed else {}
    used = {*taken, *labels.values()}
    numbers = []
    following = 1
    for position in range(len(tables)):
        if position in labels:
            numbers.append(labels[position])
            continue
        while following in used:
            following += 1
        used.add(following)
        numbers.append(following)
    return numbers


def missed(tables: Sequence[Sequence[int]], numbers: Sequence[int], fixed: Fixed) -> int:
    """Return how many entrants are not at a table of theirs."""
    return sum(
        member in fixed and number not in fixed[member]
        for members, number in zip(tables, numbers, strict=True)
        for member in members
    )
