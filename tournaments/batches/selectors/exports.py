"""A whole batch as a file: one line per match as CSV, or everything as JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import QuerySet

from tournaments.batches.models import Batch, BatchResult
from tournaments.batches.selectors.batches import AS_TEXT, Read
from tournaments.spreadsheets import CSV_TYPE, Row, csv_text

FORMATS = {"csv": CSV_TYPE, "json": "application/json"}

_ROWS = 2000
_SETTINGS = (
    *("game", "rules", "options", "bots", "matches", "seed", "rotate", "same_deal", "rated"),
    *("status", "error", "created_at", "ended_at"),
)


def export_batch(batch: Batch, results: QuerySet[BatchResult], kind: str, *, opened: bool) -> bytes:
    """Return a batch with some of its results as one of FORMATS.

    What every hand could be computed from is left empty unless the hands are `opened`.
    """
    if kind == "csv":
        return csv_text(_lines(batch, results, opened)).encode()
    return _as_json(batch, results, opened)


def _settings_of(batch: Batch, opened: bool) -> dict[str, Any]:
    """Return what a batch was asked for, as plain values: enough to play it again."""
    settings = {name: getattr(batch, name) for name in _SETTINGS}
    if not opened:
        settings["seed"] = None
    return {"id": batch.id, "club": batch.club_id, **settings}


def _lines(batch: Batch, rows: QuerySet[BatchResult], opened: bool) -> Iterator[Row]:
    seats = range(1, len(batch.bots) + 1)
    columns = [f"{name}_{seat}" for seat in seats for name in ("bot", "place", "score")]
    names, numbers = Read(tuple[str, ...]), Read(tuple[int, ...])
    yield ["index", "match", *columns, "events", "content_hash", "at"]
    for index, match, *texts, events, content, at in _rows(rows):
        bots, places, scores = names[texts[0]], numbers[texts[1]], numbers[texts[2]]
        seated = [value for seat in zip(bots, places, scores, strict=True) for value in seat]
        yield [index, str(match), *seated, events, content if opened else "", at.isoformat()]


def _as_json(batch: Batch, rows: QuerySet[BatchResult], opened: bool) -> bytes:
    results = [
        {
            "index": index,
            "match": match,
            # Stored as JSON, and goes out as it is.
            "bots": msgspec.Raw(bots.encode()),
            "places": msgspec.Raw(places.encode()),
            "scores": msgspec.Raw(scores.encode()),
            "events": events,
            "content_hash": content if opened else None,
            "at": at,
        }
        for index, match, bots, places, scores, events, content, at in _rows(rows)
    ]
    return msgspec.json.encode({**_settings_of(batch, opened), "results": results})


def _rows(results: QuerySet[BatchResult]) -> Iterator[tuple[Any, ...]]:
    """Yield index, match, bots, places and scores as texts of JSON, events, hash, moment."""
    rows = results.values_list("index", "id", *AS_TEXT, "events", "content_hash", "at")
    return rows.iterator(chunk_size=_ROWS)
