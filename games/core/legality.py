"""The refusal that every game has: an event that does not belong here, whatever it says."""

from typing import Protocol

from games.core.errors import RuleViolation
from games.core.events import Event


class Table(Protocol):
    """A state that knows its phase; `over` is the last one."""

    @property
    def phase(self) -> str: ...

    @property
    def seats(self) -> int: ...


def misplaced(table: Table, event: Event, *phases: str) -> RuleViolation:
    """Return why an event of these phases cannot happen now, or is not this seat's."""
    if table.phase == "over":
        return RuleViolation("match_over")
    seat: int | None = getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < table.seats:
        return RuleViolation("no_such_seat", seat=seat)
    if seat is not None and table.phase in phases:
        return RuleViolation("not_your_turn", seat=seat)
    return RuleViolation("not_expected", type=event.type)
