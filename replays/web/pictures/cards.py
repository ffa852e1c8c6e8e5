"""A result as a picture: a title, who leads, and a few figures, to be sent around."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from replays.web.pictures.canvas import EDGE, FAINT, HEIGHT, HUES, PAPER, RIM, WIDTH, Canvas

MOST = 5
"""How many of a long list a card shows."""
TOP, BOTTOM, TALLEST = 196, HEIGHT - 62, 104
FIGURES = 240
"""The room for what somebody has."""


class Line(NamedTuple):
    """Somebody on a card: their place, their public name, and what they have."""

    place: str
    name: str
    figure: str = ""


class Figure(NamedTuple):
    """One large number, and what it counts."""

    number: str
    words: str


@dataclass(frozen=True)
class Card:
    """Everything that a card shows; nothing in it is hidden from whoever asks for it."""

    title: str
    facts: Sequence[str]
    """What stands below the title: the club, the day."""
    heading: str = ""
    lines: Sequence[Line] = ()
    figures: Sequence[Figure] = ()
    note: str = ""
    """What is said where there is neither."""

    @property
    def description(self) -> str:
        """The same in one line, for those who show no picture."""
        told = [f"{line.place} {line.name}" for line in self.lines[:3]]
        told += [f"{figure.words}: {figure.number}" for figure in self.figures]
        return " · ".join(filter(None, (*self.facts, ", ".join(told) or self.note)))


def draw_card(card: Card) -> str:
    """Return a card as an SVG document that needs nothing else."""
    canvas = Canvas()
    whole = WIDTH - 2 * EDGE
    canvas.text(EDGE, 84, card.title, 52, room=whole, font_weight=700)
    canvas.text(EDGE, 128, " · ".join(card.facts), 28, room=whole, fill=FAINT)
    canvas.text(EDGE, 178, card.heading, 26, room=whole, font_weight=600, fill=HUES[0])
    _draw_lines(canvas, card.lines)
    _draw_figures(canvas, card.figures)
    if not card.lines and not card.figures:
        canvas.text(EDGE, 330, card.note, 44, room=whole)
    canvas.text(WIDTH - EDGE, HEIGHT - 24, "Kaiten", 24, text_anchor="end", fill=FAINT)
    return canvas.document(card.title)


def _draw_lines(canvas: Canvas, lines: Sequence[Line]) -> None:
    """Draw lines as tall as there is room for: a podium is larger than a table of eight."""
    unit = min(TALLEST, (BOTTOM - TOP) / max(1, len(lines)))
    size, radius = unit * 0.46, unit * 0.37
    for number, line in enumerate(lines):
        y = TOP + unit * number
        middle = y + unit / 2
        canvas.add(f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y:g}" y2="{y:g}" stroke="{RIM}"/>')
        if line.place:
            hue = HUES[0] if line.place.rstrip("=") == "1" else FAINT
            x = EDGE + radius
            canvas.add(f'<circle cx="{x:g}" cy="{middle:g}" r="{radius:g}" fill="{hue}"/>')
            base = middle + size * 0.27
            canvas.text(x, base, line.place, size * 0.76, text_anchor="middle", fill=PAPER)
        base, left = middle + size * 0.35, EDGE + 2 * radius + 24
        room = WIDTH - EDGE - left - FIGURES
        canvas.text(left, base, line.name, size, room=room, font_weight=600)
        canvas.text(
            *(WIDTH - EDGE, base, line.figure, size),
            room=FIGURES,
            text_anchor="end",
            font_weight=700,
        )


def _draw_figures(canvas: Canvas, figures: Sequence[Figure]) -> None:
    column = (WIDTH - 2 * EDGE) / max(1, len(figures))
    for number, figure in enumerate(figures):
        x = EDGE + column * number
        size = min(110.0, 1.5 * (column - 30) / max(1, len(figure.number)))
        canvas.text(x, 360, figure.number, size, room=column, font_weight=700, fill=HUES[number])
        small = max(18.0, min(28.0, 1.7 * (column - 30) / max(1, len(figure.words))))
        canvas.text(x, 412, figure.words, small, room=column - 20, fill=FAINT)
