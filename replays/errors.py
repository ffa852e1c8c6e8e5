"""Refusals of the store and its services: stable codes, an HTTP status, translated words."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from games.registry import GROUP

_messages: dict[str, str | Promise] = {
    "version_conflict": _("Somebody else was faster: this is at version %(actual)s by now."),
    "request_key_reused": _("This request key was used before for a different request."),
    "unknown_match": _("There is no such match."),
    "corrupt_stream": _("This log is damaged at version %(version)s: %(problem)s."),
    "stream_differs": _("Another log with the same id is stored already."),
    "store_busy": _("The database is busy. Please try again in a moment."),
    "no_events": _("There is nothing to record."),
    "too_many_events": _("At most %(limit)s events can be recorded at once."),
    "payload_too_large": _("An event may be at most %(limit)s bytes long."),
    "invalid_request_key": _("A request key is 1 to %(limit)s visible ASCII characters."),
    "invalid_version": _("The version must be a whole number of zero or more."),
    "invalid_actor": _("This is not a valid actor."),
    "invalid_note": _("This note does not belong to the event it is attached to."),
    "invalid_moment": _("This is not a moment a log can hold."),
    "invalid_kind": _("This is not a kind of log."),
    "payload_not_canonical": _("The text of an event is not in the form that is stored."),
    # What verification finds
    "gap": _("An event is missing."),
    "duplicate_version": _("A version stands in the log twice."),
    "hash_mismatch": _("The event was changed: its hash does not fit."),
    "anchor_mismatch": _("The event was changed: its anchor does not fit."),
    "anchor_missing": _("The last events were added without an anchor."),
    "tail_cut": _("The end of the log was cut off."),
    "stream_not_intact": _("The log %(stream)s is damaged; verify it first."),
    "stream_row_missing": _("The head of the log is missing."),
    "head_mismatch": _("The head of the log does not fit its last event."),
    # What only the package of a game can answer
    "game_not_installed": _(
        "The rules of “%(game)s” are not installed here: no package offers this game under the "
        "entry point group %(group)s."
    ),
    "game_outdated": _(
        "What is installed of “%(game)s” is older than this record (%(reason)s): update the "
        "package that offers it under the entry point group %(group)s."
    ),
    # What the services of matches refuse
    "not_begun": _("The match could not be begun in this way."),
    "not_told": _("This could not be saved in this way."),
    "no_such_version": _("This log has no version %(version)s."),
    "no_such_ply": _("This match has no ply %(ply)s; the last is %(last)s."),
    "not_a_ply": _("Version %(version)s is not a move that counts now."),
    "match_ended": _("The match has ended. Reopen it first."),
    "match_not_ended": _("The match has not ended."),
    "match_voided": _("The match was voided. Reopen it first."),
    "nothing_to_confirm": _("There is no result at a table to agree to."),
    "already_confirmed": _("This seat has agreed already."),
    "match_confirmed": _("Everybody has agreed to this result. Reopen the match first."),
    "reason_needed": _("Everybody has agreed to this result: say why it changes."),
    "match_not_over": _("The match is not over by its rules."),
    "match_incomplete": _("A bot match must be played to its end."),
    "wrong_player_count": _("There are %(players)s players for %(seats)s seats."),
    "chance_drawn_here": _(
        "Kaiten rolls and draws in this match: nobody else says what chance did."
    ),
    "bots_only": _("In a match between bots people have no seat."),
    "player_twice": _("A player cannot sit at two seats of one match."),
    "unknown_source": _("A match is recorded at the table, online or between bots."),
    "bad_places": _("Give every one of the %(seats)s seats a place from 1; ties share one."),
    "bad_scores": _("Give every one of the %(seats)s seats a score of at most %(limit)s."),
    "bad_rounds": _("Give every round one score per seat."),
    "bad_stop": _("These places or scores do not fit the way the match was stopped."),
    "bad_end_time": _("A match cannot have ended at that time."),
    "places_contradict_scores": _(
        "The places contradict the scores: a better score needs a better place. Only an arbiter"
        " may rule otherwise."
    ),
    "score_unlikely": _(
        "A score of %(score)s? This game gives from %(least)s to %(most)s. Confirm it if it is"
        " right."
    ),
    "empty_report": _("A report needs scores, places, rounds or a count."),
    "crowded_report": _("A report is either scores, rounds or a count."),
    "empty_count": _("A round needs either a count or scores."),
    "no_such_round": _("There is no round %(round)s; the last one is %(last)s."),
    "rounds_missing": _("These rounds are not known yet: %(rounds)s."),
    "options_not_resolved": _("The options of this match are not complete."),
    "nothing_to_rewind": _("The match is at version %(version)s already."),
    "dropped_differs": _("The moves that this correction drops have changed. Look again."),
    "override_not_needed": _("The rules allow this move: nothing has to be overridden."),
    "override_impossible": _("Not even an arbiter can let this happen now."),
    "typed_comment": _(
        "Comments and remarks cannot be recorded here: leave them out, or import the whole record."
    ),
    "import_whole": _(
        "This is a whole record with an id and a life of its own: importing it takes more rights."
    ),
    "typed_too_long": _("At most %(limit)s characters can be read at once."),
    "note_empty": _("The note is empty."),
    "note_too_long": _("A note may be at most %(limit)s characters long."),
    "unknown_note": _("There is no such note."),
    "comment_too_early": _("Comments can be written once the match is over."),
    "audience_not_permitted": _("Your account may not write for these readers."),
    "malformed_log": _("This log cannot be read at version %(version)s."),
    "record_unknown": _("This is not a record file: it is neither .kgn nor .jsonl."),
    "record_too_large": _("A record file may be at most %(limit)s bytes long."),
    "record_header": _("The header of this record cannot be read."),
    "record_check": _("The header of this record was changed."),
    "record_line": _("Line %(line)s of this record cannot be read."),
    "record_remark": _("A line after ply %(ply)s of this record cannot be read: %(text)s"),
    "record_redacted": _("A redacted feed cannot be imported: it is not the whole record."),
    "record_chain": _("This record was changed or cut at version %(version)s (%(problem)s)."),
    "record_truncated": _("This record ends before version %(version)s of %(expected)s."),
    "record_surplus": _("This record goes on after its last version."),
    "record_head": _("This record does not end with the hash its header names."),
    "record_content": _("The moves of this record are not those its header names."),
    "record_illegal": _("Version %(version)s of this record was not allowed: %(reason)s."),
    "newer_record": _("This record was written by a newer version of Kaiten."),
    "import_other_head": _("Another log of the same match is stored already."),
    "import_other_content": _("The same match is stored already with other moves."),
    "import_other_club": _("This record belongs to another club."),
    "club_needed": _("Say which club this match belongs to."),
    "file_unreadable": _("The file %(file)s cannot be read."),
    "file_unwritable": _("The file %(file)s cannot be written."),
    "file_not_text": _("The file %(file)s is not text in UTF-8."),
    "files_or_all": _("Name files or ids, or say --all."),
    "not_an_id": _("“%(text)s” is not an id."),
    "database_not_ready": _("The database cannot be used: is it there and migrated?"),
}

_statuses: dict[str, int] = {
    "game_not_installed": 409,
    "places_contradict_scores": 422,
    "score_unlikely": 409,
}
"""Of the codes that pure code raises."""


def add_messages(messages: Mapping[str, str | Promise]) -> None:
    """Add the words of an app's own codes; `%(name)s` stands for a parameter."""
    _messages.update(messages)


