"""Places: in a bracket, where those not played out are shared, and over all stages."""

from collections.abc import Sequence

from tournaments.tournaments.formats.bracket import Bracket, Side
from tournaments.tournaments.formats.progress import Progress, Status, TableState
from tournaments.tournaments.formats.schedule import Placing


def bracket_places(
    bracket: Bracket, progress: Progress, *, by_last_table: bool = False
) -> tuple[Placing, ...]:
    """Return everybody's place, the best first.

    The final gives its places. Who are out in the same round share a place, or are ranked by their
    place at their last table if `by_last_table`. Who are still in share the places above.
    """
    last: dict[int, TableState] = {}
    for round_ in progress.rounds:
        for state in round_:
            if state.status is not Status.SKIPPED:
                last.update((entrant, state) for entrant in state.entrants)

    def rank(entrant: int) -> tuple[int, int]:
        state = last[entrant]
        if not state.is_over:
            return -_top_level(bracket) - 1, 0
        place = state.finish.places[state.finish.order.index(entrant)]
        decisive = by_last_table or state.table.is_final or state.table.side is Side.FINAL
        return -state.table.level, place if decisive else 0

    return _placings([(rank(entrant), entrant) for entrant in bracket.entrants])


def overall_ranking(stages: Sequence[Sequence[Placing]]) -> tuple[Placing, ...]:
    """Return one ranking over stages in the order they were played, the best first.

    Whoever reached a later stage stands before all who did not; places shared in a stage stay
    shared among those who went no further.
    """
    reached: dict[int, tuple[int, int]] = {}
    for number, stage in enumerate(stages):
        for placing in stage:
            reached[placing.entrant] = -number, placing.place
    return _placings([(key, entrant) for entrant, key in reached.items()])


def _top_level(bracket: Bracket) -> int:
    return max(table.level for table in bracket.tables)


def _placings(ranked: list[tuple[tuple[int, int], int]]) -> tuple[Placing, ...]:
    """Competition ranking by key; who share a place are listed in the order given."""
    ordered = sorted(ranked, key=lambda item: item[0])
    placings: list[Placing] = []
    for position, (key, entrant) in enumerate(ordered):
        shares = position > 0 and ordered[position - 1][0] == key
        placings.append(Placing(entrant, placings[-1].place if shares else position + 1))
    return tuple(placings)
