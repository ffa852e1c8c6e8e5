"""The pieces on a board, read from its markup: every game marks them in the same way."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})
SHAPES = frozenset({"circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"})

Attributes = dict[str, str]


@dataclass
class Piece:
    """One drawn piece, or several equal ones that are drawn once."""

    zone: str
    seat: int | None
    """Before whom it lies; None for the middle of the table."""
    count: int
    classes: tuple[str, ...]
    symbols: list[str] = field(default_factory=list)
    """Addresses of drawings, one upon the other."""
    box: str = ""
    shapes: str = ""
    """A drawing inside the board itself, and the box it is drawn in."""
    text: str = ""


@dataclass
class Marked:
    """What the marks of a rendered board tell: pieces in the order of drawing, and numbers."""

    pieces: list[Piece] = field(default_factory=list)
    numbers: dict[str, str] = field(default_factory=dict)


def marked_on(markup: str) -> Marked:
    """Return what is marked on a rendered board."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader.marked


class _Reader(HTMLParser):
    """Remembers what it is inside of, and collects what is inside of a piece."""

    def __init__(self) -> None:
        super().__init__()
        self.marked = Marked()
        self._open: list[tuple[str, Attributes]] = []
        self._piece: Piece | None = None
        self._depth = 0
        """How many elements are open at the piece itself."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._begin(tag, attrs)
        if tag in VOID:
            self._open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._begin(tag, attrs, closed=True)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            ended = self._open.pop()[0]
            if self._piece is not None:
                if ended in SHAPES:
                    self._piece.shapes += f"</{ended}>"
                if len(self._open) < self._depth:
                    self._piece = None
            if ended == tag:
                return

    def handle_data(self, data: str) -> None:
        tag, given = self._open[-1] if self._open else ("", {})
        if "data-number" in given:
            self.marked.numbers[given["data-number"]] = data.strip()
        if self._piece is not None and tag != "title":
            self._piece.text = f"{self._piece.text} {data.strip()}".strip()

    def _begin(self, tag: str, attrs: list[tuple[str, str | None]], closed: bool = False) -> None:
        given = {name: value or "" for name, value in attrs}
        self._open.append((tag, given))
        if self._piece is None and "data-piece" in given and not closed:
            self._piece = self._found(given)
            self._depth = len(self._open)
            self.marked.pieces.append(self._piece)
        if self._piece is None:
            return
        if tag == "use":
            self._piece.symbols.append(given.get("href", ""))
        elif tag == "svg":
            self._piece.box = given.get("viewbox", "")  # the parser knows small letters only
        elif tag in SHAPES:
            own = "".join(
                f' {name}="{escape(value)}"'
                for name, value in given.items()
                if not name.startswith(("on", "data-", "class"))
            )
            self._piece.shapes += f"<{tag}{own}{'/' if closed else ''}>"

    def _found(self, given: Attributes) -> Piece:
        seat, count = self._nearest("data-seat"), given.get("data-count", "1")
        return Piece(
            zone=self._nearest("data-zone"),
            seat=int(seat) if seat.isdigit() else None,
            count=int(count) if count.isdigit() else 1,
            classes=tuple(given.get("class", "").split()),
        )

    def _nearest(self, name: str) -> str:
        return next(self._values(name), "")

    def _values(self, name: str) -> Iterator[str]:
        return (given[name] for _tag, given in reversed(self._open) if name in given)
