"""What a club says about a box that Kaiten has no rules for."""

from games.core.setup import Option

OPTIONS = (
    Option(name="title", kind="text", default="Game", least=1),
    Option(name="winner", kind="choice", default="highest", choices=("highest", "lowest")),
)
