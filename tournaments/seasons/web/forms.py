"""The form of a season: what an evening gives, how many count, what breaks a tie."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from tournaments.commands import LONGEST_TITLE
from tournaments.preset_forms import PresetForm
from tournaments.seasons.commands import MOST_EVENINGS
from tournaments.seasons.rules import EveningPoints
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS
from tournaments.seasons.web.form_data import TIE_BREAKS
from tournaments.seasons.web.presets import SEASON_PRESETS
from tournaments.tournaments.standings.exact import fraction_from_data

TIE_BREAK_NAMES: Mapping[str, str | Promise] = {
    "evenings_won": _("Evenings won"),
    "match_wins": _("Matches won"),
    "best_evenings": _("Best evenings"),
    "last_evenings": _("Latest evenings"),
    "head_to_head": _("Head to head"),
    "attended": _("Evenings attended"),
}
_POINTS_BY = [
    (EveningPoints.PLACE.value, _("points for the final place")),
    (EveningPoints.SUM.value, _("the points of the evening itself")),
    (EveningPoints.AVERAGE.value, _("the average points per match")),
]


class SeasonForm(PresetForm):
    """A season and its rules."""

    presets = SEASON_PRESETS
    unfolded = ("title", "planned")

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    planned = forms.IntegerField(
        label=_("Planned evenings"),
        min_value=0,
        max_value=MOST_EVENINGS,
        initial=10,
        help_text=_("0 if nobody knows yet."),
    )
    best = forms.IntegerField(
        label=_("How many evenings count"),
        min_value=1,
        required=False,
        help_text=_("Only the best ones count; empty: all."),
    )
    least_evenings = forms.IntegerField(
        label=_("Least evenings to be ranked"), min_value=0, initial=0
    )
    points_by = forms.ChoiceField(label=_("An evening gives"), choices=_POINTS_BY)
    place_points = forms.CharField(
        label=_("Points by place"),
        help_text=_("From first place on, such as 10 8 6 5 4 3 2 1."),
    )
    share_ties = forms.BooleanField(
        label=_("Those who share a place share its points"), required=False
    )
    least_matches = forms.IntegerField(
        label=_("Least matches for an average"), min_value=1, initial=1
    )
    attendance = forms.CharField(
        label=_("Points for coming"), help_text=_("Added for every evening; 0: none."), initial="0"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [("", "–"), *((code, TIE_BREAK_NAMES[code]) for code in SEASON_TIE_BREAKS)]
        for number in range(1, TIE_BREAKS + 1):
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": number},
                choices=offered,
                required=False,
            )

    def clean_place_points(self) -> list[str]:
        """Return the points of each place as text that is an exact fraction."""
        return [_fraction(text) for text in self.cleaned_data["place_points"].split()]

    def clean_attendance(self) -> str:
        """Return the attendance point as text that is an exact fraction."""
        return _fraction(self.cleaned_data["attendance"])

    def season(self) -> dict[str, Any]:
        """Return the fields of a new season or of its revision."""
        rules = dict(self.cleaned_data)
        chosen = [rules.pop(f"tie_break_{number}") for number in range(1, TIE_BREAKS + 1)]
        rules["tie_breaks"] = list(dict.fromkeys(code for code in chosen if code))
        return {"title": rules.pop("title"), "planned": rules.pop("planned"), "rules": rules}


def _fraction(text: str) -> str:
    try:
        return str(fraction_from_data(text.strip()))
    except RuleViolation:
        raise ValidationError(
            _("“%(text)s” is not a number such as 3 or 7/2."), params={"text": text[:20]}
        ) from None
