"""The words of what a ladder refuses, and the HTTP status each refusal becomes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: Mapping[str, str | Promise] = {
    "unknown_ladder": _("There is no such ladder."),
    "ladder_frozen": _("This ladder is frozen: nothing is rated on it any more."),
    "ladder_not_frozen": _("This ladder is not frozen."),
    "bad_ladder_rules": _("This cannot be the rule of a ladder: %(field)s."),
    "bad_ladder_dates": _("The last day of a ladder cannot be before its first."),
    "bad_share": _("Players are drawn towards the mean by 0 to 100 percent."),
    "other_system": _("A new period keeps the rating system of the one before."),
    "unknown_columns": _("These columns are not known: %(names)s."),
    "missing_columns": _("A start list needs these columns: %(names)s."),
    "bad_start_rating": _("Line %(line)s: “%(value)s” is not a rating above 0 and up to %(most)s."),
    "bad_start_matches": _("Line %(line)s: “%(value)s” is not a number of matches."),
    "bad_start_player": _("Line %(line)s: “%(value)s” is not the id of a player."),
    "start_list_not_csv": _("Line %(line)s cannot be read as a table."),
    "start_column_twice": _("The column “%(column)s” appears twice."),
    "start_line_too_long": _("Line %(line)s has more cells than there are columns."),
    "start_list_empty": _("The start list is empty."),
    "start_list_too_long": _("A start list has at most %(limit)s lines."),
    "start_name_missing": _("Line %(line)s names nobody."),
    "start_unknown_player": _("Line %(line)s: the club has no player “%(name)s”."),
    "start_ambiguous_player": _(
        "Line %(line)s: the club has several players named “%(name)s”; give their id instead."
    ),
    "player_listed_twice": _("Line %(line)s: “%(name)s” is on the list already."),
    "match_unfinished": _("The match is not over yet."),
    "no_result": _("The match has ended without a result."),
    "not_rated": _("It was decided when the match began that it does not count for ratings."),
    "other_game": _("This ladder is for another game."),
    "other_dates": _("The match was not played between the days of this ladder."),
    "other_source": _("This ladder does not count matches recorded this way."),
    "imported": _("The match was imported, and this ladder counts no imported matches."),
    "not_in_tournament": _("This ladder counts matches of tournaments only."),
    "not_rated_there": _("The rules of its tournament do not rate such a result."),
    "stopped_early": _("The match was stopped, and this ladder does not count such a result."),
    "with_bot": _("A bot sat at the table, and this ladder counts no matches with bots."),
    "too_few_rated": _("Fewer than two players of the club sat at the table."),
    "too_many_at_table": _("A table has 2 to 8 players."),
    "ladders_or_all": _("Name ladders, or say --all."),
}
STATUSES: Mapping[str, int] = {
    "unknown_ladder": 404,
    "ladder_frozen": 409,
    "ladder_not_frozen": 409,
    "match_unfinished": 409,
    "no_result": 409,
    "not_rated": 409,
    "other_game": 409,
    "other_dates": 409,
    "other_source": 409,
    "imported": 409,
    "not_in_tournament": 409,
    "not_rated_there": 409,
    "stopped_early": 409,
    "with_bot": 409,
    "too_few_rated": 409,
}
"""Those that are no fault of the input: something is not there, or not so any more."""
