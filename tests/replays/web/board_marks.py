"""What the marks of a rendered board say: its pieces, zones, numbers and seats."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"use", "input", "br", "img", "circle", "path", "hr", "meta", "link"})


@dataclass
class Piece:
    """One drawn piece, or a pile of equal ones, where it stands."""

    name: str
    count: int
    zone: str | None
    seat: str | None


@dataclass
class Board:
    """Everything that the marks of a board say."""

    pieces: list[Piece] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    numbers: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    acting: list[str] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)

    def counts(self) -> Counter[str]:
        """Return how many pieces stand in each zone."""
        counts = Counter(dict.fromkeys(self.zones, 0))
        for piece in self.pieces:
            counts[piece.zone or ""] += piece.count
        return counts


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.board = Board()
        self._open: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        board = self.board
        board.attributes |= {*given}
        if tag not in VOID:
            self._open.append((tag, given))
        if "data-zone" in given:
            board.zones.append(given["data-zone"])
        if "data-number" in given:
            assert given["data-number"] not in board.numbers, "two numbers of one name"
            board.numbers[given["data-number"]] = ""
        if "data-seat" in given:
            board.seats.append(given["data-seat"])
            board.acting += [given["data-seat"]] if "data-acts" in given else []
        if "data-piece" in given:
            count = int(given.get("data-count", "1"))
            zone, seat = self._nearest("data-zone"), self._nearest("data-seat")
            board.pieces.append(Piece(given["data-piece"], count, zone, seat))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        number = self._nearest("data-number")
        if number is not None:
            self.board.numbers[number] += data

    def _nearest(self, name: str) -> str | None:
        return next((given[name] for _, given in reversed(self._open) if name in given), None)


def marks_of(html: str) -> Board:
    """Return what the marks of a board say."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.board
