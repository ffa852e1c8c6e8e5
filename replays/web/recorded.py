"""A record as it was made: every entry in its order, also what was taken back or corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.events import Event, decode_payload
from games.core.replay import fold
from games.core.viewer import Viewer
from replays import events
from replays.effective import Entry, Node, line_to, ply_of
from replays.events import LogAmended, LogAnnotated, LogOverridden, LogRewound
from replays.feed import FeedRow
from replays.log import Log
from replays.web.history import entry_sentence, moment

Fate = Literal["counts", "replaced", "dropped", "taken_back"]
CORRECTIONS = (LogRewound, LogAmended, LogOverridden)


@dataclass(frozen=True, slots=True)
class RecordedLine:
    """One entry, and what became of it."""

    version: int
    sentence: str
    recorded_at: datetime
    by: str
    """Who wrote it, empty where that is not to be seen."""
    fate: Fate
    changed_by: int | None
    """The entry that replaced it, dropped it or took it back."""
    ply: int | None
    """The step at which it counts; None for what does not count any more."""
    is_move: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody changed about what was recorded before."""

    version: int
    ply: int
    """The step from which on the record was another one afterwards."""
    sentence: str
    before: tuple[str, ...]
    """What does not count any more by it."""
    after: tuple[str, ...]
    """What counts instead."""
    recorded_at: datetime
    by: str


@dataclass(frozen=True)
class Recording:
    """A record as it was made, and what was corrected in it."""

    lines: list[RecordedLine]
    corrections: list[Correction]


def has_corrections(log: Log) -> bool:
    """Say whether anything was taken back, replaced or let happen against the rules."""
    return any(isinstance(entry.event, CORRECTIONS) for entry in log.asides)


def corrected_plies(log: Log) -> list[int]:
    """Return the steps at which a record was corrected, as it stands."""
    corrected = {entry.version for entry in log.amendments}
    steps = {
        number
        for number, ply in enumerate(log.plies, 1)
        if ply.version in corrected or ply.overridden
    }
    for entry in log.asides:
        if isinstance(entry.event, LogRewound):
            steps.add(min(len(line_to(log.nodes[entry.version]).plies), len(log.plies)))
    return sorted(steps)


def recorded_story(
    log: Log, viewer: Viewer, labels: list[str], language: str, actors: Mapping[str, str]
) -> Recording:
    """Return every entry but comments in the order of versions, as `viewer` may know it.

    Of each event only what the viewer's feed says of it is told: what was hidden when it was taken
    back stays hidden. `actors` are the words for who wrote what.
    """
    sentences = _Teller(log, viewer, labels, language).sentences()
    fates = _fates(log)
    steps = {step.entry.version: step.ply for step in log.line.life}
    steps |= {ply.version: number for number, ply in enumerate(log.plies, 1)}
    lines = [
        RecordedLine(
            version=entry.version,
            sentence=sentences[entry.version],
            recorded_at=moment(entry.recorded_at),
            by=actors.get(entry.actor, ""),
            fate=fates[entry.version][0],
            changed_by=fates[entry.version][1],
            ply=steps.get(entry.version),
            is_move=_makes_a_move(entry),
        )
        for entry in log.entries
        if entry.version in sentences
    ]
    corrections = [
        _correction(log, entry, sentences, actors.get(entry.actor, ""))
        for entry in log.asides
        if isinstance(entry.event, CORRECTIONS)
    ]
    return Recording(lines, corrections)


class _Teller:
    """Walks along the versions with the state that each of them met."""

    def __init__(self, log: Log, viewer: Viewer, labels: list[str], language: str) -> None:
        self._log, self._viewer, self._labels, self._language = log, viewer, labels, language
        self._known = known_events(log.feed(viewer))
        self._tree = log.states()

    def sentences(self) -> dict[int, str]:
        """Return one sentence for every entry that is no comment."""
        told: dict[int, str] = {}
        for entry in self._log.entries:
            if isinstance(entry.event, LogAnnotated):
                continue
            if isinstance(entry.event, LogAmended):
                told[entry.version] = self._amended(entry)
            elif ply_of(entry) is not None:
                state = self._tree.at(self._log.nodes[entry.version - 1])
                told[entry.version] = self._described(state, entry.version)
            else:
                told[entry.version] = entry_sentence(entry, self._labels)
        return told

    def _amended(self, entry: Entry) -> str:
        rules, setup = self._log.rules, self._log.setup
        after = self._log.nodes[entry.version]
        plies = line_to(after).plies
        place = [ply.version for ply in plies].index(entry.version)
        self._tree.keep(after, fold(rules, setup, [ply.event for ply in plies]))
        before = fold(rules, setup, [ply.event for ply in plies[:place]])
        return self._described(before, entry.version)

    def _described(self, state: Any, version: int) -> str:
        rules = self._log.rules
        before = rules.view(state, self._viewer)
        return rules.describe(before, self._known[version], self._labels, self._language)


