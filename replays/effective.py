"""The effective log: what still counts after rewinds and amendments.

Every version of a stream has a node; a node knows the one before it on its own line. A move grows
the line by one node, a rewind only points back at an earlier node, an amendment is one node that
says what it replaces. So no version ever copies the log, and reading one line is one walk.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event
from replays import events
from replays.life import Life, born, lived, played_on

T = TypeVar("T")

SNAPSHOT_EVERY = 64
_MAY_BE_UNREAD = frozenset({events.Unread, events.LogAmended, events.LogOverridden})


class Entry(msgspec.Struct, frozen=True):
    """One stored event, decoded."""

    version: int
    event: Event
    actor: str
    recorded_at: str


class Ply(msgspec.Struct, frozen=True):
    """One game event of the effective log; `version` is where it was recorded."""

    version: int
    event: Event
    recorded_at: str
    actor: str
    overridden: bool = False


class LifeStep(msgspec.Struct, frozen=True):
    """One life event of the effective log; `ply` game events come before it."""

    ply: int
    entry: Entry


class Line(msgspec.Struct, frozen=True):
    """The effective log at one version."""

    plies: tuple[Ply, ...]
    life: tuple[LifeStep, ...]


class Node:
    """One point of the tree that rewinds make of a log."""

    __slots__ = ("entry", "life", "parent", "ply")

    def __init__(self, parent: "Node | None", entry: Entry, life: Life, ply: Ply | None) -> None:
        self.parent = parent
        self.entry = entry
        self.life = life
        self.ply = ply


def link(entries: Sequence[Entry], known: Sequence[Node] = ()) -> list[Node]:
    """Return the node of every version, the first at index 1; raise `malformed_log`.

    `known` are those of the first entries, where they were linked before.
    """
    if not entries or not isinstance(entries[0].event, events.MatchCreated):
        raise RuleViolation("malformed_log", version=1)
    nodes = list(known) or [Node(None, entries[0], born(entries[0].event), None)] * 2
    head = nodes[-1]
    for entry in entries[len(nodes) - 1 :]:
        event = entry.event
        if (ply := ply_of(entry)) is not None or isinstance(event, events.LogAmended):
            head = Node(head, entry, played_on(head.life), ply)
        elif isinstance(event, events.LogRewound):
            if not 1 <= event.to < entry.version:
                raise RuleViolation("malformed_log", version=entry.version)
            head = nodes[event.to]
        elif not isinstance(event, events.LogAnnotated):
            head = Node(head, entry, _next_life(head.life, entry), None)
        nodes.append(head)
    return nodes


def _next_life(life: Life, entry: Entry) -> Life:
    try:
        return lived(life, entry.event, entry.recorded_at)
    except IndexError:
        raise RuleViolation("malformed_log", version=entry.version) from None


def ply_of(entry: Entry) -> Ply | None:
    """Return the ply that an entry adds to its line, or None if it adds none."""
    event = entry.event
    if events.is_game_event(event.type):
        return Ply(entry.version, event, entry.recorded_at, entry.actor)
    if isinstance(event, events.LogOverridden):
        return Ply(entry.version, _inside(entry, event.event), entry.recorded_at, entry.actor, True)
    return None


def unread_in(entries: Sequence[Entry]) -> tuple[int, events.Unread] | None:
    """Return the first version whose event, or the one quoted in it, only a package could read."""
    for entry in entries:
        event = entry.event
        if type(event) not in _MAY_BE_UNREAD:  # asked for every move of every log
            continue
        if isinstance(event, events.LogAmended):
            event = _inside(entry, event.replacement)
        elif isinstance(event, events.LogOverridden):
            event = _inside(entry, event.event)
        if isinstance(event, events.Unread):
            return entry.version, event
    return None


def _inside(entry: Entry, quoted: events.Quoted) -> Event:
    try:
        return events.read_event(quoted.type, quoted.schema, msgspec.json.encode(quoted.payload))
    except RuleViolation:
        raise RuleViolation("malformed_log", version=entry.version) from None


def line_to(node: Node) -> Line:
    """Return the effective log that ends at a node, in one walk from its end to its start."""
    backwards: list[Ply | Entry] = []
    replaced: dict[int, Ply] = {}
    dropped: set[int] = set()
    step: Node | None = node
    while step is not None:
        entry = step.entry
        event = entry.event
        if isinstance(event, events.LogAmended):
            _note_amendment(entry, event, replaced, dropped)
        elif (ply := step.ply) is None:
            backwards.append(entry)
        elif ply.version not in dropped:
            backwards.append(replaced.get(ply.version, ply))
        step = step.parent
    plies: list[Ply] = []
    life: list[LifeStep] = []
    for item in reversed(backwards):
        if isinstance(item, Ply):
            plies.append(item)
        else:
            life.append(LifeStep(len(plies), item))
    return Line(tuple(plies), tuple(life))


def _note_amendment(
    entry: Entry, event: events.LogAmended, replaced: dict[int, Ply], dropped: set[int]
) -> None:
    # Later amendments were met first: they may have replaced or dropped what this one put in.
    dropped.update(event.dropped)
    if entry.version in dropped:
        dropped.add(event.target)
    elif entry.version in replaced:
        replaced[event.target] = replaced[entry.version]
    else:
        replaced[event.target] = Ply(
            entry.version, _inside(entry, event.replacement), entry.recorded_at, entry.actor
        )


class Tree(Generic[T]):
    """Folds along the nodes of a log that come back cheaply to any earlier node.

    `start` makes the value at the first node, `copy` an independent one, `step` folds one entry in
    place. Whoever passes an amendment keeps the value there: it cannot be folded from before it.
    """

    def __init__(
        self,
        *,
        start: Callable[[], T],
        copy: Callable[[T], T],
        step: Callable[[T, Entry], None],
    ) -> None:
        self._start, self._copy, self._step = start, copy, step
        self._kept: dict[int, T] = {}

    def keep(self, node: Node, value: T) -> None:
        self._kept[node.entry.version] = self._copy(value)

    def at(self, node: Node) -> T:
        """Return a fresh value at a node."""
        path: list[Node] = []
        at = node
        while at.entry.version not in self._kept:
            if at.parent is None:
                self._kept[at.entry.version] = self._start()
            else:
                path.append(at)
                at = at.parent
        value = self._copy(self._kept[at.entry.version])
        for count, passed in enumerate(reversed(path), 1):
            self._step(value, passed.entry)
            if count % SNAPSHOT_EVERY == 0:
                self.keep(passed, value)
        return value