def add_rule_messages(
    messages: Mapping[str, str | Promise], statuses: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Add the words of codes that pure code raises, and the HTTP status of each (usually 422)."""
    add_messages(messages)
    _statuses.update({code: statuses.get(code, 422) for code in messages})


def refused(violation: RuleViolation) -> "KaitenError | RuleViolation":
    """Return a refusal with its words and status, where they are not those of a game."""
    if violation.code not in _statuses:
        return violation
    return KaitenError(violation.code, _statuses[violation.code], **violation.params)


def message_of(code: str, /, **params: object) -> str:
    """Return the words of a code in the active language, or the code if it has none."""
    words = _messages.get(code)
    if words is None:
        return code
    shown = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in params.items()
    }
    try:
        return str(words) % shown
    except (KeyError, TypeError, ValueError):
        return str(words)


class KaitenError(Exception):
    """A refusal with a stable public `code`, the HTTP `status` it becomes, and plain `params`."""

    def __init__(self, code: str, status: int = 422, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params

    @property
    def message(self) -> str:
        return message_of(self.code, **self.params)

    def __str__(self) -> str:
        if not self.params:
            return self.code
        details = ", ".join(f"{name}={value!r}" for name, value in sorted(self.params.items()))
        return f"{self.code} ({details})"


class StreamConflict(KaitenError):
    """The caller saw another version than the one that is stored."""

    def __init__(self, *, expected: int, actual: int) -> None:
        super().__init__("version_conflict", 412, expected=expected, actual=actual)


class RequestReused(KaitenError):
    """A request key came back with another body."""

    def __init__(self) -> None:
        super().__init__("request_key_reused", 422)


class UnknownStream(KaitenError):
    """There is no such stream, or it is of another kind."""

    def __init__(self, *, kind: str = "match") -> None:
        super().__init__(f"unknown_{kind}", 404)


class CorruptStream(KaitenError):
    """A log departs from its hash chain or cannot be read."""

    def __init__(self, *, version: int, problem: str) -> None:
        super().__init__("corrupt_stream", 409, version=version, problem=problem)


class RulesMissing(KaitenError):
    """The rules of a stored match are not installed here, or are too old to read its log."""

    def __init__(self, game: str, reason: str = "", version: int = 1) -> None:
        self.reason, self.version = reason, version
        named = {"reason": reason, "version": version} if reason else {}
        code = "game_outdated" if reason else "game_not_installed"
        super().__init__(code, 409, game=game, group=GROUP, **named)


class StreamDiffers(KaitenError):
    """An imported log has the id of a stored one and another head."""

    def __init__(self) -> None:
        super().__init__("stream_differs", 409)


class StoreBusy(KaitenError):
    """The database was locked for longer than a caller should wait; nothing was written."""

    def __init__(self) -> None:
        super().__init__("store_busy", 503)


class InvalidAppend(KaitenError):
    """The events, or what comes with them, cannot be recorded as given."""
