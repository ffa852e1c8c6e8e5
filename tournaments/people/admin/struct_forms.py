"""A command as a form: every field of its struct is an input, made from the field's own type."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin
from uuid import UUID

import msgspec
from django import forms
from django.utils.translation import gettext_lazy

from replays.http.structs import is_struct
from tournaments.commands import LONGEST_TITLE, Thing, is_ordered, named_thing
from tournaments.people.admin.hints import EMPTY, bare, default_of, item_of, place_of, without_none
from tournaments.people.admin.inputs import (
    Choice,
    GroupsField,
    LinesField,
    NamesField,
    NumbersField,
    PairsField,
)
from tournaments.people.admin.worlds import Part, Section, Sent, Struct, Word, World

DAYS, LONG_TEXTS = frozenset({"day"}), frozenset({"text"})
SPARE_ROWS = 2


class StructForm(forms.Form):
    """The fields of a struct as inputs, and the structs in it as forms inside the form."""

    def __init__(self, struct: Struct, world: World, sent: Sent, *, optional: bool = False) -> None:
        super().__init__(
            sent.data, sent.files, prefix=sent.prefix or None, initial=dict(sent.start)
        )
        self.struct, self.world, self.optional = struct, world, optional
        self.parts: dict[str, Part] = {}
        fields = {field.name: field for field in msgspec.structs.fields(struct)}
        self.place = place_of(fields)
        if self.place:
            self._add_place()
        for name, field in fields.items():
            if name not in self.place:
                self._add(field, sent)

    def is_valid(self) -> bool:
        """Judge the whole of it, so that everything that is wrong is said at once."""
        return all([super().is_valid(), *(part.is_valid() for part in self.parts.values())])

    def value(self) -> dict[str, Any] | None:
        """Return the fields that say something; what is left empty is as the struct has it."""
        if self.optional and not self.has_changed():
            return None
        said = {
            name: value.isoformat() if isinstance(value, date) else value
            for name, value in self.cleaned_data.items()
            if value not in EMPTY
        }
        if self.place:
            said |= zip(self.place, said.pop("place").split("/"), strict=True)
        parts = {name: part.value() for name, part in self.parts.items()}
        return said | {name: value for name, value in parts.items() if value is not None}

    def sections(self, legend: Word = "") -> list[Section]:
        own = Section(legend, list(self.visible_fields()), list(self.non_field_errors()))
        inside = [
            section
            for name, part in self.parts.items()
            for section in part.sections(self.world.words.label(self.struct, name))
        ]
        return [own, *inside] if own.fields or own.errors else inside

    def _add_place(self) -> None:
        last = self.place[-1]
        self.fields["place"] = forms.ChoiceField(
            label=self.world.words.label(self.struct, last),
            choices=lambda: [("", "–"), *self.world.places(len(self.place))],
        )
        if all(name in self.initial for name in self.place):
            self.initial["place"] = "/".join(str(self.initial[name]) for name in self.place)

    def _add(self, field: msgspec.structs.FieldInfo, sent: Sent) -> None:
        name, words = field.name, self.world.words
        below = sent.below(name, self.initial.get(name))
        own = self.world.part(self.struct, name, below)
        hint, _ = without_none(field.type)
        inner, item = bare(hint), bare(item_of(hint))
        if own is not None:
            self.parts[name] = own
        elif is_struct(inner):
            self.parts[name] = StructForm(inner, self.world, below, optional=not field.required)
        elif is_struct(item):
            self.parts[name] = Rows(item, self.world, below)
        else:
            made = self._input(hint, name)
            made.label = words.label(self.struct, name)
            made.help_text = words.help(self.struct, name)
            made.required = field.required and not isinstance(made, forms.BooleanField)
            made.initial = _offered(made, default_of(field))
            self.fields[name] = made

    def _input(self, hint: Any, name: str) -> forms.Field:
        """Return the input that the type of a field asks for."""
        thing, item = named_thing(hint), item_of(hint)
        if thing is not None:
            return forms.ChoiceField(choices=self._choices(thing, empty=True))
        if item is not None:
            return self._several(item)
        plain = bare(hint)
        if get_origin(plain) is Literal:
            known, codes = self.world.words.values.get(name, {}), get_args(plain)
            return forms.ChoiceField(choices=[(code, known.get(code, code)) for code in codes])
        if get_origin(plain) in (Union, UnionType):
            return self._input(get_args(plain)[0], name)  # the others are other ways to write it
        return _PLAIN[plain](name)

    def _several(self, item: Any) -> forms.Field:
        """Return the input of several values of a type."""
        thing = named_thing(item)
        if thing is not None and is_ordered(item):
            return NamesField(choices=self._choices(thing)())
        if thing is not None:
            return forms.MultipleChoiceField(
                choices=self._choices(thing), widget=forms.CheckboxSelectMultiple
            )
        several = item_of(item)
        if several is not None:
            return GroupsField(choices=self._choices(named_thing(several) or "entrant")())
        if get_origin(bare(item)) is tuple:
            first = named_thing(get_args(bare(item))[0])
            return PairsField(choices=self._choices(first or "entrant")())
        kind, gaps = without_none(item)
        return NumbersField(gaps=gaps) if bare(kind) is int else LinesField()

    def _choices(self, thing: Thing, *, empty: bool = False) -> Callable[[], list[Choice]]:
        def offered() -> list[Choice]:
            known = list(self.world.choices(thing, self.struct))
            return [("", "–"), *known] if empty else known

        return offered


class Rows:
    """Several structs of one kind, a form each, and a few empty ones for more."""

    def __init__(self, struct: Struct, world: World, sent: Sent) -> None:
        self._needed = [field.name for field in msgspec.structs.fields(struct) if field.required]
        starts: Sequence[Mapping[str, Any]] = list(sent.start or ())
        known = sent.read("rows")
        count = int(known) if known.isdigit() and len(known) < 4 else len(starts) + SPARE_ROWS
        self._counter = forms.Form(sent.data, prefix=sent.prefix, initial={"rows": count})
        self._counter.fields["rows"] = forms.IntegerField(widget=forms.HiddenInput, required=False)
        self._forms = [
            self._form(struct, world, sent.below(str(number), start))
            for number, start in enumerate([*starts, *[{}] * count][:count])
        ]

    def _form(self, struct: Struct, world: World, sent: Sent) -> tuple[StructForm, bool]:
        """Return the form of a row and whether anything was filled in: if not, it is no row."""
        filled = any(sent.read(name).strip() for name in self._needed)
        form = StructForm(
            struct, world, sent if filled or sent.data is None else sent._replace(data=None)
        )
        form.use_required_attribute = False
        return form, filled

    @property
    def first(self) -> StructForm:
        return self._forms[0][0]

    def is_valid(self) -> bool:
        """Judge every row, so that everything that is wrong is said at once."""
        judged = [form.is_valid() for form, filled in self._forms if filled]
        return all(judged)

    def value(self) -> list[Any] | None:
        """Return the rows that were filled in; none at all: nothing was said."""
        return [form.value() for form, filled in self._forms if filled] or None

    def sections(self, legend: Word = "") -> list[Section]:
        counter = [self._counter["rows"]]
        rows = [
            Section(f"{legend} {number}", list(form.visible_fields()), [])
            for number, (form, _filled) in enumerate(self._forms, 1)
        ]
        return [Section("", counter, []), *rows]


def _offered(field: forms.Field, value: Any) -> Any:
    """Return what an input starts with; what stands for nothing is no choice."""
    if isinstance(field, forms.ChoiceField) and not field.valid_value(value):
        return None
    return value


def _text(name: str) -> forms.Field:
    if name in DAYS:
        return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    if name in LONG_TEXTS:
        return forms.CharField(strip=False, widget=forms.Textarea(attrs={"rows": 8, "cols": 60}))
    return forms.CharField(max_length=LONGEST_TITLE)


_PLAIN: Mapping[Any, Callable[[str], forms.Field]] = {
    bool: lambda _name: forms.BooleanField(),
    int: lambda _name: forms.IntegerField(),
    UUID: lambda _name: forms.UUIDField(),
    str: _text,
}


class CommandForm(StructForm):
    """A command as a whole, with the reason that is kept beside it."""

    def __init__(self, struct: Struct, world: World, sent: Sent, *, reason: int = 0) -> None:
        super().__init__(struct, world, sent)
        if reason:
            self.fields["reason"] = forms.CharField(
                label=gettext_lazy("Reason"),
                max_length=reason,
                required=False,
                help_text=gettext_lazy("Kept beside the log, for organisers."),
            )

    def value(self) -> dict[str, Any]:
        """Return the command's fields, without the reason."""
        said = super().value() or {}
        said.pop("reason", None)
        return said

    @property
    def reason(self) -> str:
        return str(self.cleaned_data.get("reason", "")).strip()
