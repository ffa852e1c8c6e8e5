"""A whole batch as a file: one line per match as CSV, or everything as JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tournaments.batches.models import Batch
from tournaments.batches.selectors.batches import AS_TEXT, Read, results_of
from tournaments.spreadsheets import CSV_TYPE, Row, csv_text

FORMATS = {"csv": CSV_TYPE, "json": "application/json"}

_ROWS = 2000
_SETTINGS = (
    *("game", "rules", "options", "bots", "matches", "seed", "rotate", "same_deal", "rated"),
    *("status", "error", "created_at", "ended_at"),
)


def export_batch(batch: Batch, kind: str) -> bytes:
    """Return a batch with all its results as one of FORMATS."""
    return csv_text(_lines(batch)).encode() if kind == "csv" else _as_json(batch)


def _settings_of(batch: Batch) -> dict[str, Any]:
    """Return what a batch was asked for, as plain values: enough to play it again."""
    settings = {name: getattr(batch, name) for name in _SETTINGS}
    return {"id": batch.id, "club": batch.club_id, **settings}


def _lines(batch: Batch) -> Iterator[Row]:
    seats = range(1, len(batch.bots) + 1)
    columns = [f"{name}_{seat}" for seat in seats for name in ("bot", "place", "score")]
    names, numbers = Read(tuple[str, ...]), Read(tuple[int, ...])
    yield ["index", "match", *columns, "events", "content_hash", "at"]
    for index, match, *texts, events, content, at in _rows(batch):
        bots, places, scores = names[texts[0]], numbers[texts[1]], numbers[texts[2]]
        seated = [value for seat in zip(bots, places, scores, strict=True) for value in seat]
        yield [index, str(match), *seated, events, content, at.isoformat()]


def _as_json(batch: Batch) -> bytes:
    results = [
        {
            "index": index,
            "match": match,
            # Stored as JSON, and goes out as it is.
            "bots": msgspec.Raw(bots.encode()),
            "places": msgspec.Raw(places.encode()),
            "scores": msgspec.Raw(scores.encode()),
            "events": events,
            "content_hash": content,
            "at": at,
        }
        for index, match, bots, places, scores, events, content, at in _rows(batch)
    ]
    return msgspec.json.encode({**_settings_of(batch), "results": results})


def _rows(batch: Batch) -> Iterator[tuple[Any, ...]]:
    """Yield index, match, bots, places and scores as texts of JSON, events, hash, moment."""
    rows = results_of(batch).values_list("index", "id", *AS_TEXT, "events", "content_hash", "at")
    return rows.iterator(chunk_size=_ROWS)
