"""Where a page hears of what others do."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import template

from replays.http.addresses import site_address
from replays.web.access import language

register = template.Library()


@register.inclusion_tag("replays/partials/_follow.html")
def follow(kind: str, id_: UUID, mark: object, region: str = "", *, whole: bool = False) -> Any:
    """Let a page follow something: `region` of it is asked for again when something changed, and
    all of the page if none is named. `whole` has the region replaced, not changed bit by bit."""
    return {
        "region": region,
        "stream": site_address("live:changes", kind, id_),
        "news": site_address("live:news", kind, id_),
        "mark": mark,
        "whole": whole,
    }


@register.simple_tag
def steps_address(match_id: UUID, seat: str) -> str:
    """Return where the steps of a match come from as they are recorded."""
    query = urlencode({"seat": seat, "lang": language()})
    return f"{site_address('live:steps', match_id)}?{query}"


@register.simple_tag
def news_address(kind: str, id_: UUID) -> str:
    """Return where it is asked whether something changed, without a stream."""
    return site_address("live:news", kind, id_)
