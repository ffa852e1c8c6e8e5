"""Forms of the pages, made from the options and seats of whatever game it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.contract import AnyRules
from games.core.setup import Option, OptionValue, longest_text
from games.core.words import help_of, say
from replays.ports import people
from replays.services.seats import SeatChoice
from replays.web.access import language
from replays.web.conditions import ConditionalForm
from replays.web.moments import end_field
from replays.web.seats import is_bot, newcomer, player_called, seat_name

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
    """The input of one option; `when` says with which choice alone it matters, for scripts."""

    def __init__(self, form: ConditionalForm, option: Option) -> None:
        self.field = form[f"option_{option.name}"]
        self.when = form.when(f"option_{option.name}")


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
        return [OptionRow(self, option) for option in self._offered() if self._comes_first(option)]

    @property
    def other_options(self) -> list[OptionRow]:
        return [
            OptionRow(self, option) for option in self._offered() if not self._comes_first(option)
        ]

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
        return [
            option
            for option in self.rules.options()
            if option.seats is None or option.seats[0] <= self.seats <= option.seats[1]
        ]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the address asks for: the game, the seats, the club, and how it is told."""

    rules: AnyRules
    seats: int
    club: UUID
    mode: str
    """`record`, or one of the ways to report: `report` (scores here), `rounds`, `count`."""

    @property
    def reports(self) -> bool:
        """True when only the result will be known."""
        return self.mode != "record"

    @property
    def asks_scores(self) -> bool:
        """True when the scores stand on the same form."""
        return self.mode == "report"


class NewMatchForm(OptionForm):
    """Who sits where, by which options, and the scores if only those are known."""

    def __init__(
        self,
        *args: Any,
        plan: Plan,
        roster: list[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats, self.asks_scores = plan.rules, plan.seats, plan.asks_scores
        self.roster = dict(roster)
        for seat in range(plan.seats):
            self._add_seat(seat)
        if not plan.reports:
            self.fields["source"] = forms.ChoiceField(
                label=_("Dice and cards"),
                choices=[
                    ("table", _("are on a real table; I enter what they show")),
                    ("online", _("are rolled and drawn by Kaiten")),
                ],
                initial="table",
                widget=forms.RadioSelect,
            )
        if plan.asks_scores:
            self.fields["ended_at"] = end_field(plan.club)
        self.fields["rated"] = forms.BooleanField(
            label=_("Rated"),
            initial=True,
            required=False,
            help_text=_(
                "It counts for the club's ladders; one that Kaiten deals and rolls, for those that"
                " ask for such matches. This cannot be changed later."
            ),
        )
        self.add_options(plan.club)

    def _add_seat(self, seat: int) -> None:
        choices = [("", _("– choose –")), *self.roster.items()]
        self.fields[f"player_{seat}"] = forms.ChoiceField(
            label=_("Player"), choices=choices, required=False
        )
        self.fields[f"guest_{seat}"] = forms.CharField(
            label=_("or a guest's name"), required=False, max_length=LONGEST_GUEST
        )
        if self.asks_scores:
            self.fields[f"score_{seat}"] = forms.IntegerField(
                label=_("Score"), min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE
            )

    @property
    def seat_rows(self) -> list[SeatFields]:
        names = ("player", "guest", "score")
        return [SeatFields(self, seat, names) for seat in range(self.seats)]

    def clean(self) -> dict[str, Any]:
        """Refuse somebody at two seats, a seat with both a player and a guest, a blind bot."""
        data = super().clean()
        taken: dict[str, int] = {}
        bots = False
        for seat in range(self.seats):
            player, guest = data.get(f"player_{seat}"), data.get(f"guest_{seat}")
            if player and guest:
                self.add_error(f"guest_{seat}", _("Choose a player or name a guest, not both."))
            person = player or player_called(guest or "", self.roster) or (guest or "").casefold()
            bots = bots or is_bot(person)
            if person and person in taken and not is_bot(person):
                self.add_error(f"player_{seat}", _("This player sits at another seat already."))
            taken[person] = seat
        if bots and data.get("source") == "table":
            self.add_error("source", _("A bot plays only where Kaiten rolls and draws."))
        return data

    def people(self, key: UUID) -> tuple[list[SeatChoice], dict[UUID, str]]:
        """Return who is to sit where and which of them are guests to be made."""
        players: list[SeatChoice] = []
        guests: dict[UUID, str] = {}
        for seat in range(self.seats):
            guest = self.cleaned_data[f"guest_{seat}"]
            known = self.cleaned_data[f"player_{seat}"] or player_called(guest, self.roster)
            choice, new_guest = newcomer(known, guest, uuid5(key, f"guest/{seat}"))
            players.append(choice)
            guests |= new_guest
        return players, guests

    @property
    def rated(self) -> bool | None:
        """Whether it counts for ratings; None leaves that to each ladder."""
        if not self.cleaned_data["rated"]:
            return False
        return True if self.cleaned_data.get("source", "table") == "table" else None

    def scores(self) -> list[int]:
        return [self.cleaned_data[f"score_{seat}"] for seat in range(self.seats)]
