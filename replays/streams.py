"""Streams that fold event by event: whoever has a new kind brings its events and its fold.

Decoding, the check of the chain, remembering and catching up, verification and the way to the
projection are here. Whoever takes a state out of memory owns it: nobody else sees it change, and
one that was changed in a transaction comes back only once that is committed.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar, cast, get_args
from uuid import UUID

from django.db import connection, transaction

from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload
from replays import subscriptions
from replays.chain import GENESIS, Problem, RecordedEvent, seal
from replays.errors import CorruptStream
from replays.selectors.rows import head_of, require_chain, stored_rows

S = TypeVar("S")
E = TypeVar("E", bound=Event)

_UNFIT = (RuleViolation, LookupError, ValueError)
"""What a fold raises at an event that cannot follow those before it."""


@dataclass(slots=True)
class Standing(Generic[S]):
    """What a stream has come to at one version."""

    state: S
    version: int
    head: str
    """The hash of its last event."""


class StreamKind(Generic[S, E]):
    """One kind of stream: the union of its events, and the fold that makes a state of them."""

    def __init__(
        self,
        name: str,
        events: Any,
        advance: Callable[[S | None, E, str], S],
        *,
        remember: int = 0,
    ) -> None:
        """`advance` takes the moment of the event; a process remembers so many states."""
        self.name = name
        self._types = frozenset(event.type for event in get_args(events) or (events,))
        self._advance = advance
        self._most = remember
        self._remembered: OrderedDict[tuple[str, UUID], Standing[S]] = OrderedDict()
        self._lock = threading.Lock()

    def decode(self, row: RecordedEvent) -> E:
        """Return the event of a row; raises `not_expected` for one of another kind of stream."""
        event = decode_payload(row.type, row.schema, row.payload)
        if row.type not in self._types:
            raise RuleViolation("not_expected", type=row.type)
        return cast(E, event)

    def state(self, stream_id: UUID) -> S:
        """Return a stream's state as it stands, the caller's own.

        Raises UnknownStream, or CorruptStream if the log is not what was written.
        """
        return self.load(stream_id).state

    def load(self, stream_id: UUID, *, version: int | None = None) -> Standing[S]:
        """Return what a stream has come to now or had at a version, the caller's own."""
        known = self._taken(stream_id)
        if known is None:
            return self.verified(stream_id, stored_rows(stream_id, self.name, version=version))
        if version is None and head_of(stream_id, self.name) == (known.version, known.head):
            return known
        if version is None or known.version <= version:
            rows = stored_rows(stream_id, self.name, since=known.version, version=version)
            if rows and rows[0].hash == known.head:
                return self.verified(stream_id, rows[1:], known)
        return self.verified(stream_id, stored_rows(stream_id, self.name, version=version))

    def verified(
        self, stream_id: UUID, rows: Sequence[RecordedEvent], before: Standing[S] | None = None
    ) -> Standing[S]:
        """Return what stored rows come to, or raise CorruptStream where they come to nothing."""
        version, head = (before.version, before.head) if before is not None else (0, GENESIS)
        require_chain(stream_id, rows, version, head)
        standing = before
        for row in rows:
            try:
                standing = self._after(standing, row)
            except _UNFIT as error:
                raise CorruptStream(version=row.version, problem=_code(error)) from error
        if standing is None:
            raise CorruptStream(version=1, problem="gap")
        return standing

    @contextmanager
    def reading(self, stream_id: UUID) -> Iterator[S]:
        """Lend a state to somebody who only looks at it."""
        standing = self.load(stream_id)
        try:
            yield standing.state
        finally:
            self.give_back(stream_id, standing)

    def give_back(self, stream_id: UUID, standing: Standing[S]) -> None:
        """Remember a state that nobody has changed, for whoever asks next."""
        self._remember(_key(stream_id), standing)

    def forget(self) -> None:
        """Read everything anew from now on, as a new process does."""
        with self._lock:
            self._remembered.clear()

    def verify(self, _stream_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
        """Return the first event of an intact chain that cannot follow those before it."""
        standing: Standing[S] | None = None
        for row in rows:
            try:
                standing = self._after(standing, row)
            except _UNFIT as error:
                return Problem(_code(error), row.version)
        return None

    def follow(self, stream_id: UUID, rows: Sequence[RecordedEvent]) -> S:
        """Return the state after rows that were just appended, remembered once that is committed.

        Raises what the fold raises at an event that cannot follow.
        """
        standing = self._before(stream_id, rows)
        for row in rows:
            standing = self._after(standing, row)
        if standing is None:
            raise ValueError("nothing was appended")
        if self._most:
            transaction.on_commit(partial(self._remember, _key(stream_id), standing))
        return standing.state

    def _before(self, stream_id: UUID, rows: Sequence[RecordedEvent]) -> Standing[S] | None:
        """Return what a stream had come to before rows that were just appended."""
        last = rows[0].version - 1
        if not last:
            return None
        known = self._taken(stream_id)
        first = rows[0]
        if known and known.version == last and seal(known.head, stream_id, first) == first.hash:
            return known
        return self.load(stream_id, version=last)

    def _after(self, standing: Standing[S] | None, row: RecordedEvent) -> Standing[S]:
        event = self.decode(row)
        if standing is None:
            return Standing(self._advance(None, event, row.recorded_at), row.version, row.hash)
        standing.state = self._advance(standing.state, event, row.recorded_at)
        standing.version, standing.head = row.version, row.hash
        return standing

    def _taken(self, stream_id: UUID) -> Standing[S] | None:
        with self._lock:
            return self._remembered.pop(_key(stream_id), None)

    def _remember(self, key: tuple[str, UUID], standing: Standing[S]) -> None:
        with self._lock:
            known = self._remembered.get(key)
            if known is None or known.version <= standing.version:
                self._remembered[key] = standing
                self._remembered.move_to_end(key)
            while len(self._remembered) > self._most:
                self._remembered.popitem(last=False)


def register(
    kind: StreamKind[S, E], project: Callable[[UUID, S, Sequence[E] | None], None]
) -> None:
    """Keep the rows of a kind of stream inside every append, and let verification judge its fold.

    `project(stream_id, state, events)` writes what the events have touched; without events it
    writes everything anew.
    """

    def projected(stream_id: UUID, rows: Sequence[RecordedEvent]) -> None:
        anew = rows[0].version == 1
        state = kind.follow(stream_id, rows)
        project(stream_id, state, None if anew else [kind.decode(row) for row in rows])

    subscriptions.register_projection(kind.name, projected)
    subscriptions.register_verifier(kind.name, kind.verify)


def _code(error: Exception) -> str:
    return error.code if isinstance(error, RuleViolation) else "not_expected"


def _key(stream_id: UUID) -> tuple[str, UUID]:
    return str(connection.settings_dict["NAME"]), stream_id
