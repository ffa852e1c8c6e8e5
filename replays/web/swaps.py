"""Whether htmx asks for a part of a page or a browser for all of it."""

from typing import cast

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_swap(request: HttpRequest, target: str = "") -> bool:
    """Say whether htmx asks, for the element with the id `target` if one is named."""
    details = cast(HtmxDetails, getattr(request, "htmx"))  # noqa: B009  (set by its middleware)
    return bool(details) and (not target or details.target == target)
