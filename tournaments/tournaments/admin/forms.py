"""The forms of the admin by which a tournament is begun and directed."""

from typing import TYPE_CHECKING, Any, get_args

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.errors import refused
from replays.management.base import refusal_line
from replays.notes import LONGEST_NOTE
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.catalogue import command_names, read_command
from tournaments.tournaments.director.commands.corrections import Correct
from tournaments.tournaments.director.commands.entries import Drop
from tournaments.tournaments.director.commands.results import Record
from tournaments.tournaments.director.parts import Kind
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Tournament]
else:
    _ModelForm = forms.ModelForm

Labels = dict[int, str]
NO_SCORE = frozenset("-–−x")
"""How people write that somebody has none."""


class TournamentForm(_ModelForm):
    class Meta:
        model = Tournament
        fields = ("club", "title", "day")

    def clean_title(self) -> str:
        """Refuse a title that cannot be printed."""
        title = " ".join(str(self.cleaned_data["title"]).split())
        if not title or not title.isprintable():
            raise ValidationError(_("A title is needed."), code="title_missing")
        return title


class CommandForm(forms.Form):
    """Something to do to a tournament."""

    def __init__(self, state: State, labels: Labels, data: Any) -> None:
        self.state, self.labels = state, labels
        super().__init__(data, auto_id=f"{type(self).__name__}-%s")

    def command(self) -> Command:
        """Return what the form says, once it is valid."""
        raise NotImplementedError

    def note(self) -> str:
        return str(self.cleaned_data.get("reason", "")).strip()


class ResultForm(CommandForm):
    """The result of a table: its first, or another."""

    table = forms.ChoiceField(label=_("table"))
    kind = forms.ChoiceField(label=_("kind of result"), choices=[(k, k) for k in get_args(Kind)])
    scores = forms.CharField(
        label=_("scores"),
        required=False,
        help_text=_("One whole number per seat, in seat order; - for who was absent."),
    )
    places = forms.CharField(
        label=_("places"), required=False, help_text=_("They follow from the scores if left out.")
    )
    absent = forms.CharField(
        label=_("absent"), required=False, help_text=_("Numbers of entrants who were absent.")
    )
    confirm = forms.BooleanField(label=_("The scores are right, however unlikely"), required=False)

    def __init__(self, state: State, labels: Labels, data: Any) -> None:
        super().__init__(state, labels, data)
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            (
                f"{stage.number}/{row.number}/{table.number}",
                self._described(stage.number, row, table),
            )
            for stage in reversed(state.stages.values())
            for row in reversed(stage.rounds.values())
            for table in row.tables.values()
        ]

    def _described(self, stage: int, row: Any, table: Any) -> str:
        names = ", ".join(f"{number} {self.labels[number]}" for number in table.entrants)
        words = f"{stage}/{row.number}/{table.number}: {names}"
        return words if table.result is None else f"{words} ✓"

    def clean(self) -> dict[str, Any]:
        super().clean()
        for name in ("scores", "places", "absent"):
            try:
                words = str(self.cleaned_data.get(name, "")).replace(",", " ").split()
                self.cleaned_data[name] = tuple(
                    None if name == "scores" and word in NO_SCORE else int(word[:12])
                    for word in words
                )
            except ValueError:
                self.add_error(name, ValidationError(_("Whole numbers are expected here.")))
        return self.cleaned_data

    def command(self) -> Command:
        """Return the result; a table that has one gets another."""
        data = self.cleaned_data
        stage, round_, number = map(int, data["table"].split("/"))
        table = self.state.table(stage, round_, number)
        command_class = Record if table is None or table.result is None else Correct
        return command_class(
            stage=stage,
            round=round_,
            table=number,
            kind=data["kind"],
            scores=data["scores"] or None,
            places=data["places"] or None,
            absent=data["absent"],
            confirm=data["confirm"],
        )


class DropForm(CommandForm):
    """Somebody who plays on no more."""

    entrant = forms.TypedChoiceField(label=_("entrant"), coerce=int)

    def __init__(self, state: State, labels: Labels, data: Any) -> None:
        super().__init__(state, labels, data)
        self.fields["entrant"].choices = [  # type: ignore[attr-defined]
            (number, f"{number} {labels[number]}")
            for number, entrant in state.entrants.items()
            if not entrant.dropped
        ]

    def command(self) -> Command:
        return Drop(entrant=self.cleaned_data["entrant"])


class AnyForm(CommandForm):
    """Any command with its fields as JSON."""

    name = forms.ChoiceField(label=_("command"), choices=[(n, n) for n in command_names()])
    body = forms.CharField(
        label=_("fields"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("As the API takes them, in JSON."),
    )
    reason = forms.CharField(label=_("reason"), required=False, max_length=LONGEST_NOTE)

    def clean(self) -> dict[str, Any]:
        super().clean()
        try:
            fields = msgspec.json.decode(self.cleaned_data.get("body") or "{}")
            if not isinstance(fields, dict):
                raise msgspec.DecodeError
            self.cleaned_data["read"] = read_command(self.cleaned_data.get("name", ""), fields)
        except msgspec.DecodeError:
            self.add_error("body", ValidationError(_("This is not a JSON object.")))
        except RuleViolation as violation:
            self.add_error("body", ValidationError(refusal_line(refused(violation))))
        return self.cleaned_data

    def command(self) -> Command:
        read: Command = self.cleaned_data["read"]
        return read
