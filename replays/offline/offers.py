"""Under which names a phone finds what is made here."""

from collections.abc import Callable, Mapping

from django.conf import settings

from replays.offline.archives import Packed
from replays.offline.fetching import runtime_digest
from replays.offline.looks import packed_django, packed_looks
from replays.offline.packing import packed_recorder, packed_rules

ARCHIVES: Mapping[str, Callable[[], Packed]] = {
    "rules.zip": packed_rules,
    "recorder.zip": packed_recorder,
    "django.zip": packed_django,
    "looks.zip": packed_looks,
}


def is_offered() -> bool:
    """Say whether browsers are offered the rules: what they run on is installed."""
    return bool(settings.OFFLINE and (settings.OFFLINE_DIR / runtime_digest()).is_dir())
