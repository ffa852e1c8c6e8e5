"""Under which names a phone finds what is made here."""

from collections.abc import Callable, Mapping

from replays.offline.archives import Packed
from replays.offline.looks import packed_django, packed_looks
from replays.offline.packing import packed_rules

ARCHIVES: Mapping[str, Callable[[], Packed]] = {
    "rules.zip": packed_rules,
    "django.zip": packed_django,
    "looks.zip": packed_looks,
}
