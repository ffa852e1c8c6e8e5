"""Calls of services in tests: only what a test cares about is named, one by one."""

from collections.abc import Callable
from typing import Any

from replays.envelope import Envelope
from replays.events import SeatTakenOver
from replays.services import counts, life, matches, undo
from replays.telling import Report, RoundCount, Stop
from tournaments.batches.services import batches

WHOLES: dict[Callable[..., Any], tuple[str, Callable[..., Any], tuple[str, ...]]] = {
    service: (name, whole, tuple(whole.__annotations__))
    for service, name, whole in (
        (matches.create_match, "match", matches.NewMatch),
        (life.report_result, "report", Report),
        (counts.count_round, "count", RoundCount),
        (life.stop_match, "stop", Stop),
        (life.take_over_seat, "change", SeatTakenOver),
        (undo.amend, "replacement", undo.Replacement),
        (undo.annotate, "comment", undo.Comment),
        (batches.create_batch, "wanted", batches.NewBatch),
    )
}


def enveloped(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a call with the parts of its envelope put into one."""
    return _packed(fields, "envelope", Envelope, ("actor", "now", "request", "note"))


def taken_by(service: Callable[..., Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a call as its service takes them: what belongs together as one value."""
    return _packed(enveloped(fields), *WHOLES[service]) if service in WHOLES else enveloped(fields)


def _packed(
    fields: dict[str, Any], name: str, whole: Callable[..., Any], parts: tuple[str, ...]
) -> dict[str, Any]:
    rest = {part: value for part, value in fields.items() if part not in parts}
    return rest | {name: whole(**{part: fields[part] for part in parts if part in fields})}
