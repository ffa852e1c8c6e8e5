"""The paper that every picture is drawn on: size, colours, and text that keeps to its room."""

from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 1200, 630
"""What previews of links are made for."""
EDGE = 48
PAPER, INK, FAINT, RIM = "#fbf3e4", "#2a221a", "#6d6152", "#d9c9ac"
HUES = (
    *("#b93a22", "#2f6b4f", "#2a5c9a", "#8a5a00"),
    *("#7c3a86", "#0f6a75", "#5b5348", "#a02a62"),
)


@dataclass
class Canvas:
    """Elements in the order in which they are painted, and the symbols that they use."""

    parts: list[str] = field(default_factory=list)
    symbols: dict[str, str] = field(default_factory=dict)

    def text(self, x: float, y: float, words: str, size: float, **more: object) -> None:
        room = more.pop("room", WIDTH)
        given = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
        shown = escape(_cut(words, float(str(room)) / (0.56 * size)))
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{given}>{shown}</text>')

    def add(self, part: str) -> None:
        self.parts.append(part)

    def document(self, title: str) -> str:
        """Return everything that was drawn as an SVG document that needs nothing else."""
        symbols = "".join(self.symbols.values())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" fill="{INK}" '
            "font-family=\"'Open Sans', system-ui, sans-serif\">"
            f"<title>{escape(title)}</title>"
            f"<defs>{symbols}</defs>"
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
            f'<rect width="{WIDTH}" height="12" fill="{HUES[0]}"/>'
            f"{''.join(self.parts)}</svg>"
        )


def _cut(words: str, letters: float) -> str:
    return words if len(words) <= letters else words[: max(1, int(letters) - 1)].rstrip() + "…"
