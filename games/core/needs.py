"""What may happen next, as data: one recorder form, one bot loop and one API serve every game."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.core.events import Event

Item = str | int


class Field(msgspec.Struct, frozen=True):
    """One field of an event, or of a count, to fill in: how many, from what."""

    name: str
    """The key in the payload of the event, or in the count."""
    of: tuple[Item, ...]
    """The values to pick from, in display order; words for strings are `component.<value>`."""
    many: bool = False
    """True when the value is a list of `least` to `most` items."""
    least: int = 1
    """0 for a single value means that null stands for "there is none"."""
    most: int = 1
    """How many items a list may have."""
    supply: tuple[int, ...] = ()
    """How many copies there are of each item of `of`; empty means no limit."""
    ordered: bool = False
    """True when the order of a list means something."""
    unknown: bool = False
    """True when null stands for "nobody saw it"; in a list each item may be null."""
    seats: bool = False
    """True when the items are seats of the table, which people know by name."""
    round: int = 0
    """The round at whose end this is counted; 0 for what is counted at the end of the match."""


class Form(msgspec.Struct, frozen=True):
    """One type of event that would answer a need, with the fields that are still open."""

    event: str
    fields: tuple[Field, ...] = ()
    fixed: dict[str, int] = {}
    """Fields whose value follows from the need, such as the seat."""
    seats: tuple[str, ...] = ()
    """Which of the fixed fields are seats of the table."""


def exactly(number: int, name: str, of: Sequence[Item] | Mapping[Any, int], **more: bool) -> Field:
    """Return the field of so many items; a mapping says how many there are of each."""
    supply: Mapping[Any, int] = of if isinstance(of, Mapping) else {}
    there = tuple([item for item in of if supply.get(item, 1)])
    copies = tuple([supply[item] for item in there]) if supply else ()
    return Field(name, there, many=True, least=number, most=number, supply=copies, **more)


def seat_form(event: type[Event], seat: int, *fields: Field, **fixed: int) -> Form:
    """Return the form of an event of a seat, with its open fields and what else is fixed."""
    return Form(event.type, fields, {"seat": seat, **fixed}, ("seat",))


class Need(msgspec.Struct, frozen=True):
    """One thing the match waits for. Several open at once mean simultaneous choice."""

    kind: str
    """Names the need in the words of the game: `need.<kind>`."""
    who: Literal["chance", "seat", "table"]
    seat: int | None
    """The seat that chooses or is looked at; None for chance."""
    forms: tuple[Form, ...]
    performer: int | None = None
    """The seat whose hands do it: it throws, draws or is dealt to; None for what anybody may do."""

    def __post_init__(self) -> None:
        if self.seat is not None:
            msgspec.structs.force_setattr(self, "performer", self.seat)
