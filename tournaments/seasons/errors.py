"""The words of what a season refuses, and the HTTP status each refusal becomes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: Mapping[str, str | Promise] = {
    "unknown_season": _("There is no such season."),
    "evening_of_another_club": _("An evening of a season is a tournament of its own club."),
    "evening_added_already": _("This evening is in the season already."),
    "unknown_evening": _("This tournament is no evening of the season."),
    "bad_evening_position": _("An evening can stand at a position from 1 to %(last)s."),
    "bad_evening_count": _(
        "A season has at most %(limit)s evenings, and not fewer than it has already (%(known)s)."
    ),
    "too_many_evenings": _("A season has at most %(limit)s evenings."),
    "season_closed": _("This season is closed; open it again first."),
    "season_not_closed": _("This season is not closed."),
    "season_without_evenings": _("A season without evenings has no champion."),
    "evenings_not_over": _("These evenings are not over yet: %(evenings)s."),
    "season_without_champion": _(
        "Nobody came to at least %(least)s evenings: there is no champion."
    ),
}
STATUSES: Mapping[str, int] = {
    "unknown_season": 404,
    "evening_added_already": 409,
    "unknown_evening": 404,
    "too_many_evenings": 409,
    "season_closed": 409,
    "season_not_closed": 409,
    "season_without_evenings": 409,
    "evenings_not_over": 409,
    "season_without_champion": 409,
}
"""Those that are no fault of the input: something is not there, or not so any more."""
