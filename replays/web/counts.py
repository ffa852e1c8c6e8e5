"""What lies before each seat at the end of a round, as a form made from any game's count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.counts import fields_of_round
from games.core.errors import RuleViolation
from games.core.needs import Field, Item
from games.core.setup import Setup
from replays.log import Log
from replays.web.entries import Fields, Posted
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


class CountSheet:
    """What is counted of a match, round by round, as a form."""

    def __init__(self, rules: AnyRules, setup: Setup, labels: Sequence[str], language: str) -> None:
        self.rules, self.setup, self.labels, self.language = rules, setup, labels, language
        self.fields = rules.count_fields(setup)

    def seats(self, number: int, data: Posted | None) -> list[SeatCount]:
        """Return one panel per seat for a round, with what was entered; all share the supply."""
        fields = fields_of_round(self.fields, number)
        pools: dict[str | tuple[Item, ...], str] = {}
        for field in fields:
            pools.setdefault(self._supply_of(field), f"pool-{len(pools)}")
        counts = []
        for seat, label in enumerate(self.labels):
            panels = []
            for field in fields:
                panel = field_panel(self.rules, field, self.labels, self.language, "count")
                panel = replace(panel, prefix=_prefix(seat), pool=pools[self._supply_of(field)])
                texts = [text for text in data.getlist(panel.input_name) if text] if data else ()
                panels.append(replace(panel, entered=tuple(texts)))
            counts.append(SeatCount(seat, label, tuple(panels)))
        return counts

    def posted(self, number: int, data: Posted) -> list[dict[str, Any]]:
        """Return what a form says of each seat in a round; raises RuleViolation."""
        fields = fields_of_round(self.fields, number)
        return [
            {field.name: _value(field, seat, data) for field in fields}
            for seat in range(self.setup.seats)
        ]

    def as_sent(self, tables: Sequence[Mapping[str, Any]]) -> Fields:
        """Return tables as a form sends them."""
        sent: list[tuple[str, str]] = []
        for seat, table in enumerate(tables[: self.setup.seats]):
            for field in self.fields:
                value = table.get(field.name)
                values = value if isinstance(value, list | tuple) else [value]
                texts = [canonical_json(item) for item in values if item is not None]
                sent += [(_input_name(field, seat), text) for text in texts]
        return Fields(sent)

    def _supply_of(self, field: Field) -> str | tuple[Item, ...]:
        """Return what tells supplies apart: fields with the same items share one, if unlinked."""
        return field.name if self.rules.counts_are_linked else field.of


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


def _input_name(field: Field, seat: int) -> str:
    return f"{_prefix(seat)}{'many' if field.many else 'one'}.{field.name}"


def _value(field: Field, seat: int, data: Posted) -> Any:
    values = [_decoded(text) for text in data.getlist(_input_name(field, seat)) if text]
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
