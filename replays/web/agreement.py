"""Who at a table has agreed to its result, and for whom somebody may say so on a page."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from replays import actions, ports
from replays.events import is_dealt_here
from replays.log import Log
from replays.models import Match
from replays.web.access import actor_of, may
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


def agreement_of(
    request: HttpRequest, match: Match, log: Log, result: ResultTable | None
) -> Agreement | None:
    """Return who has agreed to the result of a table; None where there is none to agree to."""
    if result is None or is_dealt_here(log.source):
        return None
    agreed = log.life.confirmed
    asked: set[int] = set()
    if may(request, actions.CONFIRM, match):
        hand = ports.policy().hand(actor_of(request), match)
        asked = {row.seat for row in result.rows if hand is None or row.seat in hand} - agreed
    return Agreement(
        tuple(Agreeing(row, row.seat in agreed, row.seat in asked) for row in result.rows),
        may_reopen=may(request, actions.REOPEN, match),
    )
