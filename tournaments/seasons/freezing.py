"""The final table of a season as its stream keeps it, and what would be different today."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from tournaments.seasons.counting import SeasonCount
from tournaments.seasons.evenings import Mark
from tournaments.seasons.events import FinalMark, FinalRow, SeasonClosed
from tournaments.seasons.table import SeasonTable
from tournaments.tournaments.standings.exact import ZERO, fraction_from_data


@dataclass(frozen=True, slots=True)
class Shift:
    """One player whose line would be another one now; None where there is or was no line."""

    player: UUID
    place: int | None
    place_now: int | None
    points: Fraction | None
    points_now: Fraction | None


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """What a closed season would look like if it were closed again today."""

    champions: tuple[UUID, ...]
    champions_now: tuple[UUID, ...]
    shifts: tuple[Shift, ...]
    waiting: tuple[int, ...]
    """Evenings that were opened again: what they bring is not known."""

    @property
    def other_champion(self) -> bool:
        return set(self.champions) != set(self.champions_now)


def final_rows(table: SeasonTable) -> tuple[FinalRow, ...]:
    """Return a table as closing writes it into the stream."""
    return tuple(
        FinalRow(
            UUID(row.player),
            row.rank,
            str(row.total),
            tuple(_mark(mark) for mark in row.evenings),
        )
        for row in table.rows
    )


def _mark(mark: Mark) -> FinalMark | None:
    if not mark.attended:
        return None
    return FinalMark(mark.place, str(mark.points), mark.counts)


def marks_of(row: FinalRow) -> tuple[Mark, ...]:
    """Return what the evenings gave a player, as a frozen line says."""
    return tuple(
        Mark(number, False, None, ZERO, False)
        if mark is None
        else Mark(number, True, mark.place, fraction_from_data(mark.points), mark.counts)
        for number, mark in enumerate(row.marks, 1)
    )


def would_differ(
    closing: SeasonClosed, count: SeasonCount, read_as: Mapping[UUID, UUID]
) -> SeasonChange | None:
    """Return what closing again would change, or None if everything would be the same.

    Places, points and champions are compared; players merged since are read as who they are now.
    """
    now = {UUID(row.player): (row.rank, row.total) for row in count.final_table.rows}
    then: dict[UUID, list[tuple[int | None, Fraction]]] = {}
    for row in closing.table:
        line = (row.place, fraction_from_data(row.points))
        then.setdefault(read_as.get(row.player, row.player), []).append(line)
    people = [*then, *(player for player in now if player not in then)]
    shifts = [
        shift
        for player in people
        if (shift := _shift(player, then.get(player, []), now.get(player))) is not None
    ]
    champions = tuple(dict.fromkeys(read_as.get(one, one) for one in closing.champions))
    champions_now = tuple(UUID(leader) for leader in count.final_table.leaders)
    same = not shifts and not count.waiting and set(champions) == set(champions_now)
    if same:
        return None
    return SeasonChange(champions, champions_now, tuple(shifts), count.waiting)


def _shift(
    player: UUID,
    then: Sequence[tuple[int | None, Fraction]],
    now: tuple[int | None, Fraction] | None,
) -> Shift | None:
    """Return how a line moved; who has become one person with somebody else had the best line."""
    if list(then) == ([now] if now is not None else []):
        return None
    place, points = then[0] if then else (None, None)
    place_now, points_now = now if now is not None else (None, None)
    return Shift(player, place, place_now, points, points_now)
