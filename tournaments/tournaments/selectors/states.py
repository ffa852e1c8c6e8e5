"""A tournament's state: folded from its stream, and remembered by the process that folded it.

Whoever takes a state out of memory owns it: nobody else sees it change, and one that was changed
in a transaction comes back only once that is committed.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import cast
from uuid import UUID

from django.db import connection, transaction

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays.chain import RecordedEvent
from replays.errors import UnknownStream
from replays.models import StoredEvent, Stream
from tournaments.tournaments.director.events import TOURNAMENT_STREAM, TournamentEvent
from tournaments.tournaments.director.fold import apply, begin
from tournaments.tournaments.director.state import State

_MOST_REMEMBERED = 16
_ENVELOPE = RecordedEvent.__struct_fields__
_Key = tuple[str, UUID]
_remembered: OrderedDict[_Key, State] = OrderedDict()
_lock = threading.Lock()


def tournament_state(tournament_id: UUID) -> State:
    """Return a tournament as its stream stands; a state of the caller's own.

    Raises `unknown_tournament`.
    """
    head = Stream.objects.filter(pk=tournament_id, kind=TOURNAMENT_STREAM).first()
    if head is None:
        raise UnknownStream(kind=TOURNAMENT_STREAM)
    state = _taken(tournament_id, head.version, head.head_hash)
    since = state.version if state is not None else 0
    if since == head.version and state is not None:
        return state
    stored = StoredEvent.objects.filter(
        stream_id=tournament_id, version__gt=since, version__lte=head.version
    ).order_by("version")
    rows = [RecordedEvent(*row) for row in stored.values_list(*_ENVELOPE)]
    return advance_state(tournament_id, rows, state)


def give_back(tournament_id: UUID, state: State) -> None:
    """Remember a state that nobody has changed, for whoever asks next."""
    _remember(_key(tournament_id), state)


@contextmanager
def reading(tournament_id: UUID) -> Iterator[State]:
    """Lend a tournament's state to somebody who only looks at it."""
    state = tournament_state(tournament_id)
    try:
        yield state
    finally:
        give_back(tournament_id, state)


def advance_state(
    tournament_id: UUID, rows: Sequence[RecordedEvent], state: State | None = None
) -> State:
    """Return the state after further rows of a stream; without one, whatever comes before."""
    if state is None and rows and rows[0].version > 1:
        state = _before(tournament_id, rows[0].version)
    for row in rows:
        event = decoded(row)
        if state is None:
            state = begin(event, row.recorded_at)
        else:
            apply(state, event, row.recorded_at)
        state.head = row.hash
    if state is None:
        raise RuleViolation("not_expected", type="")
    return state


def decoded(row: RecordedEvent) -> TournamentEvent:
    """Return the event of a row; raises `not_expected` for one of another kind of stream."""
    event = decode_payload(row.type, row.schema, row.payload)
    if not row.type.startswith(f"{TOURNAMENT_STREAM}."):
        raise RuleViolation("not_expected", type=row.type)
    return cast(TournamentEvent, event)


def keep_after_commit(tournament_id: UUID, state: State) -> None:
    """Remember a state once the transaction that made it is committed."""
    transaction.on_commit(partial(_remember, _key(tournament_id), state))


def _before(tournament_id: UUID, version: int) -> State | None:
    stored = StoredEvent.objects.filter(stream_id=tournament_id, version__lt=version)
    previous = stored.order_by("-version").values_list("version", "hash").first()
    if previous is None:
        return None
    state = _taken(tournament_id, *previous)
    since = state.version if state is not None else 0
    later = stored.filter(version__gt=since).order_by("version")
    rows = [RecordedEvent(*row) for row in later.values_list(*_ENVELOPE)]
    return advance_state(tournament_id, rows, state) if rows else state


def _taken(tournament_id: UUID, version: int, head_hash: str) -> State | None:
    """Take a remembered state that is a beginning of the log that ends with this head."""
    with _lock:
        state = _remembered.pop(_key(tournament_id), None)
    if state is None or state.version > version:
        return None
    if state.version == version:
        return state if state.head == head_hash else None
    stored = StoredEvent.objects.filter(
        stream_id=tournament_id, version=state.version, hash=state.head
    )
    return state if stored.exists() else None


def _remember(key: _Key, state: State) -> None:
    with _lock:
        known = _remembered.get(key)
        if known is None or known.version <= state.version:
            _remembered[key] = state
            _remembered.move_to_end(key)
        while len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)


def _key(tournament_id: UUID) -> _Key:
    return str(connection.settings_dict["NAME"]), tournament_id
