"""What lies before each seat at the end, as a form made from the fields of any game's count."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.http import QueryDict

from games.core.errors import RuleViolation
from games.core.needs import Field, Item
from replays.log import Log
from replays.web.prompts import FieldPanel, field_panel

LONGEST_NUMBER = 10


@dataclass(frozen=True, slots=True)
class SeatCount:
    seat: int
    label: str
    fields: tuple[FieldPanel, ...]


def can_count(log: Log) -> bool:
    """Say whether there is more to count than a score."""
    rules = log.known_rules
    return rules is not None and any(field.of for field in rules.count_fields(log.setup))


def seat_counts(
    log: Log, labels: Sequence[str], language: str, data: QueryDict | None
) -> list[SeatCount]:
    """Return one panel per seat, with what was entered before; the supply is shared by all."""
    fields = log.rules.count_fields(log.setup)
    pools: dict[str | tuple[Item, ...], str] = {}
    for field in fields:
        pools.setdefault(_supply_of(log, field), f"pool-{len(pools)}")
    counts = []
    for seat, label in enumerate(labels):
        panels = []
        for field in fields:
            panel = field_panel(log.rules, field, labels, language, "count")
            panel = replace(panel, prefix=_prefix(seat), pool=pools[_supply_of(log, field)])
            texts = [text for text in data.getlist(panel.input_name) if text] if data else ()
            panels.append(replace(panel, entered=tuple(texts)))
        counts.append(SeatCount(seat, label, tuple(panels)))
    return counts


def _supply_of(log: Log, field: Field) -> str | tuple[Item, ...]:
    """Return what tells supplies apart: fields with the same items share one, unless linked."""
    return field.name if log.rules.counts_are_linked else field.of


def posted_tables(log: Log, data: QueryDict) -> list[dict[str, Any]]:
    """Return what a form says of each seat, ready for `tally`; raises RuleViolation."""
    fields = log.rules.count_fields(log.setup)
    return [
        {field.name: _value(field, seat, data) for field in fields}
        for seat in range(log.setup.seats)
    ]


def sent_values(counts: Sequence[SeatCount]) -> list[tuple[str, str]]:
    """Return the names and values of everything that was entered, to be sent once more."""
    return [
        (panel.input_name, text)
        for count in counts
        for panel in count.fields
        for text in panel.entered
    ]


def _prefix(seat: int) -> str:
    return f"seat-{seat}."


def _value(field: Field, seat: int, data: QueryDict) -> Any:
    name = f"{_prefix(seat)}{'many' if field.many else 'one'}.{field.name}"
    values = [_decoded(text) for text in data.getlist(name) if text]
    if field.many:
        return values
    if not values and field.least:
        raise RuleViolation("bad_tables")
    return values[-1] if values else None


def _decoded(text: str) -> Any:
    """Return a value as a piece sends it; a number may have been typed."""
    try:
        if len(text) > LONGEST_NUMBER and not text.startswith('"'):
            raise RuleViolation("bad_tables")
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise RuleViolation("bad_tables") from None
