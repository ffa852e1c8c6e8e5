"""Legal answers to a need as buttons, grouped by what they say."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.needs import Field, Form, Item, Need
from games.core.words import say

MOST_BUTTONS = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """One value of a game, with its words; `value` is what a form sends for it."""

    raw: Item
    word: str
    value: str
    supply: int | None = None


@dataclass(frozen=True, slots=True)
class ChoiceButton:
    """One legal choice, ready to be sent."""

    sentence: str
    value: str
    pieces: tuple[Piece, ...]
    tells: bool
    """True when the pieces alone say what is chosen, where they are drawn."""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    title: str
    choices: list[ChoiceButton]


def make_piece(rules: AnyRules, item: Item, language: str, supply: int | None = None) -> Piece:
    word = say(rules.words, f"component.{item}", language) if isinstance(item, str) else str(item)
    return Piece(raw=item, word=word, value=canonical_json(item), supply=supply)


def event_title(rules: AnyRules, type_: str, language: str) -> str:
    return say(rules.words, f"event.{type_.partition('.')[2]}", language)


def event_value(event: Event) -> str:
    """Return an event as the text a button sends."""
    return canonical_json({"type": event.type, "payload": msgspec.to_builtins(event)})


def events_value(events: Sequence[Event]) -> str:
    """Return several events as the text of one button that sends them all."""
    return canonical_json(
        [{"type": event.type, "payload": msgspec.to_builtins(event)} for event in events]
    )


def every_choice(rules: AnyRules, state: Any, need: Need) -> list[Event] | None:
    """Return every legal answer to a need, or None where a form is shorter."""
    if need.seat is None:
        return None
    types = {form.event for form in need.forms}
    legal = (event for event in rules.choices(state, need.seat) if event.type in types)
    choices = list(islice(legal, MOST_BUTTONS + 1))
    return None if len(choices) > MOST_BUTTONS else choices


def plain_choices(rules: AnyRules, state: Any, need: Need) -> list[Event]:
    """Return the legal answers that pick one thing, or nothing, and leave all else empty.

    Where every combination would be too many buttons, these are what is chosen most often.
    """
    choices = [event for form in need.forms for event in _plain(rules, state, form)]
    return choices if len(choices) <= MOST_BUTTONS else []


def is_covered_by_plain_choices(form: Form) -> bool:
    """Say whether plain choices leave nothing for a form to add."""
    return not form.fields or (
        _only_required_field(form) is not None
        and not any(field.of for field in form.fields if not field.least)
    )


def _only_required_field(form: Form) -> Field | None:
    """Return the one thing that a form must be told, if it is one."""
    required = [field for field in form.fields if field.least]
    return required[0] if len(required) == 1 and not required[0].many else None


def _plain(rules: AnyRules, state: Any, form: Form) -> Iterator[Event]:
    required = _only_required_field(form)
    if required is None and form.fields:
        return
    empty: dict[str, Any] = {
        field.name: [] if field.many else None for field in form.fields if not field.least
    }
    for chosen in [{required.name: item} for item in required.of] if required else [{}]:
        try:
            event = decode_event(form.event, {**form.fixed, **empty, **chosen})
            rules.check(state, event)
        except RuleViolation:
            continue
        yield event


def grouped(
    rules: AnyRules,
    need: Need,
    choices: Sequence[Event],
    describe: Callable[[Event], str],
    language: str,
) -> tuple[ChoiceGroup, ...]:
    """Return choices as buttons, those that fill in the same fields together."""
    forms = {form.event: form for form in need.forms}
    groups: dict[tuple[str, ...], ChoiceGroup] = {}
    for event in choices:
        payload = msgspec.to_builtins(event)
        fields = forms[event.type].fields
        more = [field for field in fields if not field.least and payload.get(field.name)]
        key = (event.type, *(field.name for field in more if len(fields) > 1))
        group = groups.get(key)
        if group is None:
            field_labels = [say(rules.words, f"field.{name}", language) for name in key[1:]]
            title = event_title(rules, event.type, language)
            title = f"{title} · {', '.join(field_labels)}" if field_labels else title
            group = groups[key] = ChoiceGroup(title, [])
        group.choices.append(
            ChoiceButton(
                sentence=describe(event).removesuffix("."),
                value=event_value(event),
                pieces=_pieces_of(rules, fields, payload, language),
                tells=any(field.many and payload.get(field.name) for field in fields),
            )
        )
    return tuple(groups.values())


def _pieces_of(
    rules: AnyRules, fields: Sequence[Field], payload: dict[str, Any], language: str
) -> tuple[Piece, ...]:
    """Return the things a choice is made of, for games that draw them; seats are no things."""
    items: list[Item] = []
    for field in fields:
        value = payload.get(field.name)
        if field.seats or value is None:
            continue
        if field.many:
            items += [item for item in value if item is not None]
        elif isinstance(value, str):
            items.append(value)
    return tuple(make_piece(rules, item, language) for item in items)
