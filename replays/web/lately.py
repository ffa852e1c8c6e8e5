"""What was entered last, in words: the strip of a recorder, and the room below it."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from games.core.viewer import Viewer
from replays.effective import Node
from replays.events import MatchCounted
from replays.log import Log
from replays.web.frames import walk
from replays.web.history import entry_sentence

MOST = 8


class LastEntry(NamedTuple):
    """An entry in words; `ply` is 0 for a round that was counted or noted."""

    ply: int
    sentence: str


def lately(log: Log, viewer: Viewer, labels: list[str], language: str) -> list[LastEntry]:
    """Return the last entries that count, newest first, each as it was known at once."""
    last = len(log.plies)
    moves = [
        LastEntry(step.ply, log.rules.describe(step.before, step.shown, labels, language))
        for step in walk(log, viewer, max(1, last - MOST + 1), last)
        if step.shown is not None
    ]
    since = takewhile(lambda node: node.ply is None, _back(log))
    return [*_rounds(since, labels), *reversed(moves)][:MOST]


def rounds_told(log: Log, labels: list[str]) -> list[LastEntry]:
    """Return the rounds that were counted or noted, newest first."""
    return _rounds(_back(log), labels)


def _rounds(nodes: Iterable[Node], labels: list[str]) -> list[LastEntry]:
    entries = [node.entry for node in nodes if isinstance(node.entry.event, MatchCounted)]
    return [LastEntry(0, entry_sentence(entry, labels)) for entry in entries]


def _back(log: Log) -> Iterator[Node]:
    """Yield what led to the newest version, from there to the beginning."""
    node: Node | None = log.nodes[log.version]
    while node is not None:
        yield node
        node = node.parent
