"""Which events of a tournament count: one that was undone is in the log and counts no more.

A rewind points back at an earlier version, so the log is a tree; what counts at a version is the
way from there to its root.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tournaments.tournaments.director.events import TournamentEvent, TournamentRewound

Recorded = tuple[TournamentEvent, str]
"""An event and the moment it was recorded at."""


class Log(list[Recorded]):
    """Every event of a tournament, also those that were undone; version 1 is the first."""

    def __deepcopy__(self, _memo: object) -> Self:
        # Events never change: whoever tries something out on a copy only adds some.
        return type(self)(self)


@dataclass(frozen=True, slots=True)
class Written:
    """What one command wrote, as far as it counts: the versions of its first and last event."""

    first: int
    last: int
    before: int
    """The event that counts before it."""

    @property
    def versions(self) -> range:
        return range(self.first, self.last + 1)


def head_of(log: Sequence[Recorded], version: int) -> int:
    """Return the newest event that counts at a version."""
    while isinstance(event := log[version - 1][0], TournamentRewound):
        version = event.to
    return version


def counting(log: Sequence[Recorded], version: int) -> list[int]:
    """Return the versions of the events that count at a version, the first one first."""
    versions = []
    while version:
        version = head_of(log, version)
        versions.append(version)
        version -= 1
    return versions[::-1]


def last_command(log: Sequence[Recorded], former_append: int) -> Written | None:
    """Return what the last command wrote that still counts; None: the tournament began with it.

    A command is written by one append, `former_append` being where the one before it ended. A log
    that came as a file was appended as a whole: there only the moment tells commands apart.
    """
    last = first = head_of(log, len(log))
    while first - 1 > former_append and _goes_on(log, first):
        first -= 1
    return Written(first, last, head_of(log, first - 1)) if first > 1 else None


def _goes_on(log: Sequence[Recorded], version: int) -> bool:
    """Whether an event was recorded together with the one before it."""
    (before, then), (_, now) = log[version - 2], log[version - 1]
    return then == now and not isinstance(before, TournamentRewound)


def undone_last(log: Sequence[Recorded]) -> Written | None:
    """Return what was undone last and can be done again: nothing else has happened since."""
    since = len(log)
    while isinstance(log[since - 1][0], TournamentRewound):
        since -= 1
    undone: list[tuple[int, int]] = []
    for version in range(since, len(log)):
        before, after = head_of(log, version), head_of(log, version + 1)
        if after < before:
            undone.append((before, after))
        elif undone:
            undone.pop()
    if not undone:
        return None
    last, before = undone[-1]
    return Written(next(one for one in counting(log, last) if one > before), last, before)


def undone_in(log: Sequence[Recorded]) -> set[int]:
    """Return the versions of the events that were undone; a rewind itself is none of them."""
    versions = {at for at, row in enumerate(log, 1) if not isinstance(row[0], TournamentRewound)}
    return versions - {*counting(log, len(log))}


def turned_by(log: Sequence[Recorded], version: int) -> list[int]:
    """Return the versions of the events that count since a rewind, or count no more."""
    return sorted({*counting(log, version - 1)} ^ {*counting(log, version)})
