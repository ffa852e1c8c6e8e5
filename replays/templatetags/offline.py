"""What a page says of the rules that its browser can run."""

from typing import Any
from uuid import UUID

from django import template
from django.templatetags.static import static
from django.urls import reverse

from replays.http.addresses import site_address
from replays.http.offline import parts
from replays.offline.fetching import FILES
from replays.offline.looks import drawings
from replays.offline.offers import is_offered

register = template.Library()


@register.inclusion_tag("replays/partials/_rules_here.html")
def rules_here(match_id: UUID, query: str) -> dict[str, Any]:
    """Say where a browser finds all that it needs to go on with a match by itself.

    Nothing where the runtime is not installed.
    """
    if not is_offered():
        return {}
    return {
        "told": reverse("replays:told", args=[match_id]) + query,
        "service": site_address("offline:service"),
        "now": site_address("offline:now"),
        "worker": static("replays/js/rules.worker.js"),
        "files": FILES,
        "drawings": [static(name) for name in drawings() if name.endswith(".svg")],
        "parts": parts(),
    }
