"""The forms of the admin by which a ladder is begun and changed."""

import json
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.management.base import refusal_line
from tournaments.commands import LONGEST_TITLE
from tournaments.ladders.commands import Command, NewLadder, NewPeriod, Revise, StartList
from tournaments.ladders.models import Ladder
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.services.ladders import require_sound
from tournaments.people.csv import LARGEST_FILE, decoded

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Ladder]
else:
    _ModelForm = forms.ModelForm

RULES_HELP = _("In JSON; what is left out is as usual.")


class RulesField(forms.JSONField):
    """The rules of a ladder as a JSON object, perhaps an empty one."""

    empty_values = [None, ""]

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 24, "cols": 60}))
        super().__init__(label=_("rules"), help_text=RULES_HELP, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Show one rule per line, so that they can be read."""
        if isinstance(value, str):
            return super().prepare_value(value)
        return json.dumps(value, indent=2, ensure_ascii=False)

    def clean(self, value: Any) -> dict[str, Any]:
        parsed = super().clean(value)
        if not isinstance(parsed, dict):
            raise ValidationError(_("This is not a JSON object."), code="not_an_object")
        return parsed


class LadderForm(_ModelForm):
    """A ladder to begin, with the usual rules to start from."""

    rules = RulesField(initial=lambda: LadderRules().to_data())

    class Meta:
        model = Ladder
        fields = ("club", "title", "rules")

    def clean(self) -> dict[str, Any]:
        """Fill in the usual rules; refuse what the service would refuse."""
        super().clean()
        if not self.errors:
            rules = LadderRules().to_data() | self.cleaned_data["rules"]
            self.cleaned_data["rules"] = rules
            try:
                wanted = NewLadder(title=self.cleaned_data["title"], rules=rules)
                require_sound(club=self.cleaned_data["club"], wanted=wanted)
            except (KaitenError, RuleViolation) as refusal:
                raise ValidationError(refusal_line(refusal), code=refusal.code) from None
        return self.cleaned_data


class RevisionForm(forms.Form):
    """Another title, other rules."""

    title = forms.CharField(
        label=_("title"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("Empty: it stays as it is."),
    )
    rules = RulesField()

    def wanted(self) -> Command:
        return Revise(title=self.cleaned_data["title"] or None, rules=self.cleaned_data["rules"])


class StartListForm(forms.Form):
    """A club's old list, as a file or pasted."""

    file = forms.FileField(label=_("CSV file"), required=False)
    text = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 60}),
        help_text=_(
            "Columns: name (or player, with an id) and rating; matches, if known. "
            "In English or French, with commas, semicolons or tabs."
        ),
    )

    def clean(self) -> dict[str, Any]:
        super().clean()
        upload = self.cleaned_data.get("file")
        if upload is not None:
            if upload.size > LARGEST_FILE:
                self.add_error(
                    "file", refusal_line(KaitenError("file_too_large", limit=LARGEST_FILE))
                )
                return self.cleaned_data
            try:
                self.cleaned_data["text"] = decoded(upload.read())
            except KaitenError as refusal:
                self.add_error("file", refusal_line(refusal))
        return self.cleaned_data

    def wanted(self) -> Command:
        return StartList(text=self.cleaned_data["text"])


class PeriodForm(forms.Form):
    """A ladder that goes on from this one."""

    title = forms.CharField(label=_("title"), max_length=LONGEST_TITLE)
    share = forms.IntegerField(
        label=_("Drawn towards the mean, in percent"),
        initial=0,
        min_value=0,
        max_value=100,
        help_text=_("0: everybody keeps their rating. 100: everybody starts afresh."),
    )

    def wanted(self) -> NewPeriod:
        return NewPeriod(title=self.cleaned_data["title"], share=self.cleaned_data["share"])
