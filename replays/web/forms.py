"""Forms of the pages, made from the options and seats of whatever game it is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.contract import AnyRules
from games.core.setup import Option, OptionValue, longest_text
from games.core.words import help_of, say
from replays.ports import people
from replays.web.access import language
from replays.web.conditions import ConditionalForm
from replays.web.seats import seat_name

LONGEST_GUEST = 40
LARGEST_SCORE = 1_000_000


class NumbersField(forms.CharField):
    """Whole numbers with spaces or commas between them."""

    def prepare_value(self, value: object) -> object:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: object) -> list[int]:
        """Return the numbers, or say that there is something else between them."""
        text = str(super().clean(value))
        try:
            return [int(word) for word in text.replace(",", " ").replace("−", "-").split()]
        except ValueError:
            raise forms.ValidationError(
                _("Write whole numbers with spaces between them.")
            ) from None


def option_field(
    rules: AnyRules, option: Option, box: Mapping[str, OptionValue] = MappingProxyType({})
) -> forms.Field:
    """Return the form field of one option of a game, in the visitor's words, as the box has it."""
    words, language_code = rules.words, language()
    key = f"option.{option.name}"
    common: dict[str, Any] = {
        "label": say(words, key, language_code),
        "help_text": help_of(words, option, language_code),
        "initial": box.get(option.name, option.default) if option.of_box else option.default,
    }
    match option.kind:
        case "flag":
            return forms.BooleanField(required=False, **common)
        case "choice":
            choices = [
                (value, say(words, f"{key}.{value}", language_code)) for value in option.choices
            ]
            return forms.ChoiceField(choices=choices, **common)
        case "set":
            choices = [
                (value, say(words, f"{key}.{value}", language_code)) for value in option.choices
            ]
            return forms.MultipleChoiceField(
                choices=choices, required=False, widget=forms.CheckboxSelectMultiple, **common
            )
        case "integer":
            return forms.IntegerField(min_value=option.least, max_value=option.most, **common)
        case "table":
            return NumbersField(**common)
        case "text":
            needed = option.least > 0
            if needed:  # a default in one language is no name for a box in another
                common["initial"] = ""
            return forms.CharField(required=needed, max_length=longest_text(option), **common)


class OptionRow:
    """The input of one option; `when` says with which choice alone it matters, for scripts.

    `seats` says so of the number of seats; it is `beside` where it does not matter with those of
    the form.
    """

    def __init__(self, form: ConditionalForm, option: Option, seats: int | None = None) -> None:
        self.field = form[f"option_{option.name}"]
        self.when = form.when(f"option_{option.name}")
        self.seats = " ".join(map(str, option.seats or ()))
        self.beside = seats is not None and not option.is_for(seats)


class BoxNote:
    """What a club has said of its box of a game, and where it can say otherwise."""

    def __init__(self, labels: list[str], address: str) -> None:
        self.labels, self.address = labels, address

    @classmethod
    def of(cls, rules: AnyRules, club_id: UUID, box: Mapping[str, OptionValue]) -> "BoxNote | None":
        """Return the note of a club's box; None for a game of which nothing can be said."""
        names = [option.name for option in rules.options() if option.of_box]
        address = people().box_address(club_id, rules.slug)
        if address is None or not names:
            return None
        said = [say(rules.words, f"option.{name}", language()) for name in names if name in box]
        return cls(said, address)


class SeatFields:
    """The inputs of one seat, for a template."""

    def __init__(self, form: forms.Form, seat: int, names: tuple[str, ...]) -> None:
        self.seat = seat
        self.name = seat_name(seat)
        inputs = {name: form[key] for name in names if (key := f"{name}_{seat}") in form.fields}
        self.inputs = list(inputs.values())
        self.player, self.guest, self.score = map(inputs.get, ("player", "guest", "score"))


class OptionForm(ConditionalForm):
    """A form that asks for the options of a game, for a number of seats."""

    rules: AnyRules
    seats: int
    box: BoxNote | None = None
    """What the form takes for granted of the club's box, if the game has anything in one."""

    def add_options(self, club_id: UUID | None = None) -> None:
        """Add the input of every option that matters with so many seats, as in the club's box."""
        box = people().box(club_id, self.rules.slug) if club_id else {}
        self.box = BoxNote.of(self.rules, club_id, box) if club_id else None
        for option in self._offered():
            self.fields[f"option_{option.name}"] = option_field(self.rules, option, box)
        self.whens = {
            f"option_{option.name}": (f"option_{option.when[0]}", option.when[1])
            for option in self._offered()
            if option.when is not None
        }

    @property
    def first_options(self) -> list[OptionRow]:
        """The inputs of what a match is made of: options that the others must agree with."""
        return [self._row(option) for option in self._offered() if self._comes_first(option)]

    @property
    def other_options(self) -> list[OptionRow]:
        return [self._row(option) for option in self._offered() if not self._comes_first(option)]

    def _row(self, option: Option) -> OptionRow:
        return OptionRow(self, option, self.seats)

    def _comes_first(self, option: Option) -> bool:
        """Say whether an option is asked for outright: all are where nothing else is."""
        if self.rules.reported_only or option.agrees is not None:
            return True
        known = {other.name: other for other in self.rules.options()}
        return option.when is not None and self._comes_first(known[option.when[0]])

    @property
    def has_option_errors(self) -> bool:
        """True when the options must be shown because one of them is wrong."""
        return any(name.startswith("option_") for name in self.errors) or bool(
            self.non_field_errors()
        )

    def options(self) -> dict[str, object]:
        """Return the chosen options; the rules know the default of all others."""
        return {
            name.removeprefix("option_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith("option_")
        }

    def options_beside_the_box(self) -> dict[str, object]:
        """Return the same without the box if that is as the club has described it.

        What is not begun at once then follows the box as it is described when it begins.
        """
        chosen = self.options()
        box = {option.name for option in self.rules.options() if option.of_box} & chosen.keys()
        if any(chosen[name] != self.fields[f"option_{name}"].initial for name in box):
            return chosen
        return {name: value for name, value in chosen.items() if name not in box}

    def refuse(self, option: object, message: str) -> None:
        """Put a refusal beside the option that it names, at the top if that is not asked for."""
        name = f"option_{option}"
        beside = name in self.fields and self.asks_for(name)
        self.add_error(name if beside else None, message)

    def _offered(self) -> list[Option]:
        return [option for option in self.rules.options() if option.is_for(self.seats)]