def known_events(rows: Sequence[FeedRow]) -> dict[int, Event]:
    """Return the newest that a feed says of every event of a game, by where it was recorded."""
    known: dict[int, Event] = {}
    for row in rows:
        payload = row.payload or {}
        if events.is_game_event(row.type):
            known[row.version] = decode_payload(
                row.type, row.schema, msgspec.json.encode(row.payload)
            )
        elif row.type in (LogAmended.type, LogOverridden.type):
            quoted = payload["replacement" if row.type == LogAmended.type else "event"]
            known[row.version] = msgspec.convert(quoted, events.Quoted).event()
        known |= {reveal.version: reveal.event.event() for reveal in row.reveals}
    return known


def _fates(log: Log) -> dict[int, tuple[Fate, int | None]]:
    """Return what became of every entry, and the entry that did it."""
    counting = {ply.version for ply in log.plies} | {step.entry.version for step in log.line.life}
    fates: dict[int, tuple[Fate, int | None]] = {}
    for entry in log.entries:
        event = entry.event
        if isinstance(event, LogRewound):
            lost, _gained = _moved(log, entry.version)
            fates |= dict.fromkeys(lost, ("taken_back", entry.version))
        fates[entry.version] = ("counts", None)
    for entry in log.amendments:
        if isinstance(entry.event, LogAmended):
            fates[entry.event.target] = ("replaced", entry.version)
            fates |= dict.fromkeys(entry.event.dropped, ("dropped", entry.version))
    return fates | dict.fromkeys(counting, ("counts", None))


def _moved(log: Log, version: int) -> tuple[list[int], list[int]]:
    """Return the versions that a rewind took off the line, and those that it put back."""
    old = _ancestry(log.nodes[version - 1])
    new = _ancestry(log.nodes[version])
    lost = [at for at in old if at not in new]
    gained = [at for at in new if at not in old]
    return lost, gained


def _ancestry(node: Node | None) -> dict[int, None]:
    """Return the versions on the way to a node, in their order."""
    versions: list[int] = []
    while node is not None:
        versions.append(node.entry.version)
        node = node.parent
    return dict.fromkeys(reversed(versions))


def _makes_a_move(entry: Entry) -> bool:
    return isinstance(entry.event, LogAmended) or ply_of(entry) is not None


def _correction(log: Log, entry: Entry, sentences: Mapping[int, str], by: str) -> Correction:
    event, version = entry.event, entry.version
    ply, before, after = len(line_to(log.nodes[version]).plies), [], [version]
    if isinstance(event, LogRewound):
        lost, gained = _moved(log, version)
        before, after = _moves(log, lost), _moves(log, gained)
        sentence = _rewound(before, after)
    elif isinstance(event, LogAmended):
        plies = [at.version for at in line_to(log.nodes[version]).plies]
        ply, before = plies.index(version) + 1, [event.target, *event.dropped]
        sentence = _("Step %(ply)s was corrected.") % {"ply": ply}
    else:
        sentence = _("The arbiter allowed something the rules refuse.")
    return Correction(
        version=version,
        ply=ply,
        sentence=sentence,
        before=tuple(sentences[at] for at in before),
        after=tuple(sentences[at] for at in after),
        recorded_at=moment(entry.recorded_at),
        by=by,
    )


def _moves(log: Log, versions: Sequence[int]) -> list[int]:
    return [version for version in versions if _makes_a_move(log.entries[version - 1])]


def _rewound(before: Sequence[int], after: Sequence[int]) -> str:
    if after and not before:
        count, words = (
            len(after),
            ngettext("%(count)s step was put back.", "%(count)s steps were put back.", len(after)),
        )
    else:
        count, words = (
            len(before),
            ngettext(
                "%(count)s step was taken back.", "%(count)s steps were taken back.", len(before)
            ),
        )
    return words % {"count": count}
