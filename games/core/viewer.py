"""Who is looking: the public, a seat, or the arbiter, who sees all that was recorded."""

from typing import Literal

import msgspec

from games.core.errors import RuleViolation


class Viewer(msgspec.Struct, frozen=True):
    """A point of view. `str()` gives its text form: `public`, `seat:0`, `arbiter`."""

    role: Literal["public", "seat", "arbiter"]
    seat: int = -1
    """Nobody's for the public and the arbiter."""

    def __str__(self) -> str:
        return f"seat:{self.seat}" if self.role == "seat" else self.role


PUBLIC = Viewer("public")
ARBITER = Viewer("arbiter")


def seat_viewer(seat: int) -> Viewer:
    """Return the point of view of one seat, counted from 0 as in every event."""
    return Viewer("seat", seat)


def parse_viewer(text: str, seats: int) -> Viewer:
    """Return the viewer that `public`, `arbiter` or `seat:K` names, or raise `unknown_viewer`."""
    if text == "public":
        return PUBLIC
    if text == "arbiter":
        return ARBITER
    role, _, number = text.partition(":")
    if role == "seat" and number.isascii() and number.isdigit() and len(number) <= 2:
        seat = int(number)
        if seat < seats:
            return seat_viewer(seat)
    raise RuleViolation("unknown_viewer", viewer=text[:40], seats=seats)
