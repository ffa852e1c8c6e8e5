"""What the recorder offers next, made from the needs of any game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.events import Event
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


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """The legal choices of one kind."""

    title: str
    choices: list[ChoiceButton]


class Entered(NamedTuple):
    """What a refused form held, to be shown again."""

    event: str
    fixed: str
    values: dict[str, list[str]]


class Slot(NamedTuple):
    """One select of a field, for a recorder without scripts."""

    number: int
    value: str


@dataclass(frozen=True, slots=True)
class FieldPanel:
    """One field to fill in."""

    name: str
    label: str
    many: bool
    least: int
    most: int
    ordered: bool
    unknown: bool
    items: tuple[Piece, ...]
    entered: tuple[str, ...] = ()
    prefix: str = ""
    """Tells the same field of several seats apart."""
    pool: str = ""
    """Fields of one pool take from one supply."""

    @property
    def input_name(self) -> str:
        """The name of its inputs; it says whether the value is a list."""
        return f"{self.prefix}{'many' if self.many else 'one'}.{self.name}"

    @property
    def slots(self) -> list[Slot]:
        """One select per item, with what was entered before."""
        count = self.most if self.many else 1
        values = [*self.entered, *[""] * count][:count]
        return [Slot(index, value) for index, value in enumerate(values, 1)]

    @property
    def exact(self) -> bool:
        """True when the number of items is fixed."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class FormPanel:
    """One type of event with the fields that are open."""

    event: str
    title: str
    fixed: str
    fields: tuple[FieldPanel, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One need: either legal choices as buttons, or forms."""

    key: str
    title: str
    seat: int | None
    who: str
    groups: tuple[ChoiceGroup, ...]
    forms: tuple[FormPanel, ...]

    @property
    def is_chance(self) -> bool:
        """True for what nobody chooses."""
        return self.seat is None


def make_prompts(
    rules: AnyRules,
    state: Any,
    labels: Sequence[str],
    language: str,
    entered: Entered | None = None,
) -> tuple[Prompt, ...]:
    """Return everything that may be recorded next; a refused form comes back as it was."""
    prompts = tuple(
        _prompt(rules, state, need, index, labels, language)
        for index, need in enumerate(rules.needs(state))
    )
    if entered is None:
        return prompts
    return tuple(
        replace(prompt, forms=tuple(_refilled(form, entered) for form in prompt.forms))
        for prompt in prompts
    )


def _refilled(form: FormPanel, entered: Entered) -> FormPanel:
    if (form.event, form.fixed) != (entered.event, entered.fixed):
        return form
    fields = tuple(
        replace(field, entered=tuple(entered.values.get(field.input_name, ())))
        for field in form.fields
    )
    return replace(form, fields=fields)


def _prompt(
    rules: AnyRules, state: Any, need: Need, index: int, labels: Sequence[str], language: str
) -> Prompt:
    choices = _choices(rules, state, need)
    groups: tuple[ChoiceGroup, ...] = ()
    forms: tuple[FormPanel, ...] = ()
    if choices is None:
        forms = tuple(_form(rules, form, labels, language) for form in need.forms)
    else:
        groups = _groups(rules, state, choices, labels, language)
    return Prompt(
        key=f"need-{index}",
        title=say(rules.words, f"need.{need.kind}", language),
        seat=need.seat,
        who=labels[need.seat] if need.seat is not None else "",
        groups=groups,
        forms=forms,
    )


def _choices(rules: AnyRules, state: Any, need: Need) -> list[Event] | None:
    """Return the legal answers to a need, or None where a form is shorter."""
    if need.seat is None:
        return None
    types = {form.event for form in need.forms}
    found = (event for event in rules.choices(state, need.seat) if event.type in types)
    choices = list(islice(found, MOST_BUTTONS + 1))
    return None if len(choices) > MOST_BUTTONS else choices


def _groups(
    rules: AnyRules, state: Any, choices: list[Event], labels: Sequence[str], language: str
) -> tuple[ChoiceGroup, ...]:
    groups: dict[str, ChoiceGroup] = {}
    for event in choices:
        group = groups.get(event.type)
        if group is None:
            group = groups[event.type] = ChoiceGroup(event_title(rules, event.type, language), [])
        sentence = rules.describe(state, event, labels, language)
        group.choices.append(
            ChoiceButton(
                sentence=sentence.removesuffix("."),
                value=event_value(event),
                pieces=_pieces_of(rules, event, language),
            )
        )
    return tuple(groups.values())


def event_title(rules: AnyRules, type_: str, language: str) -> str:
    """Return the short label of a type of event."""
    return say(rules.words, f"event.{type_.partition('.')[2]}", language)


def event_value(event: Event) -> str:
    """Return an event as the text a button sends."""
    return canonical_json({"type": event.type, "payload": msgspec.to_builtins(event)})


def _pieces_of(rules: AnyRules, event: Event, language: str) -> tuple[Piece, ...]:
    """Return the things a choice is made of, for games that draw them."""
    for value in msgspec.to_builtins(event).values():
        if isinstance(value, list | tuple) and all(isinstance(item, str | int) for item in value):
            return tuple(_piece(rules, item, language) for item in value)
    return ()


def _form(rules: AnyRules, form: Form, labels: Sequence[str], language: str) -> FormPanel:
    told = [_told(rules, form, name, labels, language) for name in form.fixed]
    title = event_title(rules, form.event, language)
    return FormPanel(
        event=form.event,
        title=f"{title}: {', '.join(told)}" if told else title,
        fixed=canonical_json(form.fixed),
        fields=tuple(field_panel(rules, field, labels, language) for field in form.fields),
    )


def _told(rules: AnyRules, form: Form, name: str, labels: Sequence[str], language: str) -> str:
    value = form.fixed[name]
    if name in form.seats:
        return labels[value]
    return f"{say(rules.words, f'field.{name}', language)} {value}"


def field_panel(
    rules: AnyRules, field: Field, labels: Sequence[str], language: str, words: str = "field"
) -> FieldPanel:
    """Return one field to fill in, under its words `<words>.<name>`."""
    supply: Sequence[int | None] = field.supply or (None,) * len(field.of)
    pieces = [
        _piece(rules, item, language, count) for item, count in zip(field.of, supply, strict=True)
    ]
    if field.seats:
        pieces = [replace(piece, word=labels[int(piece.raw)]) for piece in pieces]
    return FieldPanel(
        name=field.name,
        label=say(rules.words, f"{words}.{field.name}", language),
        many=field.many,
        least=field.least,
        most=field.most,
        ordered=field.ordered,
        unknown=field.unknown,
        items=tuple(pieces),
    )


def _piece(rules: AnyRules, item: Item, language: str, supply: int | None = None) -> Piece:
    word = say(rules.words, f"component.{item}", language) if isinstance(item, str) else str(item)
    return Piece(raw=item, word=word, value=canonical_json(item), supply=supply)
