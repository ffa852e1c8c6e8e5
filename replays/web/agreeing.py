"""Who at a table has agreed to its result, and who is asked."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from replays.events import is_dealt_here
from replays.log import Log
from replays.web.results import ResultRow, ResultTable


@dataclass(frozen=True, slots=True)
class Agreeing:
    """One seat, in the order of the places."""

    row: ResultRow
    agreed: bool
    asked: bool
    """True when whoever looks at the page may agree for it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Every seat of a table whose result is there to be agreed to."""

    seats: tuple[Agreeing, ...]
    may_reopen: bool

    @property
    def count(self) -> int:
        return sum(seat.agreed for seat in self.seats)

    @property
    def everybody(self) -> bool:
        return self.count == len(self.seats)

    @property
    def current(self) -> Agreeing | None:
        """The seat that is asked now; None when there is nobody to ask here."""
        return next((seat for seat in self.seats if seat.asked), None)

    @property
    def words(self) -> str:
        """How many have agreed; empty while nobody has."""
        if self.everybody:
            return _("Confirmed by all")
        counted = {"count": self.count, "all": len(self.seats)}
        return _("Confirmed by %(count)s of %(all)s") % counted if self.count else ""


def agreement(
    log: Log, result: ResultTable | None, *, asked: Collection[int], may_reopen: bool
) -> Agreement | None:
    """Return who has agreed to the result of a table; None where there is none to agree to.

    `asked` are the seats for which whoever looks at the page may agree.
    """
    if result is None or is_dealt_here(log.source):
        return None
    agreed = log.life.confirmed
    return Agreement(
        tuple(
            Agreeing(row, row.seat in agreed, row.seat in asked and row.seat not in agreed)
            for row in result.rows
        ),
        may_reopen=may_reopen,
    )
