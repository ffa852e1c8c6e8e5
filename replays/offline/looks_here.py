"""What templates ask for besides words and pieces, where no server answers. For the browser."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def static(name: str) -> str:
    """Return the address under which the page has loaded a drawing."""
    addresses: dict[str, str] = getattr(settings, "STATIC_ADDRESSES", {})
    return addresses.get(name, name)


BASE = "match_base"
"""Where the match lies, in the context of what is drawn."""
_BESIDE = {
    "replays:record": "record/",
    "replays:take_back": "take-back/",
    "replays:confirm": "confirm/",
    "replays:report": "report/",
    "replays:stop": "stop/",
}
"""Where forms of the match are sent, by name; what only leads to a page has no address here."""


@register.simple_tag(takes_context=True)
def url(context: template.Context, name: str, *_args: object) -> str:
    """Return the address of what a form of the match is sent to; empty for any other."""
    return f"{context[BASE]}{_BESIDE[name]}" if name in _BESIDE else ""
