"""The words of what a file of past results is refused for."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: Mapping[str, str | Promise] = {
    "too_many_matches": _("At most %(limit)s matches can be imported at once."),
    "too_many_names": _("At most %(limit)s people can be named in one file."),
    "layouts_mixed": _(
        "The file names both “player” and “player 1”: tell a match a line, or a seat a line."
    ),
    "match_column_missing": _(
        "Where each line tells one seat, a column “match” or “table” says which lines belong"
        " together."
    ),
    "match_apart": _("The lines of one match must stand together; see line %(earlier)s."),
    "day_missing": _("The date is missing."),
    "unknown_day": _("“%(text)s” is not a date such as 2026-01-31 or, day first, 31/01/2026."),
    "unknown_time": _("“%(text)s” is not a time such as 20:30 or 20h30."),
    "unknown_score": _("“%(text)s” is not a score: a whole number is expected."),
    "unknown_place": _("“%(text)s” is not a place such as 1, 1st or 1er."),
    "unknown_best_score": _("“%(text)s” does not say which score is the best: highest or lowest."),
    "game_missing": _("The game is missing."),
    "seat_without_player": _("There is a score or a place without a player."),
    "result_missing": _("Give every player a score, or every player a place."),
    "name_unknown": _("Nobody in the club is called %(names)s."),
    "name_in_doubt": _("Say first who this is: %(names)s."),
    "game_resembles": _("“%(text)s” is logged as a game of its own. Was %(known)s meant?"),
    "bad_decision": _(
        "“%(name)s” is decided with `new`, `guest`, the id of a player of the club, or another"
        " name of the file."
    ),
    "unknown_missing": _("What happens to unknown names is one of: %(known)s."),
}
