"""What every game refuses: an event that does not belong here, a seat that is not at the table."""

from collections.abc import Callable
from typing import Any, Protocol

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


def require_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.seats:
        raise RuleViolation("no_such_seat", seat=seat)


def allows(check: Callable[[Any, Event], None], state: object, event: Event) -> bool:
    """Tell whether a check lets an event pass."""
    try:
        check(state, event)
    except RuleViolation:
        return False
    return True
