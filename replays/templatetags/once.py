"""What a template draws once for everybody."""

from collections.abc import Sequence
from hashlib import sha256

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.urls import get_script_prefix
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name

from replays.kept import Kept
from replays.web.access import language

register = template.Library()

_kept: Kept[str] = Kept(limit=512)


@register.tag
def once(parser: Parser, token: Token) -> template.Node:
    """Draw what is inside once for each language, each club's address and clock, and some values.

    `{% once user.pk %} … {% endonce %}`: name everything else that is asked for inside, by what
    says all of itself in its `repr`, and nothing that is another value for every request.
    """
    _tag, *names = token.split_contents()
    inside = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(inside, [parser.compile_filter(name) for name in names])


class Once(template.Node):
    """A piece of a page that is the same for most visitors."""

    def __init__(self, nodelist: NodeList, values: Sequence[FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values

    def render(self, context: template.Context) -> SafeString:
        values = repr([value.resolve(context) for value in self.values])
        # A whole table may be named: its digest is shorter to keep.
        place = (language(), get_script_prefix(), get_current_timezone_name())
        key = (self, *place, sha256(values.encode()).digest())
        html = _kept.get(key, lambda: self.nodelist.render(context))
        return mark_safe(html)  # noqa: S308  (a template has escaped it)
