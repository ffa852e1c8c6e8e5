"""Draws a step of a match: its title, what happened, and what lies before whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from replays.web.pictures.canvas import EDGE, FAINT, HEIGHT, HUES, INK, PAPER, RIM, WIDTH, Canvas
from replays.web.pictures.drawings import colours_of, drawing_of
from replays.web.pictures.pieces import Piece

TOP = 176
"""Where the title and the sentence end."""
NAMES = 300
"""The room for who sits there."""
GAP = 6
LARGEST, SMALLEST = 60, 16


@dataclass(frozen=True)
class Seat:
    label: str
    score: str
    acts: bool = False


@dataclass(frozen=True)
class Scene:
    """Everything that a picture shows; nothing in it is hidden from its viewer."""

    slug: str
    title: str
    step: str
    sentence: str
    seats: Sequence[Seat]
    pieces: Sequence[Piece] = ()
    text: str = ""
    """The board in words, for a game that draws none."""


def draw(scene: Scene) -> str:
    """Return a step as an SVG document that needs nothing else."""
    canvas = Canvas()
    canvas.text(EDGE, 72, scene.title, 44, room=860, font_weight=700)
    canvas.text(WIDTH - EDGE, 70, scene.step, 26, text_anchor="end", fill=FAINT)
    for number, line in enumerate(_wrapped(scene.sentence, 72)[:2]):
        canvas.text(EDGE, 116 + 36 * number, line, 27, room=WIDTH - 2 * EDGE, fill=FAINT)
    _draw_rows(canvas, scene)
    return canvas.document(scene.title)


def _draw_rows(canvas: Canvas, scene: Scene) -> None:
    table = [piece for piece in scene.pieces if piece.seat is None]
    lines = [] if scene.pieces else [line for line in scene.text.splitlines() if line.strip()]
    shares = [1.6] * bool(table or lines) + [1.0] * len(scene.seats)
    if lines:
        shares[0] = max(1.6, len(lines) / 3)
    unit = (HEIGHT - TOP - 24) / sum(shares or [1])
    y = float(TOP)
    if table:
        _draw_pieces(canvas, scene.slug, table, (EDGE, y, WIDTH - 2 * EDGE, unit * shares[0]))
    if lines:
        _draw_lines(canvas, lines, y, unit * shares[0])
    y += unit * shares[0] if table or lines else 0
    for number, seat in enumerate(scene.seats):
        canvas.add(f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y:g}" y2="{y:g}" stroke="{RIM}"/>')
        _draw_seat(canvas, number, seat, y, unit)
        own = [piece for piece in scene.pieces if piece.seat == number]
        left = EDGE + NAMES + 24
        _draw_pieces(canvas, scene.slug, own, (left, y, WIDTH - EDGE - left, unit))
        y += unit


def _draw_seat(canvas: Canvas, number: int, seat: Seat, y: float, height: float) -> None:
    middle, size = y + height / 2, min(28.0, height * 0.6)
    hue = HUES[number % len(HUES)]
    if seat.acts:
        canvas.add(
            f'<rect x="{EDGE - 18}" y="{y + 4:g}" width="{NAMES + 30}" height="{height - 8:g}" '
            f'rx="10" fill="{hue}" fill-opacity="0.16"/>'
        )
    canvas.add(f'<circle cx="{EDGE + 6}" cy="{middle:g}" r="9" fill="{hue}"/>')
    base = middle + size * 0.36
    canvas.text(EDGE + 26, base, seat.label, size, room=NAMES - 100, font_weight=600)
    canvas.text(
        EDGE + NAMES, base, seat.score, size * 1.1, room=90, text_anchor="end", font_weight=700
    )


def _draw_lines(canvas: Canvas, lines: Sequence[str], y: float, height: float) -> None:
    size = max(9.0, min(24.0, height / (len(lines) + 1) / 1.3))
    for number, line in enumerate(lines):
        indent = EDGE + 0.5 * size * (len(line) - len(line.lstrip()))
        at = y + (number + 1) * size * 1.3
        canvas.text(indent, at, line.strip(), size, room=WIDTH - EDGE - indent)


Room = tuple[float, float, float, float]
"""Left, top, width and height."""
Place = tuple[float, float, float]
"""Left, top and size."""


def _draw_pieces(canvas: Canvas, slug: str, pieces: Sequence[Piece], room: Room) -> None:
    """Draw pieces as large as they fit into a row; those of one zone stand together."""
    left, top, width, height = room
    size = next((s for s in range(LARGEST, SMALLEST, -2) if _fits(pieces, s, room)), SMALLEST)
    lines = _lines(pieces, size, width)
    shown = lines[: max(1, int((height - GAP) // (size + GAP)))]
    step = size + GAP
    y = top + (height - len(shown) * step + GAP) / 2
    for number, line in enumerate(shown):
        for piece, x in line:
            _draw_piece(canvas, slug, piece, (left + x, y + number * step, size))
    missing = len(pieces) - sum(map(len, shown))
    if missing:
        canvas.text(left + width, top + height - 6, f"+{missing}", 16, text_anchor="end")


def _fits(pieces: Sequence[Piece], size: float, room: Room) -> bool:
    return len(_lines(pieces, size, room[2])) * (size + GAP) + GAP <= room[3]


def _lines(pieces: Sequence[Piece], size: float, width: float) -> list[list[tuple[Piece, float]]]:
    """Return pieces in lines, each with its distance from the left."""
    lines: list[list[tuple[Piece, float]]] = [[]]
    x = 0.0
    for _zone, together in groupby(pieces, key=lambda piece: piece.zone):
        for piece in together:
            if x + size > width:
                lines.append([])
                x = 0.0
            lines[-1].append((piece, x))
            x += size + GAP
        x += 2 * GAP
    return lines


def _draw_piece(canvas: Canvas, slug: str, piece: Piece, place: Place) -> None:
    x, y, size = place
    colours = colours_of(slug)
    # What says most about it comes last.
    hue = next((colours[name] for name in reversed(piece.classes) if name in colours), FAINT)
    box = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    canvas.add(
        f'<rect {box} rx="{size / 7:g}" fill="#fffdf8" '
        f'stroke="{hue}" stroke-width="{size / 18:g}"/>'
    )
    inner = size * 0.82
    shift = (size - inner) / 2
    placed = f'x="{x + shift:g}" y="{y + shift:g}" width="{inner:g}" height="{inner:g}"'
    drawn = list(_drawn(canvas, piece.symbols))
    for id_ in drawn:
        canvas.add(f'<use href="#{id_}" {placed} color="{hue}"/>')
    if piece.shapes and not drawn:
        view = f' viewBox="{escape(piece.box)}"' if piece.box else ""
        canvas.add(f"<svg {placed}{view}>{piece.shapes}</svg>")
    elif not drawn:
        letters = max(2, min(len(piece.text), 8))
        canvas.text(
            x + size / 2,
            y + size * 0.5 + inner / letters * 0.6,
            piece.text[:8],
            min(size * 0.5, inner / letters * 1.6),
            text_anchor="middle",
            font_weight=700,
        )
    if piece.count > 1:
        _draw_count(canvas, piece.count, place)


def _draw_count(canvas: Canvas, count: int, place: Place) -> None:
    left, top, size = place
    radius = max(7.0, size * 0.22)
    x, y = left + size - radius * 0.8, top + size - radius * 0.8
    canvas.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{INK}"/>')
    canvas.text(x, y + radius * 0.4, str(count), radius * 1.15, text_anchor="middle", fill=PAPER)


def _drawn(canvas: Canvas, addresses: Iterable[str]) -> Iterable[str]:
    """Keep the symbols of a piece in the document; yield the id of each."""
    for address in addresses:
        found = drawing_of(address)
        canvas.symbols.update(found)
        yield from list(found)[:1]


def _wrapped(words: str, letters: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= letters:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
