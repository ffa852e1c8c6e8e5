"""What a viewer may know of each version of a log: the redacted feed.

A reader keeps the rows. The log after version N is the line of rows that leads to N (a rewind
points back at an earlier row, an amendment stays on the line), and what the reader knows of an
event is the last thing said of it by a row of that line. Folding those events gives the viewer's
view at N. So a reveal that was rewound is forgotten with its row: nothing has to be taken back.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.replay import fold
from games.core.setup import Setup
from games.core.viewer import ARBITER, Viewer
from replays.effective import Entry, Node, Ply, Tree, line_to, ply_of
from replays.events import LogAmended, Quoted, Unread, is_game_event, is_private, plain, quote

Guarded = dict[int, tuple[Event, Event]]
"""Version → (the truth, what the viewer knows of it), for events not known in full."""


class FeedReveal(msgspec.Struct, frozen=True):
    """What is known from here on of the event recorded at an earlier version."""

    version: int
    event: Quoted


class FeedRow(msgspec.Struct, frozen=True):
    """One version as a viewer may know it: no hash, no actor, no request key, no digest."""

    version: int
    type: str
    schema: int
    payload: dict[str, Any] | None
    """None where it could only be shown whole, and the viewer may not see all of it."""
    recorded_at: str
    reveals: tuple[FeedReveal, ...] = ()


class _Known(msgspec.Struct):
    """A point of the walk: the true state, and what the viewer does not know of its events."""

    state: Any
    guarded: Guarded

    def copy(self) -> "_Known":
        return _Known(self.state.clone(), dict(self.guarded))

    def learn(self, version: int, truth: Event, shown: Event) -> None:
        if shown == truth:
            self.guarded.pop(version, None)
        else:
            self.guarded[version] = (truth, shown)


def feed_rows(
    rules: AnyRules, setup: Setup, entries: Sequence[Entry], nodes: Sequence[Node], viewer: Viewer
) -> Iterator[FeedRow]:
    walk = _Walk(rules, setup, viewer)
    for entry in entries:
        yield walk.row(entry, nodes[entry.version - 1], nodes[entry.version])


def bare_rows(entries: Sequence[Entry], viewer: Viewer) -> Iterator[FeedRow]:
    """Yield the rows of a log whose rules are not here, and so can redact nothing.

    Whatever a game wrote is for the arbiter alone; the life of the match is for everybody.
    """
    hidden = {"note"} if viewer == ARBITER else {"note", "event", "replacement"}
    for entry in entries:
        event = entry.event
        payload: dict[str, Any] | None = None
        if is_private(event):
            pass
        elif not is_game_event(event.type):
            fields = plain(event).items()
            payload = {name: None if name in hidden else value for name, value in fields}
        elif viewer == ARBITER:
            payload = event.payload if isinstance(event, Unread) else plain(event)
        yield FeedRow(entry.version, event.type, event.schema, payload, entry.recorded_at)


class _Walk:
    """One pass over all versions, rewound ones too."""

    def __init__(self, rules: AnyRules, setup: Setup, viewer: Viewer) -> None:
        self._rules, self._setup, self._viewer = rules, setup, viewer
        self._truth: dict[int, Event] = {}
        self._redacted: dict[int, dict[int, Event]] = {}
        self._tree = Tree(
            start=lambda: _Known(rules.start(setup), {}), copy=_Known.copy, step=self._step
        )
        self._here: Node | None = None
        self._known = _Known(None, {})

    def row(self, entry: Entry, before: Node, after: Node) -> FeedRow:
        event = entry.event
        version = entry.version
        payload: dict[str, Any] | None
        if (ply := ply_of(entry)) is not None:
            redacted = self._play(ply, before, after)
            shown = redacted[version]
            payload = plain(quote(shown) if ply.overridden else shown)
            if ply.overridden:
                payload = {"event": payload, "note": None}
        elif isinstance(event, LogAmended):
            redacted = self._amend(version, event, before, after)
            quoted = quote(redacted[version])
            payload = plain(msgspec.structs.replace(event, replacement=quoted))
        else:
            redacted = {}
            payload = plain(event)
            if self._here is before and after.entry is entry:
                self._here = after  # a life event: the state stays what it is
        if is_private(event):
            payload = None  # no kind of viewer is whom it is for: nobody is told what it is about
        elif not is_game_event(event.type) and "note" in payload:
            payload["note"] = None  # a digest of a few words can be guessed back
        return FeedRow(
            version=version,
            type=event.type,
            schema=event.schema,
            payload=payload,
            recorded_at=entry.recorded_at,
            reveals=tuple(
                FeedReveal(of, quote(redacted[of])) for of in sorted(redacted) if of != version
            ),
        )

    def _play(self, ply: Ply, before: Node, after: Node) -> dict[int, Event]:
        known = self._move_to(before)
        state = known.state
        self._rules.apply(state, ply.event)
        redact, viewer = self._rules.redact, self._viewer
        redacted: dict[int, Event] = {}
        for version, (truth, shown) in known.guarded.items():
            redacted_event = redact(truth, state, viewer)
            if redacted_event != shown:
                redacted[version] = redacted_event
        redacted[ply.version] = redact(ply.event, state, viewer)
        self._truth[ply.version] = ply.event
        self._learn(known, ply.version, redacted)
        self._here = after
        return redacted

    def _amend(
        self, version: int, event: LogAmended, before: Node, after: Node
    ) -> dict[int, Event]:
        before_it = self._move_to(before).guarded
        self._truth[version] = event.replacement.event()
        plies = line_to(after).plies
        state = fold(self._rules, self._setup, [ply.event for ply in plies])
        known = _Known(state, {})
        redacted: dict[int, Event] = {}
        for ply in plies:
            redacted_event = self._rules.redact(ply.event, state, self._viewer)
            known.learn(ply.version, ply.event, redacted_event)
            known_before = before_it[ply.version][1] if ply.version in before_it else ply.event
            if redacted_event != known_before or ply.version == version:
                redacted[ply.version] = redacted_event
        self._redacted[version] = redacted
        self._here, self._known = after, known
        self._tree.keep(after, known)
        return redacted

    def _move_to(self, node: Node) -> _Known:
        if self._here is not node:
            self._known = self._tree.at(node)
            self._here = node
        return self._known

    def _step(self, known: _Known, entry: Entry) -> None:
        if (ply := ply_of(entry)) is not None:
            self._rules.apply(known.state, ply.event)
            self._learn(known, entry.version, self._redacted[entry.version])

    def _learn(self, known: _Known, version: int, redacted: dict[int, Event]) -> None:
        self._redacted[version] = redacted
        for of, shown in redacted.items():
            known.learn(of, self._truth[of], shown)
