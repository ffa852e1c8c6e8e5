"""Places: in a bracket, where those not played out are shared, and over all stages."""

from collections.abc import Sequence

from tournaments.tournaments.formats.bracket import Bracket, Side
from tournaments.tournaments.formats.progress import Progress, Status, TableState
from tournaments.tournaments.formats.schedule import Placing, Reason

Rank = tuple[int, int]
"""How early somebody went out, and the place there if it is one of the stage."""


def bracket_places(
    bracket: Bracket, progress: Progress, *, by_last_table: bool = False
) -> tuple[Placing, ...]:
    """Return everybody's place, the best first.

    The final gives its places, and so does a match for third place. Who are out in the same round
    share a place, or are ranked by their place at their last table if `by_last_table`. Who are
    still in share the places above.
    """
    last: dict[int, TableState] = {}
    for round_ in progress.rounds:
        for state in round_:
            if state.status is not Status.SKIPPED:
                last.update((entrant, state) for entrant in state.entrants)

    def rank(entrant: int) -> Rank:
        state = last[entrant]
        if not state.is_over:
            waiting = state.table.side is Side.THIRD
            return -(state.table.level if waiting else _top_level(bracket) + 1), 0
        place = state.finish.places[state.finish.order.index(entrant)]
        return -state.table.level, place if by_last_table or _is_decisive(state) else 0

    reasons = {entrant: reason_at(state, entrant) for entrant, state in last.items()}
    return _placings([(rank(entrant), entrant, reasons[entrant]) for entrant in bracket.entrants])


def reason_at(state: TableState, entrant: int) -> Reason | None:
    """Return why somebody has their place of the stage; None unless a decisive table was level."""
    if not state.is_over or not _is_decisive(state):
        return None
    position = state.finish.order.index(entrant)
    shared = state.finish.places.count(state.finish.places[position]) > 1
    # Also in a grand final that need not be played again: who keeps the title shares the place.
    if shared and position < state.finish.listed:
        return Reason.SHARED
    return state.finish.reasons[position]


def _is_decisive(state: TableState) -> bool:
    return state.table.is_final or state.table.side is Side.FINAL


def overall_ranking(stages: Sequence[Sequence[Placing]]) -> tuple[Placing, ...]:
    """Return one ranking over stages in the order they were played, the best first.

    Whoever reached a later stage stands before all who did not; places shared in a stage stay
    shared among those who went no further.
    """
    reached: dict[int, tuple[Rank, Reason | None]] = {}
    for number, stage in enumerate(stages):
        for placing in stage:
            reached[placing.entrant] = (-number, placing.place), placing.reason
    return _placings([(rank, entrant, reason) for entrant, (rank, reason) in reached.items()])


def _top_level(bracket: Bracket) -> int:
    return max(table.level for table in bracket.tables)


def _placings(ranked: list[tuple[Rank, int, Reason | None]]) -> tuple[Placing, ...]:
    """Competition ranking by rank; who share a place are listed in the order given."""
    ordered = sorted(ranked, key=lambda item: item[0])
    placings: list[Placing] = []
    for position, (rank, entrant, reason) in enumerate(ordered):
        shares = position > 0 and ordered[position - 1][0] == rank
        placings.append(Placing(entrant, placings[-1].place if shares else position + 1, reason))
    return tuple(placings)
