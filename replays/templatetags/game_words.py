"""The words and the pieces of a game inside a template."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.loader import select_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.core.words import Words, say
from games.registry import rules_of
from replays.language import language

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
def piece(
    slug: str, words: Words, value: Any, count: int = 1, name: str | None = None
) -> SafeString:
    """Draw a piece of a game, or several equal ones once, marked so that the viewer can move it.

    A name tells which piece it is where the value also says what it lies on.
    """
    return _drawn(slug, words, value, marks(name or value, count))


@register.simple_tag
def picture(slug: str, words: Words, value: Any) -> SafeString:
    """Draw what a piece looks like where none lies: in a legend, on the sheet of a past round."""
    return _drawn(slug, words, value, mark_safe(""))


@register.simple_tag
@lru_cache(maxsize=4096)
def marks(value: Any, count: int = 1) -> SafeString:
    """Return the attributes that name a drawn piece: its value, or that its face is hidden."""
    name = "hidden" if value is None else value
    if count == 1:
        return format_html('data-piece="{}"', name)
    return format_html('data-piece="{}" data-count="{}"', name, count)


def _drawn(slug: str, words: Words, value: Any, own_marks: SafeString) -> SafeString:
    """Draw one value of a game, as its own `piece.html` does or as a plain word."""
    return _drawing(slug, value, component(words, value), own_marks, language())


# A board draws the same few pieces dozens of times, and a bundle of frames thousands of times.
@lru_cache(maxsize=4096, typed=True)
def _drawing(slug: str, value: Any, word: str, own_marks: SafeString, _language: str) -> SafeString:
    drawing = select_template([f"games/{slug}/piece.html", "replays/pieces/word.html"])
    context = {
        "value": value,
        "word": word,
        "drawn": rules_of(slug).piece(value),
        "marks": own_marks,
    }
    html: str = drawing.render(context)
    return mark_safe(html.strip())  # noqa: S308  (a template has escaped it)


@register.filter
def signed(value: int) -> str:
    """Return a number with its sign, the minus as printers set it."""
    return f"{value:+d}".replace("-", "−") if value else "0"


@register.filter
def points(value: int | None) -> str:
    """Return points without a plus, the minus as printers set it."""
    return "" if value is None else str(value).replace("-", "−")


@register.filter
def sections(text: str) -> list[tuple[str, list[str]]]:
    """Return the lines of a text board, each with the indented ones that belong to it."""
    parts: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("  ") and parts:
            parts[-1][1].append(line.strip())
        else:
            parts.append((line, []))
    return parts


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """Return one of several values by its index, such as what belongs to a seat."""
    return values[index]


@register.tag
def remember(parser: Parser, token: Token) -> template.Node:
    """Draw what is inside once for all steps of a match in which the named values are the same.

    `{% remember panel seat board.phase %} … {% endremember %}`: name everything that differs from
    step to step and that is asked for inside. Where nobody keeps a `memory` it draws each time.
    """
    _tag, *names = token.split_contents()
    inside = parser.parse(("endremember",))
    parser.delete_first_token()
    return Remembered(inside, [parser.compile_filter(name) for name in names])


class Remembered(template.Node):
    """A piece of a board that most steps leave as it was."""

    def __init__(self, nodelist: NodeList, values: Sequence[FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values

    def render(self, context: template.Context) -> SafeString:
        memory: dict[object, SafeString] | None = context.get("memory")
        if memory is None:
            return self.nodelist.render(context)
        key = (self, *(repr(value.resolve(context)) for value in self.values))
        if key not in memory:
            memory[key] = self.nodelist.render(context)
        return memory[key]
