"""What the recorder offers next, made from the needs of any game."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.needs import Field, Form, Need
from games.core.words import say
from replays.web import buttons
from replays.web.layout import arranged, rows_of

ACTOR = "seat"
"""What events call the seat that acts; the heading of a prompt names it."""

FEW_BUTTONS = 3


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
    name: str
    label: str
    many: bool
    least: int
    most: int
    ordered: bool
    unknown: bool
    items: tuple[buttons.Piece, ...]
    entered: tuple[str, ...] = ()
    seats: bool = False
    """True when its items are seats, which have a colour."""
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
    def is_void(self) -> bool:
        """True when there is nothing to fill in, and nothing has to be."""
        return not self.items and not self.least

    @property
    def is_numbers(self) -> bool:
        """True when its items are plain numbers, which stand in a row."""
        return not self.seats and all(isinstance(item.raw, int) for item in self.items)

    @property
    def exact(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class FormPanel:
    """One type of event with the fields that are open."""

    event: str
    title: str
    fixed: str
    fields: tuple[FieldPanel, ...]
    legal: str = ""
    """Every answer there is, as places of the items of each field; empty where more are possible.

    See `layout.rows_of`.
    """
    seat: int | None = None
    """The seat it is about besides the one that acts."""

    @property
    def records_itself(self) -> bool:
        """True where the last thing that is tapped says all there is to say."""
        if self.legal:
            return True
        asked = [field for field in self.fields if not field.is_void]
        return len(asked) == 1 and bool(asked[0].items) and asked[0].exact

    @property
    def extras(self) -> list[str]:
        """What may be filled in but need not be."""
        return [field.label for field in self.fields if not field.least and field.items]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One need: legal choices as buttons, or forms, or both where buttons cannot say it all."""

    key: str
    title: str
    seat: int | None
    performer: int | None
    """The seat that does it, also where chance decides; `who` is its name."""
    who: str
    groups: tuple[buttons.ChoiceGroup, ...]
    forms: tuple[FormPanel, ...]

    @property
    def opens_form(self) -> bool:
        """True when so few answers are buttons that one of the forms is what is looked for."""
        return sum(len(group.choices) for group in self.groups) <= FEW_BUTTONS

    @property
    def is_chance(self) -> bool:
        return self.seat is None


@dataclass(frozen=True, slots=True)
class Chooser:
    """One seat of those that choose at the same time."""

    seat: int
    label: str
    prompt: Prompt | None
    """What it may choose; None once it has chosen."""
    open: bool


@dataclass(frozen=True, slots=True)
class Together:
    """The seats that choose at the same time; empty where the match waits for one alone."""

    seats: tuple[Chooser, ...] = ()

    @property
    def answered(self) -> list[Chooser]:
        return [chooser for chooser in self.seats if chooser.prompt is None]

    @property
    def waiting(self) -> list[Chooser]:
        return [chooser for chooser in self.seats if chooser.prompt is not None]


def choosing_together(
    prompts: Sequence[Prompt],
    answered: Collection[int],
    labels: Sequence[str],
    current: int | None = None,
) -> Together:
    """Return the seats that choose at the same time, in their order.

    The first that has not chosen is open, or the `current` one.
    """
    waiting = {prompt.seat: prompt for prompt in prompts if prompt.seat is not None}
    if len(waiting) < len(prompts) or len(waiting) + len(answered) < 2:
        return Together()
    shown = current if current in waiting else min(waiting)
    return Together(
        tuple(
            Chooser(seat, labels[seat], waiting.get(seat), seat == shown)
            for seat in sorted({*waiting, *answered})
        )
    )


def make_prompts(
    rules: AnyRules,
    state: Any,
    labels: Sequence[str],
    language: str,
    enters_for: Callable[[int | None], bool] = lambda _: True,
) -> tuple[Prompt, ...]:
    """Return everything that may be recorded next.

    `enters_for` leaves out the seats (None: chance) whose answers are not entered here.
    """
    return tuple(
        replace(_prompt(rules, state, need, labels, language), key=f"need-{index}")
        for index, need in enumerate(rules.needs(state))
        if enters_for(need.seat)
    )


