"""The words and the pieces of a game inside a template."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe

from games.core.words import Words, say
from games.registry import rules_of
from replays.web.access import language

register = template.Library()


@register.filter
def word(words: Words, key: str) -> str:
    """Return the words of a key in the visitor's language."""
    return say(words, key, language())


@register.filter
def component(words: Words, value: object) -> str:
    """Return what a value of a game is called; a number stays a number."""
    return say(words, f"component.{value}", language()) if isinstance(value, str) else str(value)


@register.simple_tag
def piece(slug: str, words: Words, value: Any) -> SafeString:
    """Draw one value of a game, as its own `piece.html` does or as a plain word."""
    drawing = select_template([f"games/{slug}/piece.html", "replays/pieces/word.html"])
    context = {
        "value": value,
        "word": component(words, value),
        "drawn": rules_of(slug).piece(value),
    }
    html: str = drawing.render(context)
    return mark_safe(html)  # noqa: S308  (a template has escaped it)


@register.filter
def signed(value: int) -> str:
    """Return a number with its sign, the minus as printers set it."""
    return f"{value:+d}".replace("-", "−") if value else "0"


@register.filter
def points(value: int | None) -> str:
    """Return points without a plus, the minus as printers set it."""
    return "" if value is None else str(value).replace("-", "−")


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """Return one of several values by its index, such as what belongs to a seat."""
    return values[index]
