"""The board as data: read from four short texts, and refused with the reason if it is no board.

belt          6 5 4 3 2 1 ? ? 1 2 3 4 5 6    the row of every slot, "?" for the two in the tunnel
spaces        L1=5 L2=4 … M2=4+9             action spaces and the slots next to them, from 0
four_plus     R2 L4 R6                       spaces for four or five players only
staff_places  L1 R1 L3                       spaces with a member of the staff
"""

import re
from functools import lru_cache
from types import MappingProxyType

import msgspec

from games.core.errors import RuleViolation
from games.sushi_boat import components

_ROW = re.compile(r"[1-9][0-9]?\Z", re.ASCII)
_SPACE = re.compile(r"([^=]+)=([0-9]{1,2})(?:\+([0-9]{1,2}))?\Z", re.ASCII)


class Board(msgspec.Struct, frozen=True):
    """Slots are counted from 0, where plates come on; spaces in the order of the text."""

    rows: tuple[int, ...]
    """The row of each slot, counted from the tunnel; 0 in the tunnel."""
    tunnel: int
    """The first hidden slot."""
    names: tuple[str, ...]
    index: "MappingProxyType[str, int]"
    """Name of a space → its index."""
    slots: tuple[tuple[int, ...], ...]
    """The one or two slots next to each space."""
    row_bits: tuple[int, ...]
    """The rows of each space as bits."""
    four_plus: tuple[bool, ...]
    tile: tuple[int, ...]
    """The staff place of each space, -1 where there is none."""
    staff: tuple[int, ...]
    """The space of each staff place."""
    opposite: tuple[tuple[int, ...], ...]
    """The slots of the same row on the other side, where Hiroshi reaches."""
    beside: tuple[tuple[int, ...], ...]
    """The slots before and behind those next to a space, where Yuki and Takeshi reach."""

    @property
    def length(self) -> int:
        return len(self.rows)

    @property
    def hidden(self) -> range:
        return range(self.tunnel, self.tunnel + components.TUNNEL)

    def row(self, row: int) -> tuple[list[int], dict[str, list[int]]]:
        """Return the two slots of a row, and the spaces next to them by their side: L, M or R."""
        slots = [slot for slot, own in enumerate(self.rows) if own == row]
        spaces = [space for space, own in enumerate(self.slots) if self.rows[own[0]] == row]
        names = self.names
        return slots, {s: [n for n in spaces if names[n][0] == s] for s in components.SIDES}

    def usable(self, seats: int) -> list[int]:
        """Return the spaces that a pawn may ever take with so many players."""
        return [
            space for space in range(len(self.names)) if seats >= 4 or not self.four_plus[space]
        ]


@lru_cache(maxsize=64)
def read_board(belt: str, spaces: str, four_plus: str, staff: str) -> Board:
    """Return the board of four texts, or raise what is wrong with it."""
    rows, tunnel = _read_belt(belt)
    slots = _read_spaces(spaces, rows)
    names = tuple(slots)
    index = {name: place for place, name in enumerate(names)}
    _require_reachable(rows, slots)
    closed = _read_names(four_plus, index, "four_plus")
    if len(closed) != components.FOUR_PLUS:
        raise RuleViolation("layout_not_three_four_plus", found=len(closed))
    placed = _read_names(staff, index, "staff_places")
    if not 1 <= len(placed) <= components.TILES:
        raise RuleViolation("layout_staff_count", found=len(placed), most=components.TILES)
    each = tuple(slots.values())
    return Board(
        rows=rows,
        tunnel=tunnel,
        names=names,
        index=MappingProxyType(index),
        slots=each,
        row_bits=tuple(sum({1 << rows[slot] for slot in own}) for own in each),
        four_plus=tuple(name in closed for name in names),
        tile=tuple(placed.index(name) if name in placed else -1 for name in names),
        staff=tuple(index[name] for name in placed),
        opposite=tuple(_opposite(rows, own) for own in each),
        beside=tuple(_beside(rows, own) for own in each),
    )


