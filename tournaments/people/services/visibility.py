from typing import cast
from uuid import UUID

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.people import things
from tournaments.people.events import CLUB_STREAM, StreamKindName, StreamLevel, VisibilitySet
from tournaments.people.models import Visibility
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.streams import club_standing


@answered_once
def set_visibility(
    *, club_id: UUID, kind: str, stream_id: UUID, visibility: str, envelope: Envelope
) -> Appended:
    """Say who finds a match, tournament, season or ladder of a club; empty: as the club has it.

    What is so already writes nothing. Raises `unknown_visibility`, `unknown_kind`, and
    `unknown_match` or the like for one that is not there or another club's.
    """
    if visibility not in ("", *Visibility.values):
        raise KaitenError("unknown_visibility", known=", ".join(Visibility.values))
    if kind not in things.STREAMS:
        raise KaitenError("unknown_kind", known=", ".join(things.STREAMS))
    if things.thing_of(kind, stream_id).club_id != club_id:
        raise KaitenError(f"unknown_{kind}", 404)
    known = club_standing(club_id)
    if known.state.visibility.get(stream_id, (kind, "")) == (kind, visibility):
        return Appended(club_id, known.version, known.version, known.head, True)
    event = VisibilitySet(cast(StreamKindName, kind), stream_id, cast(StreamLevel, visibility))
    return append_events(
        stream_id=club_id,
        kind=CLUB_STREAM,
        expected_version=known.version,
        events=[new_event(event)],
        envelope=envelope,
    )


def unlist_branch(*, branch_id: UUID, parent: Match, envelope: Envelope) -> Appended:
    """Put a match that was played on from another one into no list of visitors.

    Of a match that is for the club alone, so is what was played on from it.
    """
    [shown] = Onlooker(envelope.actor).mark([parent])
    level = Visibility(vars(shown)["visibility"])
    return set_visibility(
        club_id=parent.club_id,
        kind="match",
        stream_id=branch_id,
        visibility=level if level == Visibility.CLUB else Visibility.UNLISTED,
        envelope=envelope,
    )
