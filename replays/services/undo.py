"""Undo is an event: rewinding, amending, annotating, and an arbiter's override."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event
from replays.amendment import Amendment, forced, plan_amendment, require_goes_on
from replays.effective import Ply
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import (
    Audience,
    LogAmended,
    LogAnnotated,
    LogOverridden,
    quote,
)
from replays.legality import require_no_chance, require_timely
from replays.life import finished
from replays.log import Log
from replays.moves import added_rewind
from replays.notes import clean_note, note_digest, notes_for
from replays.services.append import Appended, answered_once
from replays.services.matches import extend, load_at


class AmendmentPreview(msgspec.Struct, frozen=True):
    """What an amendment would do, before anybody does it."""

    version: int
    """The version of the match this was computed for."""
    ply: int
    legal: bool
    """False when the replacement itself cannot happen there: `violation` says why."""
    violation: RuleViolation | None
    """Why the replacement is refused, or else why the first dropped ply no longer fits."""
    dropped: tuple[Ply, ...]
    """What would no longer count; its versions must be named to `amend`."""

    @property
    def dropped_versions(self) -> tuple[int, ...]:
        """Return what has to be passed to `amend` as `dropped`."""
        return tuple(ply.version for ply in self.dropped)


class Replacement(msgspec.Struct, frozen=True):
    """What really happened at a version, and the later versions that no longer count then."""

    target: int
    event: Event
    dropped: Sequence[int] = ()


class Comment(msgspec.Struct, frozen=True):
    """What somebody writes on a version, and whom it is for."""

    target: int
    text: str
    audience: Audience = "scorekeepers"


@answered_once
def rewind(*, match_id: UUID, expected_version: int, to: int, envelope: Envelope) -> Appended:
    """Make the effective log again what it was at version `to`; also the way to redo."""
    log = load_at(match_id, expected_version)
    return extend(log, added_rewind(log, to), envelope)


def preview_amendment(
    *, match_id: UUID, target: int, replacement: Event, expected_version: int | None = None
) -> AmendmentPreview:
    """Say what would be dropped if the event recorded at version `target` were replaced.

    Raises `chance_drawn_here` where the server drew: that is no question of the rules.
    """
    log = load_at(match_id, expected_version)
    ply = log.ply_of(target)
    try:
        plan = _plan(log, ply, replacement)
    except RuleViolation as violation:
        return AmendmentPreview(log.version, ply, False, violation, ())
    return AmendmentPreview(log.version, ply, True, plan.violation, plan.dropped)


@answered_once
def amend(
    *, match_id: UUID, expected_version: int, replacement: Replacement, envelope: Envelope
) -> Appended:
    """Replace a recorded event; what is dropped must be what the preview said."""
    log = load_at(match_id, expected_version)
    target, new = replacement.target, replacement.event
    plan = _plan(log, log.ply_of(target), new)
    versions = tuple(ply.version for ply in plan.dropped)
    event = LogAmended(target=target, replacement=quote(new), dropped=versions)
    require_timely(log.life, event)
    if tuple(replacement.dropped) != versions:
        raise KaitenError("dropped_differs", 409, dropped=list(versions))
    added: list[Event] = [event]
    if not log.rules.needs(plan.state):
        added.append(finished(log.rules.outcome(plan.state)))
    return extend(log, added, envelope)


@answered_once
def annotate(
    *,
    match_id: UUID,
    comment: Comment,
    envelope: Envelope,
    expected_version: int | None = None,
) -> Appended:
    """Write a note or a comment on a version; the text can be erased later.

    A note may be written at any time. Raises `comment_too_early` for a comment while the match is
    open: it could tell what somebody at the table must not know yet.
    """
    log = load_at(match_id, expected_version)
    if comment.audience != "scorekeepers" and not log.ended:
        raise KaitenError("comment_too_early", 409)
    log.require_version(comment.target)
    text = clean_note(comment.text)
    if text is None:
        raise KaitenError("note_empty", 422)
    event = LogAnnotated(comment.target, note_digest(text), comment.audience)
    return extend(log, [event], envelope, {0: text})


@answered_once
def override(
    *, match_id: UUID, expected_version: int, event: Event, envelope: Envelope
) -> Appended:
    """Let an event happen that the rules refuse, as an arbiter."""
    log = load_at(match_id, expected_version)
    text = clean_note(envelope.note)
    state = try_override(log, event)
    added: list[Event] = [LogOverridden(event=quote(event), note=note_digest(text))]
    if not log.rules.needs(state):
        added.append(finished(log.rules.outcome(state)))
    return extend(log, added, envelope, notes_for(0, text))


def try_override(log: Log, event: Event) -> Any:
    """Return the state after an event that the rules refuse, or raise why it cannot be recorded."""
    require_timely(log.life, LogOverridden(event=quote(event)))
    require_no_chance(log, event)
    _require_refused(log, event)
    after = forced(log.rules, log.setup, log.state, event)
    # What stands in a log already is not judged by this.
    require_goes_on(log.rules, after, event.type)
    return after


def _plan(log: Log, ply: int, replacement: Event) -> Amendment:
    require_no_chance(log, log.plies[ply].event, replacement)
    return plan_amendment(log.rules, log.setup, log.plies, ply, replacement)


def _require_refused(log: Log, event: Event) -> None:
    if log.rules.reported_only or not event.type.startswith(f"{log.setup.game}."):
        raise KaitenError("override_impossible", 422, type=event.type)
    try:
        log.rules.check(log.state, event)
    except RuleViolation:
        return
    raise KaitenError("override_not_needed", 422)
