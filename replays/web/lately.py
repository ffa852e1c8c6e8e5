"""What was entered last, in words: the strip of a recorder, and the room below it."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from games.core.viewer import Viewer
from replays.effective import Node
from replays.events import LogAmended, MatchCounted
from replays.kept import Kept
from replays.log import Log
from replays.web.frames import walk
from replays.web.history import entry_sentence

MOST = 8
_told: Kept[dict[int, str]] = Kept(limit=64)


class LastEntry(NamedTuple):
    """An entry in words; `ply` is 0 for a round that was counted or noted."""

    ply: int
    sentence: str


def lately(log: Log, viewer: Viewer, labels: list[str], language: str) -> list[LastEntry]:
    """Return the last entries that count, newest first, each as it was known at once."""
    last = len(log.plies)
    plies = range(max(1, last - MOST + 1), last + 1)
    sentences = _sentences(log, viewer, labels, language, plies)
    since = takewhile(lambda node: node.ply is None, _back(log))
    moves = [LastEntry(ply, sentences[log.plies[ply - 1].version]) for ply in reversed(plies)]
    return [*_rounds(since, labels), *moves][:MOST]


def _sentences(
    log: Log, viewer: Viewer, labels: list[str], language: str, plies: range
) -> dict[int, str]:
    """Return what some plies are in words, by version; most were told for the taps before."""
    # What an entry meant changes only where an earlier one is corrected.
    corrections = sum([isinstance(entry.event, LogAmended) for entry in log.entries])
    key = (log.stream_id, corrections, viewer, language, *labels)
    told = _told.get(key, dict[int, str])
    untold = [ply for ply in plies if log.plies[ply - 1].version not in told]
    for step in walk(log, viewer, untold[0], plies[-1]) if untold else ():
        if step.shown is not None:
            version = log.plies[step.ply - 1].version
            told[version] = log.rules.describe(step.before, step.shown, labels, language)
    return told


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
