"""The hash chain of a stream: what is hashed, how, and where a log departs from it. No database."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from games.core.canonical import DEEPEST_NESTING, canonical_json, require_plain
from games.core.errors import RuleViolation

GENESIS = "0" * 64

Content = tuple[str, int, str]
"""Of an event: type, schema and payload."""
SealedEnvelope = tuple[str, str, str]
"""Of a write, as it is hashed: actor, moment and request key."""

_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
_LONG_NUMBER = re.compile(r"[0-9][0-9]{15}")
_NUL = r"\u0000"


def _refuse_float(text: str) -> float:
    raise ValueError(f"{text} is not an integer")


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(float_hook=_refuse_float).decode


class RecordedEvent(msgspec.Struct, frozen=True):
    """One event as it stands in the log: the payload is canonical text, exactly as hashed."""

    version: int
    type: str
    schema: int
    payload: str
    actor: str
    recorded_at: str
    request_key: str
    hash: str


class Problem(msgspec.Struct, frozen=True):
    """Where a log is wrong: a stable code and the version of the first row concerned."""

    code: str
    version: int
    unjudged: bool = False
    """True when nothing was found to be wrong, but the rules that would judge it are not here."""


def timestamp(moment: datetime) -> str:
    """Return `moment` as it is hashed: UTC, microseconds, `Z`."""
    if moment.tzinfo is None:
        raise ValueError("a recorded moment needs a time zone")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def is_timestamp(text: str) -> bool:
    """Tell whether `text` is a moment written as `timestamp` writes it."""
    if _TIMESTAMP.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def event_hash(
    previous: str, stream_id: UUID | str, version: int, content: Content, envelope: SealedEnvelope
) -> str:
    """Return the hash that seals an event onto the hash of the one before it."""
    type, schema, payload = content
    raw = msgspec.Raw(payload.encode())
    text = _encode((str(stream_id), version, type, schema, raw, *envelope))
    return hashlib.sha256(bytes.fromhex(previous) + text).hexdigest()


def sealed(
    stream_id: UUID,
    contents: Iterable[Content],
    envelope: SealedEnvelope,
    *,
    version: int = 0,
    previous: str = GENESIS,
) -> list[RecordedEvent]:
    """Return events sealed, under one envelope, onto a chain that ends at `version`."""
    rows: list[RecordedEvent] = []
    identity = str(stream_id)
    for content in contents:
        version += 1
        previous = event_hash(previous, identity, version, content, envelope)
        rows.append(RecordedEvent(version, *content, *envelope, previous))
    return rows


def require_canonical(payload: str) -> None:
    """Raise RuleViolation unless `payload` is a JSON object in the one form that is stored."""
    try:
        value = _decode(payload)
        written = canonical_json(value)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise RuleViolation("not_plain_json", found="text") from None
    if not isinstance(value, dict):
        raise RuleViolation("not_plain_json", found=type(value).__name__)
    if written != payload:
        raise RuleViolation("payload_not_canonical")
    if _may_not_be_plain(payload):
        require_plain(value)


def _may_not_be_plain(payload: str) -> bool:
    """Look at the text alone, which is cheap: most payloads need no walk through their values."""
    return (
        _NUL in payload
        or payload.count("{") + payload.count("[") > DEEPEST_NESTING
        or _LONG_NUMBER.search(payload) is not None
    )


def is_canonical(payload: str) -> bool:
    """Tell whether `payload` is a JSON object in the one form that is stored."""
    try:
        require_canonical(payload)
    except RuleViolation:
        return False
    return True


def first_break(
    stream_id: UUID, rows: Iterable[RecordedEvent], anchors: Mapping[int, str]
) -> Problem | None:
    """Return the first row, in order of versions, that departs from the chain or from an anchor.

    Codes: `gap` (the row of this version is missing), `duplicate_version`,
    `payload_not_canonical`, `hash_mismatch`, `anchor_mismatch`.
    """
    previous = GENESIS
    expected = 1
    for row in rows:
        if row.version != expected:
            code = "gap" if row.version > expected else "duplicate_version"
            return Problem(code, min(row.version, expected))
        if seal(previous, stream_id, row) != row.hash:
            return Problem("hash_mismatch", expected)
        if anchors.get(expected, row.hash) != row.hash:
            return Problem("anchor_mismatch", expected)
        if not is_canonical(row.payload):
            return Problem("payload_not_canonical", expected)
        previous = row.hash
        expected += 1
    return None


def seal(previous: str, stream_id: UUID, row: RecordedEvent) -> str:
    """Return the hash a recorded event ought to have, or an empty text if it cannot be hashed."""
    try:
        content = (row.type, row.schema, row.payload)
        envelope = (row.actor, row.recorded_at, row.request_key)
        return event_hash(previous, stream_id, row.version, content, envelope)
    except (UnicodeError, ValueError, msgspec.EncodeError):
        return ""
