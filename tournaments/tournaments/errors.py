"""The words of what a tournament refuses, and the HTTP status each refusal becomes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MISSING: Mapping[str, str | Promise] = {
    "no_such_table": _("There is no table %(table)s in round %(round)s."),
    "unknown_command": _("There is no such command."),
    "unknown_name": _("Nothing here is called “%(name)s”. There are: %(candidates)s"),
    "unknown_entrant": _("There is no entrant %(entrant)s."),
    "unknown_round": _("Round %(round)s was not announced."),
    "unknown_stage": _("There is no stage %(stage)s."),
    "unknown_table": _("There is no table %(table)s."),
    "unknown_tournament": _("There is no such tournament."),
}
"""Something is not there."""
CONFLICTS: Mapping[str, str | Promise] = {
    "already_in_stage": _("Entrant %(entrant)s plays in this stage already."),
    "ambiguous_name": _("“%(name)s” could be several: %(candidates)s"),
    "absent_not_at_table": _("Somebody noted as absent does not sit at this table."),
    "already_at_a_table": _("Entrant %(entrant)s is playing at table %(table)s already."),
    "clock_not_started": _("The clock of round %(round)s was not started."),
    "clock_started": _("The clock of round %(round)s was started already."),
    "cut_undecided": _("Nothing separates those on the cut line: draw lots or play off."),
    "entered_twice": _("A player can enter only once."),
    "entrant_absent": _("Entrant %(entrant)s is not there: check them in first."),
    "entrant_dropped": _("Entrant %(entrant)s has dropped out."),
    "entrant_has_played": _("Entrant %(entrant)s has played and can only drop out."),
    "entrant_has_result": _("Entrant %(entrant)s has a result in this stage and stays in it."),
    "entrant_not_dropped": _("Entrant %(entrant)s has not dropped out."),
    "entrant_out_of_bracket": _(
        "Others went through because entrant %(entrant)s was not there: withdraw that round first."
    ),
    "entrant_not_placed": _("Entrant %(entrant)s has no table."),
    "entry_closed": _("Nobody can enter once these rounds have begun."),
    "former_stage_open": _("Stage %(stage)s has to be closed first."),
    "later_round_announced": _(
        "A later round stands on round %(round)s: withdraw that one first, or change the result by"
        " a ruling or a correction."
    ),
    "later_stage_begun": _(
        "Stage %(stage)s has begun already: undo its start first, or correct the result as it is."
    ),
    "later_stage_played": _(
        "Stage %(stage)s would have begun otherwise, and tables of it have begun: keep it, or make"
        " it void."
    ),
    "later_table_begun": _(
        "Others would have come to table %(table)s of round %(round)s (stage %(stage)s), which has"
        " begun: only making it void lets this result be corrected."
    ),
    "no_alternate_left": _(
        "No alternate of stage %(stage)s is there: check one in, or say who comes instead."
    ),
    "others_at_later_table": _(
        "Others would come to table %(table)s of round %(round)s (stage %(stage)s): have it taken"
        " back with the correction."
    ),
    "match_has_moves": _(
        "Stage %(stage)s, round %(round)s, table %(table)s: moves of its match were recorded since,"
        " and this would lose them. Take them back in the match first."
    ),
    "no_box_left": _("No box of this game is left."),
    "no_proposal": _("There is no proposal for this stage."),
    "no_repair": _("No change of seats makes every table large enough."),
    "not_an_open_evening": _("This stage has rounds: tables are announced, not begun."),
    "not_at_this_table": _("Entrant %(entrant)s does not sit at this table."),
    "not_in_proposal": _("Entrant %(entrant)s is not in the proposal."),
    "not_in_stage": _("Somebody named is not in this stage: %(entrants)s."),
    "not_seated": _("Somebody has no table: %(entrants)s."),
    "not_the_last_command": _(
        "Something else has happened since: look at what would be undone now."
    ),
    "nothing_played": _("Nothing was played yet."),
    "nothing_to_redo": _("Nothing was undone last: there is nothing to do again."),
    "nothing_to_undo": _("Nothing is left to undo."),
    "open_evening_has_no_rounds": _("An open evening has no rounds."),
    "result_does_not_fit": _("This result does not fit table %(table)s: %(reason)s."),
    "report_missing": _("Entrant %(entrant)s has not reported how table %(table)s ended."),
    "rounds_announced": _("Round %(round)s of stage %(stage)s was announced: no fewer rounds."),
    "round_not_ready": _("Round %(round)s waits for a result."),
    "rule_fixed_now": _(
        "Stage %(stage)s is being played, and this is fixed now: %(field)s. Rounds, aims, sizes,"
        " tables, byes, minutes and boxes can still change where the format has them."
    ),
    "stage_begun": _("Stage %(stage)s has begun already."),
    "stage_closed": _(
        "Stage %(stage)s is closed: a ruling or a correction changes a result in it; to take one"
        " away, reopen it first."
    ),
    "stage_complete": _("All rounds of stage %(stage)s were announced."),
    "stage_not_closed": _("Stage %(stage)s is not closed."),
    "stage_not_running": _("Stage %(stage)s is not being played."),
    "stage_out_of_order": _("Stages are planned and removed in order."),
    "stale_proposal": _("Something has changed since this was proposed: propose again."),
    "table_begun": _("Table %(table)s has begun already."),
    "table_disputed": _(
        "Those at table %(table)s report different results: accept one of the reports, record the"
        " result, or give a ruling."
    ),
    "table_frozen": _("Table %(table)s stays as it is."),
    "table_has_result": _("Table %(table)s has a result already; correct it instead."),
    "table_not_begun": _("Table %(table)s has not begun: there is nothing to replay."),
    "table_undecided": _(
        "Table %(table)s of round %(round)s ended without places: correct its result, as a"
        " walk-over if somebody has gone."
    ),
    "table_without_result": _("Table %(table)s has no result."),
    "tables_open": _("These tables have no result yet: %(tables)s."),
    "too_few_entrants": _("There are too few entrants: at least %(least)s are needed."),
    "too_many_entrants": _("There can be at most %(limit)s entrants."),
    "too_many_for_tables": _("%(count)s entrants do not fit at %(tables)s tables: %(most)s do."),
    "too_many_stages": _("There can be at most %(limit)s stages."),
    "tournament_not_over": _("The tournament is not over."),
    "tournament_over": _("The tournament is over; reopen it first."),
    "no_bracket": _("This stage has no bracket: its format is %(format)s."),
    "tournament_file_differs": _(
        "The log %(stream)s went on here by itself, or is another one: the file cannot be added."
    ),
    "tournament_file_older": _("The file is an earlier copy: this tournament has gone on here."),
    "tournament_file_people": _(
        "Nothing was imported: for %(count)s people of the file it is not sure who they are here."
    ),
    "entrant_in_schedule": _(
        "Entrant %(entrant)s stands in a schedule that was drawn up, and can only drop out."
    ),
    "bracket_seats_them": _("In this format the bracket says who sits where."),
    "kept_apart": _("An organiser’s constraint keeps two of them apart."),
}
"""Something is not so, or not so any more: no fault of the input."""
UNFIT: Mapping[str, str | Promise] = {
    "bad_advance": _("From a table of %(size)s, at least one and not all can go on."),
    "bad_affiliation": _("A group is named by at most %(limit)s printable characters."),
    "bad_attendance": _("The points for coming cannot be negative."),
    "bad_best": _("At least one result must count."),
    "bad_best_count": _("Say how many matches count, at least one."),
    "bad_box_count": _("There must be at least one box of each game."),
    "bad_citation": _("A cited rule is at most %(limit)s printable characters."),
    "bad_cut": _("A cut lets at least two entrants through."),
    "bad_evening_entry": _("The results of evening %(evening)s do not fit."),
    "bad_fraction": _("“%(value)s” is not a number such as 3 or 7/2."),
    "bad_group": _("Those who are kept apart are at least two entrants."),
    "bad_group_cut": _(
        "Of %(groups)s groups at least two entrants go on, and of those who come next in their"
        " groups fewer than there are groups."
    ),
    "bad_group_count": _("There must be at least one group."),
    "bad_least_evenings": _("The least number of evenings cannot be negative."),
    "bad_least_matches": _("The least number of matches does not fit the ranking."),
    "bad_minutes": _("A time is up to %(limit)s minutes."),
    "bad_notice": _("A notice is one line of at most %(limit)s printable characters."),
    "bad_notice_minutes": _("A notice stands for up to %(limit)s minutes."),
    "bad_outlook": _("The number of evenings to come cannot be negative."),
    "bad_penalty": _("A penalty takes points away."),
    "bad_place_points": _("Points by place must not rise from one place to the next."),
    "bad_points": _("“%(points)s” is not a number of points such as 3 or 7/2."),
    "bad_points_table": _("The points by place do not fit: %(problem)s."),
    "bad_round_count": _("A Swiss has from 1 to %(limit)s rounds."),
    "bad_rules_data": _("This cannot be read as rules: %(field)s."),
    "bad_split": _("These table sizes do not seat %(count)s entrants."),
    "bad_table_count": _("There must be at least one table and one group."),
    "bad_table_number": _("Tables are numbered from 1 to %(limit)s."),
    "bad_table_size": _("A table has 2 to 8 seats, not %(size)s."),
    "bad_table_sizes": _(
        "Tables have 2 to 8 seats, and the preferred size is one of those allowed."
    ),
    "bad_tournament_seed": _("A seed is 1 to %(limit)s printable characters."),
    "complete_without_points": _("A complete table must be worth points."),
    "cut_without_former_stage": _("The first stage has nobody to cut."),
    "entrant_twice": _("An entrant is named twice."),
    "entrant_twice_at_table": _("An entrant sits at this table twice."),
    "evening_twice": _("Evening %(evening)s is listed twice."),
    "game_twice": _("A game is listed twice."),
    "impossible_size": _("Tables of this size cannot be made: from %(least)s to %(most)s seats."),
    "lines_refused": _("Lines that were refused: %(count)s"),
    "malformed_line": _("This line cannot be read: %(detail)s"),
    "malformed_command": _("The command “%(command)s” cannot be read: %(detail)s"),
    "malformed_split": _("“%(text)s” is no split such as 4+3+3+3."),
    "malformed_plan": _("The plan cannot be read: %(detail)s"),
    "no_entrants_given": _("Name at least one player."),
    "no_former_stage": _("The first stage has none before it to follow."),
    "no_groups_before": _("Stage %(stage)s goes by groups, and the stage before it has none."),
    "no_planned_schedule": _(
        "No schedule is known in which %(entrants)s entrants meet equally often."
    ),
    "no_table_sizes": _(
        "%(count)s entrants cannot be split into tables of these sizes: allow another size in the"
        " plan."
    ),
    "no_third_place": _(
        "A match for third place needs semi-finals: single elimination, two at a table."
    ),
    "no_tie_breaks": _("At least one thing must rank the entrants."),
    "notice_missing": _("A notice needs a text."),
    "one_game_per_stage": _("A stage has one game; an open evening may have several."),
    "places_do_not_fit": _("These are not the places of this table, such as 1, 2, 2, 4."),
    "places_missing": _("Say who came in which place, or the scores."),
    "play_off_does_not_fit": _("A play-off is between those who sit at the table."),
    "player_twice_in_evening": _("A player is listed twice in evening %(evening)s."),
    "preferred_not_allowed": _("The preferred table size is one of those that are allowed."),
    "preset_without": _("The preset %(preset)s has no %(field)s; it takes: %(known)s."),
    "round_counted_twice": _("A round counts twice for entrant %(entrant)s."),
    "scores_do_not_fit": _("One score per seat is needed, each a whole number."),
    "seated_twice": _("Entrant %(entrant)s is seated twice."),
    "seeding_incomplete": _("The order must name everybody in this stage once."),
    "seeding_twice": _("Entrant %(entrant)s stands in the order twice."),
    "sizes_or_split": _("Give table sizes for the round, or a whole split: not both."),
    "slip_of_two_tables": _("Those on the slip do not sit at one table of round %(round)s."),
    "size_not_playable": _("A table of %(size)s cannot play this here: %(legal)s can."),
    "table_twice": _("A table is listed twice."),
    "tie_break_twice": _("A tie-break is listed twice: %(tie_break)s."),
    "title_missing": _("A title is needed."),
    "title_too_long": _("A title is at most %(limit)s printable characters."),
    "too_few_played": _("Fewer than two were at this table: that is a walk-over."),
    "two_at_a_table": _("This format has two at a table."),
    "too_large_to_try": _(
        "Sizes are tried out for up to %(players)s players and %(rounds)s rounds."
    ),
    "unknown_aim": _("An aim of pairing is one of: %(known)s."),
    "unknown_format": _("A format is one of: %(known)s."),
    "unknown_game_at_hand": _("This game is not among those of the evening."),
    "unknown_points_scheme": _("There are no such points: %(scheme)s."),
    "unknown_preset": _("There is no such preset; there are: %(known)s."),
    "unknown_tie_break": _("There is no such tie-break: %(tie_break)s."),
    "walk_over_without_absent": _("A walk-over needs somebody who was absent."),
    "bad_bot_count": _("From 1 to %(limit)s bots can enter at once."),
    "not_a_tournament_file": _("This is not the file of a tournament, or its header was changed."),
    "tournament_file_truncated": _("The file is cut off: %(expected)s lines are expected."),
    "tournament_file_surplus": _("The file has more lines than its header says (line %(line)s)."),
    "tournament_file_line": _("Line %(line)s of the file cannot be read."),
    "tournament_file_chain": _(
        "The log %(stream)s is not what was written, at version %(version)s: %(problem)s."
    ),
    "tournament_file_note": _(
        "A note of the log %(stream)s does not belong to version %(version)s, or was changed."
    ),
    "tournament_file_illegal": _(
        "The log %(stream)s is not legal at version %(version)s: %(reason)s."
    ),
    "tournament_file_club": _("This tournament belongs to a club that is not the one here."),
    "tournament_file_players": _(
        "The player %(player)s of this file belongs to another club here."
    ),
    "scores_count": _("This table takes %(needed)s scores; %(typed)s were typed."),
    "scores_missing": _("A score is missing: only somebody who was absent has none."),
    "bad_number": _("“%(text)s” is not a whole number."),
    "tick_one": _("Tick exactly one person."),
    "tick_two": _("Tick exactly two people."),
    "lots_do_not_fit": _("The lots name entrants of the stage, each once."),
    "lots_drawn_twice": _("Give an order, or have the lots drawn here: not both."),
}
"""What was sent cannot be."""
MESSAGES = {**MISSING, **CONFLICTS, **UNFIT}
STATUSES = {**dict.fromkeys(MISSING, 404), **dict.fromkeys(CONFLICTS, 409)}
