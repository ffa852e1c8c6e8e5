"""From stored rows to decoded entries."""

from collections.abc import Iterable

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays.chain import RecordedEvent
from replays.effective import Entry


def decode_rows(rows: Iterable[RecordedEvent]) -> list[Entry]:
    """Return the decoded entries of recorded events, upcast to the schemas of today."""
    decode = decode_payload
    entries: list[Entry] = []
    add = entries.append
    version = 0
    try:
        for row in rows:
            version = row.version
            event = decode(row.type, row.schema, row.payload)
            add(Entry(version, event, row.actor, row.recorded_at))
    except RuleViolation as violation:
        raise RuleViolation(violation.code, **violation.params, version=version) from violation
    return entries


def version_in(violation: RuleViolation) -> int:
    """Return the version that a refusal to read a log names."""
    version = violation.params.get("version")
    return version if isinstance(version, int) else 1
