"""Seats at tables that are already known, so that nobody sits first more often than others."""

from collections import Counter
from collections.abc import Sequence

_Vertex = tuple[str, int, int]

Tables = Sequence[Sequence[int]]


def balance_seats(rounds: Sequence[Tables]) -> list[list[tuple[int, ...]]]:
    """Return the same tables, all of one size, with the entrants of each in seat order.

    Of any entrant's first `size` tables every seat comes once, of the next `size` again, and so
    on: over all tables the numbers of times somebody holds two seats differ by one at most.

    Seats are colours of the edges between entrants and tables. Cut into runs of `size` tables an
    entrant has at most `size` edges, as a table has, and so many colours always do (König, 1916).
    """
    size = len(rounds[0][0])
    colouring = _Colouring(size)
    played: Counter[int] = Counter()
    for round_number, tables in enumerate(rounds):
        for number, table in enumerate(tables):
            for entrant in table:
                run = ("entrant", entrant, played[entrant] // size)
                colouring.add(run, ("table", round_number, number))
            played.update(table)
    return [
        [colouring.seats(("table", round_number, number)) for number in range(len(tables))]
        for round_number, tables in enumerate(rounds)
    ]


class _Colouring:
    """Edges of a bipartite graph, of which no two at one vertex share a colour."""

    def __init__(self, colours: int) -> None:
        self._colours = range(colours)
        self._other_end: dict[_Vertex, list[_Vertex | None]] = {}

    def seats(self, table: _Vertex) -> tuple[int, ...]:
        """The entrants at a table, by the colours of their edges."""
        return tuple(vertex[1] for vertex in self._other_end[table] if vertex is not None)

    def add(self, entrant: _Vertex, table: _Vertex) -> None:
        """Add an edge in a colour free at both ends, after freeing one if there is none."""
        mine, theirs = self._free(entrant), self._free(table)
        both = [colour for colour in mine if colour in theirs]
        if not both:
            self._swap_along(table, mine[0], theirs[0])
        colour = both[0] if both else mine[0]
        self._other_end[entrant][colour] = table
        self._other_end[table][colour] = entrant

    def _free(self, vertex: _Vertex) -> list[int]:
        ends = self._other_end.setdefault(vertex, [None for _ in self._colours])
        return [colour for colour in self._colours if ends[colour] is None]

    def _swap_along(self, start: _Vertex, used: int, free: int) -> None:
        """Exchange two colours on the path from `start`, which then has no edge of `used`."""
        path = [start]
        colour = used
        while (following := self._other_end[path[-1]][colour]) is not None:
            path.append(following)
            colour = free if colour == used else used
        for vertex in path:
            ends = self._other_end[vertex]
            ends[used], ends[free] = ends[free], ends[used]
