"""What people wrote on the entries of a match, for those whom it is for."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

import msgspec

from replays import actions, ports
from replays.errors import KaitenError
from replays.events import AUDIENCES, Audience, LogAnnotated
from replays.log import Log
from replays.models import Match
from replays.selectors.logs import load_log, notes_of


class Comment(msgspec.Struct, frozen=True):
    """One note or comment."""

    version: int
    """Where it was recorded: what it is named by."""
    target: int
    """The version of the entry that it is about."""
    ply: int | None
    """The step that it is about; None for what does not count any more."""
    audience: Audience
    text: str
    """Empty once it was taken away."""
    actor: ports.Actor
    written_at: str
    erased_at: datetime | None


def audiences_read(actor: ports.Actor, match: Match) -> set[Audience]:
    """Return whose comments on a match an actor may read.

    Comments are for nobody while the match is open, also when it was reopened: they may tell what
    somebody at the table must not know.
    """
    policy, read = ports.policy(), set[Audience]()
    if policy.may(actor, actions.ANNOTATE, match.club_id, match):
        read.add("scorekeepers")
    if match.status in ports.ENDED_STATUSES:
        read.add("public")
        if policy.may(actor, actions.READ_COMMENTS, match.club_id, match):
            read.add("club")
    return read


def require_audience(actor: ports.Actor, match: Match, audience: Audience) -> None:
    """Raise `audience_not_permitted` unless an actor may write for these readers."""
    if audience not in ports.policy().audiences(actor, match):
        raise KaitenError("audience_not_permitted", 403)


def comments_of(
    current: Log, read: Collection[Audience], shown: Log | None = None
) -> list[Comment]:
    """Return the comments of a log for some audiences, the oldest first, erased ones too.

    `shown` is the log, perhaps an older one, by whose steps they are placed. One whose text never
    came with its file is left out.
    """
    entries = [
        (entry, entry.event)
        for entry in current.asides
        if isinstance(entry.event, LogAnnotated) and entry.event.audience in read
    ]
    if not entries:
        return []
    steps = (shown or current).steps_by_version
    notes = {note.version: note for note in notes_of(current.stream_id)}
    return [
        Comment(
            version=entry.version,
            target=event.target,
            ply=steps.get(event.target),
            audience=event.audience,
            text=notes[entry.version].text,
            actor=entry.actor,
            written_at=entry.recorded_at,
            erased_at=notes[entry.version].erased_at,
        )
        for entry, event in entries
        if entry.version in notes
    ]


def comment_at(match_id: UUID, version: int) -> Comment:
    """Return the comment recorded at a version, or raise `unknown_note`."""
    for comment in comments_of(load_log(match_id), AUDIENCES):
        if comment.version == version:
            return comment
    raise KaitenError("unknown_note", 404, version=version)


def may_take_away(actor: ports.Actor, match: Match, version: int) -> bool:
    """Say whether an actor may erase the comment recorded at a version, or any if there is none."""
    try:
        author = comment_at(match.pk, version).actor
    except KaitenError:
        author = ""
    return ports.policy().may_take_away(actor, author, match)
