"""Ready-made rules that a ladder can begin with."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from tournaments.ladders.ratings.rules import KPolicy, LadderRules
from tournaments.ladders.web.form_data import form_data
from tournaments.preset_forms import FormPreset

_CLUB = LadderRules()
_LIVELY = replace(
    _CLUB,
    k=KPolicy(
        provisional=80, normal=56, established=40, provisional_matches=5, established_from=40
    ),
    provisional_matches=5,
    stale_days=60,
    hidden_days=120,
)


def _preset(code: str, name: str | Promise, words: str | Promise, rules: LadderRules) -> FormPreset:
    values = form_data("", rules)
    # What a ladder is called and which matches it is about is asked beside the presets.
    asked = ("title", "games", "since", "until", "after")
    return FormPreset(
        code, name, words, {name: values[name] for name in values if name not in asked}
    )


LADDER_PRESETS = (
    _preset(
        "club",
        _("Club ladder (Elo)"),
        _("The classic numbers around 1500; every match at a table counts, newcomers move faster."),
        _CLUB,
    ),
    _preset(
        "lively",
        _("Quick and lively"),
        _("One evening moves a lot; who stays away for four months leaves the list."),
        _LIVELY,
    ),
    _preset(
        "openskill",
        _("Fair to newcomers (OpenSkill)"),
        _("Finds somebody's level after few matches and says how unsure it is."),
        replace(_CLUB, system="openskill", provisional_matches=5),
    ),
    _preset(
        "tournaments",
        _("Tournaments only"),
        _("Only matches of tournaments count, and ratings move slowly: a title to play for."),
        replace(
            _CLUB,
            tournaments_only=True,
            k=KPolicy(provisional=32, normal=24, established=16),
            hidden_days=730,
        ),
    ),
)
