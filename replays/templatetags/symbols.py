"""The drawings of a game inside a page, for boards that are drawn anew many times there.

A browser loads a drawing that lies in another file each time it meets it, and lays out the board
once more when it has come. What stands in the page itself is there at once.
"""

import re
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.template.base import NodeList, Parser, Token
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from replays.game_files import PREFIX
from replays.kept import Kept

register = template.Library()

_kept: Kept[str] = Kept(limit=64)
_WHOLE = re.compile(r"<svg\b[^>]*>(?P<inside>.*)</svg>", re.DOTALL)
_NAMED = re.compile(r'\b(?P<where>id="|href="#|url\(#)')


@register.simple_tag
def symbols(slug: str) -> SafeString:
    """Return the symbols of a game as a part of the page; nothing for one that has none."""
    return mark_safe(_kept.get(slug, lambda: _drawn(slug)))  # noqa: S308  (a file of its package)


@register.tag
def with_symbols(parser: Parser, token: Token) -> template.Node:
    """Let what is inside use the symbols that stand in the page: `{% with_symbols slug %}`."""
    _tag, slug = token.split_contents()
    inside = parser.parse(("endwith_symbols",))
    parser.delete_first_token()
    return WithSymbols(inside, template.Variable(slug))


class WithSymbols(template.Node):
    """A board in a page that holds its symbols."""

    def __init__(self, nodelist: NodeList, slug: template.Variable) -> None:
        self.nodelist, self.slug = nodelist, slug

    def render(self, context: template.Context) -> SafeString:
        slug = self.slug.resolve(context)
        address = static(_file_of(slug))
        html = self.nodelist.render(context).replace(f'"{address}#', f'"#{slug}-')
        return mark_safe(html)  # noqa: S308  (a template has escaped it)


def _file_of(slug: str) -> str:
    return f"{PREFIX}/{slug}/symbols.svg"


def _drawn(slug: str) -> str:
    """Return the symbols under names that no other game has."""
    path = finders.find(_file_of(slug))
    if path is None:
        return ""
    found = _WHOLE.search(Path(path).read_text(encoding="utf-8"))
    inside = _NAMED.sub(rf"\g<where>{slug}-", found["inside"]) if found else ""
    return f'<svg class="symbols" width="0" height="0" aria-hidden="true">{inside}</svg>'