def require_room(board: Board, seats: int) -> None:
    """Raise if a pawn could be left without a space to move to.

    With two players the first pawn closes its rows (A3), and the other may stand on a space that
    is left: `layout_row_blocks_all` if none is, `layout_too_few_spaces` if that is the only one.
    """
    usable = board.usable(seats)
    least = len(usable) - seats
    if seats == 2:
        bits = board.row_bits
        left = {one: sum(not bits[one] & bits[other] for other in usable) for one in usable}
        least = min(left.values(), default=0) - 1
        for space, count in left.items():
            if not count:
                raise RuleViolation("layout_row_blocks_all", name=board.names[space])
    if least < 1:
        raise RuleViolation("layout_too_few_spaces", seats=seats, spaces=len(usable))


def _read_belt(text: str) -> tuple[tuple[int, ...], int]:
    words = text.split()
    if not 1 <= len(words) <= components.LONGEST_BELT:
        raise RuleViolation("layout_belt_length", found=len(words), most=components.LONGEST_BELT)
    for word in words:
        if word != "?" and not _ROW.match(word):
            raise RuleViolation("layout_unreadable", part="belt", text=word[:20])
    hidden = [slot for slot, word in enumerate(words) if word == "?"]
    if not hidden:
        raise RuleViolation("layout_no_tunnel")
    if len(hidden) != components.TUNNEL or hidden[1] - hidden[0] != 1:
        raise RuleViolation("layout_wrong_tunnel", slots=hidden, needed=components.TUNNEL)
    rows = tuple(0 if word == "?" else int(word) for word in words)
    _require_paired(rows, hidden[0])
    return rows, hidden[0]


def _require_paired(rows: tuple[int, ...], tunnel: int) -> None:
    """A row links one slot before the tunnel and one behind it; rows are counted from 1."""
    before, behind = rows[:tunnel], rows[tunnel + components.TUNNEL :]
    for row in range(1, max(rows) + 1):
        if before.count(row) != 1 or behind.count(row) != 1:
            raise RuleViolation("layout_row_not_paired", row=row)
    if not max(rows):
        raise RuleViolation("layout_row_not_paired", row=1)


def _read_spaces(text: str, rows: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    slots: dict[str, tuple[int, ...]] = {}
    for word in text.split():
        match = _SPACE.match(word)
        if match is None:
            raise RuleViolation("layout_unreadable", part="spaces", text=word[:20])
        name = match[1]
        if name not in components.SPACES:
            raise RuleViolation("layout_space_name", name=name[:20], most=components.HIGHEST_NUMBER)
        if name in slots:
            raise RuleViolation("layout_space_twice", name=name)
        own = tuple(int(number) for number in match.group(2, 3) if number is not None)
        for slot in own:
            if slot >= len(rows):
                raise RuleViolation("layout_no_such_slot", name=name, slot=slot, last=len(rows) - 1)
            if not rows[slot]:
                raise RuleViolation("layout_slot_in_tunnel", name=name, slot=slot)
        if len(set(own)) < len(own):
            raise RuleViolation("layout_same_slot_twice", name=name, slot=own[0])
        slots[name] = own
    return slots


def _require_reachable(rows: tuple[int, ...], slots: dict[str, tuple[int, ...]]) -> None:
    reached = {slot for own in slots.values() for slot in own}
    for slot, row in enumerate(rows):
        if row and slot not in reached:
            raise RuleViolation("layout_slot_unreachable", slot=slot)
    arrows = sum(len(own) == 2 for own in slots.values())
    if arrows != components.ARROWS:
        raise RuleViolation("layout_not_three_arrows", found=arrows)


def _read_names(text: str, index: dict[str, int], part: str) -> list[str]:
    names = text.split()
    for place, name in enumerate(names):
        if name not in index:
            code = "layout_staff_on_no_space" if part == "staff_places" else "layout_no_such_space"
            raise RuleViolation(code, name=name[:20])
        if name in names[:place]:
            raise RuleViolation("layout_named_twice", name=name)
    return names


def _opposite(rows: tuple[int, ...], own: tuple[int, ...]) -> tuple[int, ...]:
    wanted = [rows[slot] for slot in own]
    return tuple(slot for slot, row in enumerate(rows) if row in wanted and slot not in own)


def _beside(rows: tuple[int, ...], own: tuple[int, ...]) -> tuple[int, ...]:
    near = {slot + step for slot in own for step in (-1, 1)}
    return tuple(slot for slot in range(len(rows)) if slot in near and slot not in own)
