"""The places of the site that every page leads to."""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from django import template
from django.template import RequestContext
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays.kept import Kept

register = template.Library()

PLACES: dict[str, Promise] = {
    "replays:home": _("Home"),
    "replays:matches": _("Matches"),
    "tournaments:tournaments": _("Tournaments"),
    "tournaments:seasons": _("Seasons"),
    "tournaments:ladders": _("Ladders"),
    "tournaments:players": _("Players"),
    "replays:games": _("Games"),
}


class Place(NamedTuple):
    address: str
    words: Promise


class Here(NamedTuple):
    """The place of a page."""

    address: str
    """Empty for a page under none of them."""
    current: str
    """What `aria-current` says of it."""


_kept: Kept[tuple[Place, ...]] = Kept(limit=64)


@register.simple_tag
def places() -> tuple[Place, ...]:
    """Return the places with their addresses in the club whose page this is."""
    return _kept.get((get_urlconf(), get_script_prefix()), lambda: tuple(_found()))


@register.simple_tag(takes_context=True)
def place_here(context: RequestContext) -> Here:
    """Return the place that a page is, or the one that it lies under."""
    path: str = getattr(context.get("request"), "path", "")
    home, *others = [place.address for place in places()] or [""]
    if path == home:
        return Here(home, "page")
    above = next((address for address in others if path.startswith(address)), "")
    return Here(above, "page" if path == above else "true")


def _found() -> Iterator[Place]:
    for name, words in PLACES.items():
        # A page of errors may stand in for a site of which a part is not here.
        with suppress(NoReverseMatch):
            yield Place(reverse(name), words)
