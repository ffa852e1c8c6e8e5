"""What seasons are made of, in the visitor's words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from replays.web.access import language
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS

_TIE_BREAKS: Mapping[str, str | Promise] = {
    "evenings_won": gettext_lazy("Evenings won"),
    "match_wins": gettext_lazy("Matches won"),
    "best_evenings": gettext_lazy("Best evenings"),
    "last_evenings": gettext_lazy("Latest evenings"),
    "head_to_head": gettext_lazy("Head to head"),
    "attended": gettext_lazy("Evenings attended"),
}


def tie_break_name(code: str) -> str | Promise:
    """Return the name of a tie-break of a season."""
    return _TIE_BREAKS.get(code, code)


def tie_break_definition(code: str) -> str:
    """Return what a tie-break of a season counts."""
    found = SEASON_TIE_BREAKS[code]
    return found.french if language() == "fr" else found.english
