"""What a page says of the rules that its browser can run."""

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static

from replays.http.addresses import site_address
from replays.offline.fetching import FILES, runtime_digest
from replays.offline.packing import RULES, packed_rules

register = template.Library()


@register.inclusion_tag("replays/partials/_rules_here.html")
def rules_here() -> dict[str, Any]:
    """Say where a browser finds the runtime and the rules; nothing where they are not installed."""
    digest = runtime_digest()
    if not (settings.OFFLINE and (settings.OFFLINE_DIR / digest).is_dir()):
        return {}
    first = site_address("offline:file", digest, FILES[0])
    return {
        "worker": static("replays/js/rules.worker.js"),
        "runtime": first.removesuffix(FILES[0]),
        "rules": site_address("offline:file", packed_rules().digest, RULES),
    }
