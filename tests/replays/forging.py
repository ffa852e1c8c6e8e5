"""Record files made to fit after a change, as somebody who knows the format could make them."""

import json
from typing import Any

from games.core.canonical import canonical_json, digest
from replays.chain import GENESIS, event_hash


def parsed(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the header and the events of a `.jsonl` file."""
    header, *rows = map(json.loads, text.splitlines())
    return header, rows


def resealed(header: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """Return the file of these events with every hash, the head and the checksum made to fit."""
    previous = GENESIS
    for row in rows:
        content = (row["type"], row["schema"], canonical_json(row["payload"]))
        envelope = (row["actor"], row["recorded_at"], row["request_key"])
        previous = event_hash(previous, header["stream"], row["version"], content, envelope)
        row["hash"] = previous
    return written(checked(header | {"head": previous}), rows)


def checked(header: dict[str, Any]) -> dict[str, Any]:
    """Return a header whose checksum is right."""
    content = {name: value for name, value in header.items() if name != "check"}
    return content | {"check": digest(canonical_json(content))}


def written(header: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """Return the file of a header and events as they are."""
    return "".join(canonical_json(line) + "\n" for line in (header, *rows))
