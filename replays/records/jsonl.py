"""`.jsonl`: a header line, then every stored event with envelope and hash. Text only, no I/O.

Every byte counts: lines are canonical and ended, events are sealed by their chain, and the header,
with names in it that no chain may hold, by a checksum that is made anew with every file.
"""

from collections.abc import Mapping, Sequence
from typing import NoReturn
from uuid import UUID

import msgspec

from games.core.canonical import canonical_json, digest
from replays.chain import RecordedEvent, first_break
from replays.errors import KaitenError
from replays.records.whole import FORMAT, UNREADABLE, lines_of, read_header, read_labels


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: whose log it is, how long it must be and how it must end."""

    kaiten: int
    kind: str
    stream: UUID
    version: int
    head: str
    labels: dict[str, str]
    check: str = ""


class _Line(RecordedEvent, frozen=True, forbid_unknown_fields=True):
    payload: msgspec.Raw  # type: ignore[assignment]  # written as it is, not as a text


class JsonlRecord(msgspec.Struct, frozen=True):
    """A whole log from a file: complete, its chain unbroken; not yet judged by any rules."""

    stream_id: UUID
    rows: tuple[RecordedEvent, ...]
    labels: dict[UUID, str]


_line = msgspec.json.Decoder(_Line)


def write_jsonl(stream_id: UUID, rows: Sequence[RecordedEvent], labels: Mapping[UUID, str]) -> str:
    """Return the file of a stored log; the labels of players stand outside its chain."""
    header = Header(
        kaiten=FORMAT,
        kind="match",
        stream=stream_id,
        version=len(rows),
        head=rows[-1].hash,
        labels={str(player): label for player, label in labels.items()},
    )
    lines = [canonical_json(msgspec.structs.replace(header, check=_check(header)))]
    for row in rows:
        payload = msgspec.Raw(row.payload.encode())
        line = _Line(**msgspec.structs.asdict(row) | {"payload": payload})
        lines.append(canonical_json(line))
    return "\n".join(lines) + "\n"


def read_jsonl(text: str) -> JsonlRecord:
    """Return the log that a file holds, or raise the code of what is wrong with it and where."""
    lines = lines_of(text)
    refusal = KaitenError("record_header", 422, line=1)
    header = read_header(lines[0], Header, "kaiten", refusal)
    if header.kind != "match":
        raise refusal
    rows = tuple(_read_line(line, number) for number, line in enumerate(lines[1:], 2))
    problem = first_break(header.stream, rows, {})
    if problem is not None:
        raise KaitenError(
            "record_chain",
            422,
            version=problem.version,
            line=problem.version + 1,
            problem=problem.code,
        )
    if len(rows) < header.version:
        raise KaitenError("record_truncated", 422, version=len(rows) + 1, expected=header.version)
    if len(rows) > header.version:
        raise KaitenError("record_surplus", 422, version=header.version + 1)
    if not rows or rows[-1].hash != header.head:
        raise KaitenError("record_head", 422, version=len(rows))
    labels = read_labels(header.labels, refusal)
    if header.check != _check(header):
        raise KaitenError("record_check", 422, line=1)
    return JsonlRecord(header.stream, rows, labels)


def _check(header: Header) -> str:
    """Return the checksum of everything else in a header."""
    content = msgspec.structs.asdict(header)
    del content["check"]
    return digest(canonical_json(content))


def _read_line(line: str, number: int) -> RecordedEvent:
    try:
        parsed = _line.decode(line)
        payload = bytes(parsed.payload).decode()
    except UNREADABLE:
        _refuse_line(line, number)
    if canonical_json(parsed) != line:
        raise KaitenError("record_line", 422, line=number)
    return RecordedEvent(**msgspec.structs.asdict(parsed) | {"payload": payload})


def _refuse_line(line: str, number: int) -> NoReturn:
    try:
        data = msgspec.json.decode(line)
    except UNREADABLE:
        data = None
    if isinstance(data, dict) and "version" in data and "hash" not in data:
        raise KaitenError("record_redacted", 422, line=number) from None
    raise KaitenError("record_line", 422, line=number) from None
