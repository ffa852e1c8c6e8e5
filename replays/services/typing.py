"""Entries as notation: a line or many, recorded all or none."""

from uuid import UUID

from games.core.errors import RuleViolation
from games.core.typed import Typed, read_typed
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.log import Log
from replays.selectors.exports import seat_words
from replays.services.append import Appended, answered_once
from replays.services.matches import load_at, play

LONGEST_TEXT = 100_000


def read_notation(log: Log, text: str) -> Typed:
    """Return what a text means on top of a log, up to its first wrong word; writes nothing.

    Raises `typed_too_long`, and `typed_comment` for what is no entry and would be lost.
    """
    if len(text) > LONGEST_TEXT:
        raise KaitenError("typed_too_long", 413, limit=LONGEST_TEXT)
    typed = read_typed(log.rules, log.state_at(len(log.plies)), text, seat_words(log))
    if typed.comments or typed.remarks:
        raise KaitenError("typed_comment", 422)
    return typed


@answered_once
def play_notation(
    *, match_id: UUID, expected_version: int, text: str, envelope: Envelope
) -> Appended:
    """Add the events that a text means, in one append.

    Raises RuleViolation with the code of the first wrong word, the word as `word`, and where it
    stands as `line` and `column`, both from 1; or what `play` raises. Nothing is written then.
    """
    typed = read_notation(load_at(match_id, expected_version), text)
    problem = typed.problem
    if problem is not None:
        place = {"line": problem.line, "column": problem.start + 1}
        cause = problem.violation
        raise RuleViolation(cause.code, **{**cause.params, **place})
    if not typed.entries:
        raise KaitenError("no_events", 422)
    return play(
        match_id=match_id,
        expected_version=expected_version,
        events=typed.events,
        envelope=envelope,
    )
