"""The forms of past results; what they hold is judged by the services."""

import base64
import binascii
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.past_results.rows import Missing, Wanted
from tournaments.people.csv import LARGEST_FILE
from tournaments.people.services.imports import Mode
from tournaments.people.web.forms import ListForm, OfClub

WHO = "who-"
"""With the name behind it: the field that says who is meant by a name."""


class FileForm(ListForm):
    """A list of results, as a file or pasted from a spreadsheet."""

    field_order = ("club", "file", "text")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.label, text.widget.attrs["rows"] = _("or the lines themselves"), 6
        text.help_text = _("Copy them from the spreadsheet, with the line that names the columns.")


class DecisionForm(OfClub):
    """The same list, looked at: what becomes of names and of lines in doubt."""

    content = forms.CharField(max_length=2 * LARGEST_FILE, widget=forms.HiddenInput)
    missing = forms.ChoiceField(
        label=_("People whom nobody resembles"),
        choices=[
            (Missing.REFUSE.value, _("leave them out: their matches need attention first")),
            (Missing.PLAYER.value, _("add them to the club")),
            (Missing.GUEST.value, _("add them as guests")),
        ],
        widget=forms.RadioSelect,
        initial=Missing.REFUSE.value,
    )
    rated = forms.BooleanField(
        label=_("The matches count for ratings, in the order of their dates"),
        required=False,
        initial=True,
    )
    mode = forms.ChoiceField(
        label=_("If a line has an error or an open question"),
        choices=[
            (Mode.ALL.value, _("import nothing")),
            (Mode.VALID.value, _("leave that match out")),
        ],
        widget=forms.RadioSelect,
        initial=Mode.ALL.value,
    )

    def clean_content(self) -> bytes:
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except (binascii.Error, ValueError):
            raise forms.ValidationError("lost") from None

    def wanted(self) -> Wanted:
        """Return the file and what was decided, also about each name."""
        decisions = {
            field.removeprefix(WHO): value
            for field, value in self.data.items()
            if field.startswith(WHO) and value
        }
        fields = {name: self.cleaned_data[name] for name in ("missing", "rated", "mode")}
        return Wanted(self.cleaned_data["content"], decisions, **fields)
