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
from replays.web.labels import labels_beside, short_labels
from replays.web.layout import Answers, Payload

MOST_BUTTONS = 60
MOST_CHOICES = 400
"""Of more legal answers than these the rules are not asked to list them all."""


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
    label: str
    """What tells it apart from the other buttons."""
    beside: str
    """The same beside its pieces, where they are drawn; empty where they say it all."""
    value: str
    pieces: tuple[Piece, ...]
    seat: int | None = None
    """The seat that is chosen, if it is one."""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    title: str
    choices: list[ChoiceButton]

    @property
    def is_numbers(self) -> bool:
        """True when numbers tell its choices apart, which stand in a row."""
        return len(self.choices) > 1 and all(choice.label.isdigit() for choice in self.choices)


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
    choices = list(islice(legal, MOST_CHOICES + 1))
    return None if len(choices) > MOST_CHOICES else choices


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
    rules: AnyRules, kinds: Sequence[Answers], describe: Callable[[Event], str], language: str
) -> tuple[ChoiceGroup, ...]:
    """Return answers as buttons, those that fill in the same fields together."""
    sentences = [describe(event).removesuffix(".") for kind in kinds for event in kind.events]
    pairs = zip(sentences, short_labels(sentences), strict=True)
    told = [list(islice(pairs, len(kind.events))) for kind in kinds]
    return tuple(
        ChoiceGroup(_title(rules, kind, language), _buttons(rules, kind, some, language))
        for kind, some in zip(kinds, told, strict=True)
    )


def _title(rules: AnyRules, kind: Answers, language: str) -> str:
    title = event_title(rules, kind.event, language)
    labels = [say(rules.words, f"field.{name}", language) for name in kind.used]
    return f"{title} · {', '.join(labels)}" if labels else title


def _buttons(
    rules: AnyRules, kind: Answers, told: Sequence[tuple[str, str]], language: str
) -> list[ChoiceButton]:
    drawn = [
        _pieces_of(rules, form.fields, payload, language)
        for form, payload in zip(kind.forms, kind.payloads, strict=True)
    ]
    labels = [label for _, label in told]
    beside = labels
    if len(told) > 1:
        sentences = [sentence for sentence, _ in told]
        labels = [str(number) for number in kind.numbers] or short_labels(sentences)
        beside = labels_beside(labels, [[piece.word for piece in pieces] for pieces in drawn])
    return [
        ChoiceButton(
            sentence=sentence,
            label=labels[index],
            beside="" if _is_list(kind, index) else beside[index],
            value=event_value(kind.events[index]),
            pieces=drawn[index],
            seat=_chosen_seat(kind, index),
        )
        for index, (sentence, _) in enumerate(told)
    ]


def _is_list(kind: Answers, index: int) -> bool:
    payload, fields = kind.payloads[index], kind.forms[index].fields
    return any(one.many and payload.get(one.name) for one in fields)


def _chosen_seat(kind: Answers, index: int) -> int | None:
    """Return the seat that tells an answer apart, if one does."""
    payload, form = kind.payloads[index], kind.forms[index]
    seats = (*form.seats, *[one.name for one in form.fields if one.seats])
    return next((payload[name] for name in seats if name in kind.differing), None)


def _pieces_of(
    rules: AnyRules, fields: Sequence[Field], payload: Payload, language: str
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
