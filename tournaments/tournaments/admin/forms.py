"""The form of the admin by which a tournament is begun, empty or from a preset."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.errors import RuleViolation
from games.registry import games
from replays.errors import refused
from replays.management.base import refusal_line
from replays.web.pages import game_name
from tournaments.tournaments.director.commands.setup import planned_stages
from tournaments.tournaments.director.presets import PresetPlan, preset_named, read_plan
from tournaments.tournaments.director.rules import LEAST_SEATS, MOST_ROUNDS, MOST_SEATS
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.presets import PRESET_WORDS

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Tournament]
else:
    _ModelForm = forms.ModelForm

_ANSWERS = ("size", "rounds", "final")
_AS_USUAL = _("Empty: as the preset usually has it.")


class TournamentForm(_ModelForm):
    """What it is called, when it is held, and by which preset its stages are planned."""

    preset = forms.ChoiceField(
        label=_("Preset"), required=False, help_text=_("The stages can be changed afterwards.")
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    size = forms.IntegerField(
        label=_("Usual number at a table"),
        min_value=LEAST_SEATS,
        max_value=MOST_SEATS,
        required=False,
        help_text=_AS_USUAL,
    )
    rounds = forms.IntegerField(
        label=pgettext_lazy("tournament", "Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_AS_USUAL,
    )
    final = forms.IntegerField(
        label=_("How many go on"),
        min_value=0,
        max_value=64,
        required=False,
        help_text=_("To the final table or the elimination; 0 for none."),
    )

    class Meta:
        model = Tournament
        fields = ("club", "title", "day")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presets = [(code, name) for code, (name, _words) in PRESET_WORDS.items()]
        self._offer("preset", [("", _("no stages yet")), *presets])
        self._offer("game", [(rules.slug, game_name(rules.slug)) for rules in games()])

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        if isinstance(field := self.fields.get(name), forms.ChoiceField):
            field.choices = choices

    def clean_title(self) -> str:
        """Refuse a title that cannot be printed."""
        title = " ".join(str(self.cleaned_data["title"]).split())
        if not title or not title.isprintable():
            raise ValidationError(_("A title is needed."), code="title_missing")
        return title

    def clean(self) -> dict[str, Any]:
        """Refuse a plan that its game cannot be played by."""
        super().clean()
        try:
            self.cleaned_data["plan"] = self._plan()
        except RuleViolation as violation:
            raise ValidationError(refusal_line(refused(violation)), code=violation.code) from None
        return self.cleaned_data

    def _plan(self) -> PresetPlan | None:
        """Return the stages that were asked for; what a preset does not know is not read."""
        data = self.cleaned_data
        if not data.get("preset") or not data.get("game"):
            return None
        asked = {
            name: data.get(name) for name in _ANSWERS if name in preset_named(data["preset"]).usual
        }
        said = {name: value for name, value in asked.items() if value is not None}
        plan = read_plan({"preset": data["preset"], "game": data["game"], **said})
        planned_stages(plan)
        return plan