def refilled(prompts: tuple[Prompt, ...], entered: Entered | None) -> tuple[Prompt, ...]:
    """Return prompts with a refused form as it was."""
    if entered is None:
        return prompts
    return tuple(
        replace(prompt, forms=tuple(_refilled(form, entered) for form in prompt.forms))
        for prompt in prompts
    )


def rolled(prompt: Prompt) -> Prompt:
    """Return a prompt without anything to enter if it is chance's: the server draws."""
    return replace(prompt, groups=(), forms=()) if prompt.is_chance else prompt


def _refilled(form: FormPanel, entered: Entered) -> FormPanel:
    if (form.event, form.fixed) != (entered.event, entered.fixed):
        return form
    fields = tuple(
        replace(field, entered=tuple(entered.values.get(field.input_name, ())))
        for field in form.fields
    )
    return replace(form, fields=fields)


def _prompt(
    rules: AnyRules, state: Any, need: Need, labels: Sequence[str], language: str
) -> Prompt:
    choices = buttons.every_choice(rules, state, need)
    if choices is None:
        listed = buttons.plain_choices(rules, state, need) if need.seat is not None else []
        kinds = arranged(need, listed)
        forms = tuple(
            _form(rules, form, labels, language)
            for form in need.forms
            if not (listed and buttons.is_covered_by_plain_choices(form))
        )
    else:
        every = arranged(need, choices)
        kinds = [kind for kind in every if kind.are_buttons]
        parts = [kind for kind in every if not kind.are_buttons]
        forms = tuple(
            replace(_form(rules, form, labels, language), legal=_legal(form, rows))
            for form in need.forms
            if (rows := rows_of(form, parts))
        )
    return Prompt(
        key="",
        title=say(rules.words, f"need.{need.kind}", language),
        seat=need.seat,
        performer=need.performer,
        who="" if need.performer is None else labels[need.performer],
        groups=buttons.grouped(
            rules, kinds, lambda event: rules.describe(state, event, labels, language), language
        ),
        forms=forms,
    )


def _form(rules: AnyRules, form: Form, labels: Sequence[str], language: str) -> FormPanel:
    told = [name for name in form.fixed if name != ACTOR]
    fixed_texts = [_fixed_text(rules, form, name, labels, language) for name in told]
    title = buttons.event_title(rules, form.event, language)
    panels = [field_panel(rules, field, labels, language) for field in form.fields]
    return FormPanel(
        event=form.event,
        title=f"{title} · {', '.join(fixed_texts)}" if fixed_texts else title,
        fixed=canonical_json(form.fixed),
        fields=tuple(
            replace(panel, pool=_pool(form, field))
            for panel, field in zip(panels, form.fields, strict=True)
        ),
        seat=next((form.fixed[name] for name in told if name in form.seats), None),
    )


def _legal(form: Form, rows: list[list[list[int]]]) -> str:
    """Return all answers to a form; nothing where what is hidden allows for others."""
    hidden = any(field.unknown for field in form.fields)
    return "" if hidden else canonical_json(rows)


def _pool(form: Form, field: Field) -> str:
    """Return the name of the supply that several fields of a form take from, if they share one."""
    stock = (field.of, field.supply)
    if not field.supply or [(one.of, one.supply) for one in form.fields].count(stock) < 2:
        return ""
    return next(one.name for one in form.fields if (one.of, one.supply) == stock)


def _fixed_text(
    rules: AnyRules, form: Form, name: str, labels: Sequence[str], language: str
) -> str:
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
        buttons.make_piece(rules, item, language, count)
        for item, count in zip(field.of, supply, strict=True)
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
        seats=field.seats,
    )
