"""What a page says of the rules that its browser can run."""

from typing import Any
from uuid import UUID

from django import template
from django.templatetags.static import static
from django.urls import reverse

from replays.http.addresses import site_address
from replays.offline.fetching import FILES, runtime_digest
from replays.offline.looks import drawings
from replays.offline.offers import ARCHIVES, is_offered

register = template.Library()


@register.inclusion_tag("replays/partials/_rules_here.html")
def rules_here(match_id: UUID, query: str) -> dict[str, Any]:
    """Say where a browser finds all that it needs to go on with a match by itself.

    Nothing where the runtime is not installed.
    """
    if not is_offered():
        return {}
    first = site_address("offline:file", runtime_digest(), FILES[0])
    return {
        "told": reverse("replays:told", args=[match_id]) + query,
        "service": site_address("offline:service"),
        "worker": static("replays/js/rules.worker.js"),
        "files": FILES,
        "drawings": [static(name) for name in drawings() if name.endswith(".svg")],
        "runtime": first.removesuffix(FILES[0]),
        "archives": {
            name.removesuffix(".zip"): site_address("offline:file", make().digest, name)
            for name, make in ARCHIVES.items()
        },
    }
