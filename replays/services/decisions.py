"""What somebody wants of a stream is judged by its state, and what follows is appended."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from django.db import transaction

from games.core.errors import RuleViolation
from games.core.events import Event
from replays.envelope import Envelope
from replays.errors import StreamConflict, refused
from replays.services.append import Appended, append_events, new_event
from replays.streams import StreamKind

S = TypeVar("S")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Decision(Generic[E]):
    """The events that follow, none if everything is so already."""

    events: Sequence[E]
    before: Callable[[], Sequence[E]] | None = None
    """Writes what comes first in the same transaction, and returns the events as they are then."""


def append_decided(
    kind: StreamKind[S, E],
    stream_id: UUID,
    decide: Callable[[S], Decision[E]],
    envelope: Envelope,
    expected_version: int | None = None,
) -> Appended:
    """Append what follows from a stream as it stands, all of it or nothing.

    A note goes with the events that carry its digest. Raises StreamConflict, what `decide` raises,
    with its words, or what `append_events` raises.
    """
    standing = kind.load(stream_id)
    version, head = standing.version, standing.head
    try:
        if expected_version is not None and expected_version != version:
            raise StreamConflict(expected=expected_version, actual=version)
        decision = decide(standing.state)
    except RuleViolation as violation:
        raise refused(violation) from None
    finally:
        # Before anything is appended: the projection takes it up from there.
        kind.give_back(stream_id, standing)
    if not decision.events:
        return Appended(stream_id, version, version, head, True)
    with transaction.atomic() if decision.before else nullcontext():
        events = decision.before() if decision.before else decision.events
        noted = [at for at, event in enumerate(events) if getattr(event, "note", "")]
        return append_events(
            stream_id=stream_id,
            kind=kind.name,
            expected_version=version,
            events=[new_event(event) for event in events],
            envelope=envelope,
            notes=dict.fromkeys(noted, envelope.note) if envelope.note else {},
            head=head,
        )
