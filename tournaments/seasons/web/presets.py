"""Ready-made rules that a season can begin with."""

from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.preset_forms import FormPreset
from tournaments.seasons.rules import EveningPoints, SeasonRules
from tournaments.seasons.web.form_data import form_data


def _preset(code: str, name: str | Promise, words: str | Promise, rules: SeasonRules) -> FormPreset:
    values = form_data("", 0, rules)
    asked = ("title", "planned")
    return FormPreset(
        code, name, words, {name: values[name] for name in values if name not in asked}
    )


SEASON_PRESETS = (
    _preset(
        "places",
        _("Points by place, every evening counts"),
        _("10 points for the first, 8 for the second and so on; all of them add up."),
        SeasonRules(),
    ),
    _preset(
        "best_five",
        _("Best 5 of the season"),
        _("The same points; only five evenings of each count, so that nobody has to come always."),
        SeasonRules(best=5),
    ),
    _preset(
        "regulars",
        _("Coming is half the fun"),
        _("Two points for every evening somebody comes, besides those for the place."),
        SeasonRules(attendance=Fraction(2)),
    ),
    _preset(
        "average",
        _("Average per match"),
        _("Who plays well leads, however often they come; ranked from three evenings on."),
        SeasonRules(points_by=EveningPoints.AVERAGE, least_matches=2, least_evenings=3),
    ),
)
