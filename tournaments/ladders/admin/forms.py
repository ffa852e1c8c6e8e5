"""The forms of the admin by which a ladder is begun and changed: the inputs of its pages."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.management.base import refusal_line
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.models import Ladder
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.services.ladders import require_sound
from tournaments.ladders.web.form_data import form_data
from tournaments.ladders.web.forms import LadderForm
from tournaments.people.csv import LARGEST_FILE, decoded

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Ladder]
else:
    _ModelForm = forms.ModelForm


class NewLadderForm(_ModelForm, LadderForm):
    """A ladder to begin, with the usual rules to start from."""

    class Meta:
        model = Ladder
        fields = ("club", "title")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {**form_data("", LadderRules()), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Refuse what the service would refuse."""
        data = super().clean()
        if not self.errors:
            try:
                wanted = NewLadder(title=data["title"], rules=self.rules())
                require_sound(club=data["club"], wanted=wanted)
            except (KaitenError, RuleViolation) as refusal:
                raise ValidationError(refusal_line(refusal), code=refusal.code) from None
        return data


class RulesForm(LadderForm):
    """The rules of a ladder without its title, which is asked for beside them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["title"]


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

    def value(self) -> str:
        return str(self.cleaned_data["text"])
