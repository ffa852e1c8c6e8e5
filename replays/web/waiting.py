"""What waits in the queue of a recorder, held against what others have recorded meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict

from games.core.errors import RuleViolation
from replays.web.access import language
from replays.web.entries import posted_events
from replays.web.recorded import RecordedLine, recorded_story
from replays.web.recorder import Recorder

MOST_WAITING = 500
RECORD = "record"


class WaitingEntry(msgspec.Struct, frozen=True):
    """One entry as a queue keeps it: what is done, the fields of its form, and what was tapped."""

    action: str
    fields: list[tuple[str, str]]
    words: str = ""

    def data(self) -> QueryDict:
        """Return its fields as a form would have sent them."""
        data = QueryDict(mutable=True)
        for name, value in self.fields:
            data.appendlist(name, value)
        return data


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """An entry that waits, in words; whether it fits on top of what is recorded by now."""

    words: str
    fits: bool


@dataclass(frozen=True)
class Waiting:
    """Both sides: what others recorded, and what waits here."""

    recorder: Recorder
    theirs: list[RecordedLine]
    mine: list[WaitingLine]

    @property
    def fitting(self) -> int:
        """How many entries can be recorded on top."""
        return sum(line.fits for line in self.mine)

    @property
    def left(self) -> int:
        """How many cannot."""
        return len(self.mine) - self.fitting


def waiting_entries(text: str) -> list[WaitingEntry]:
    """Return what a queue says that it keeps, or raise `malformed_event`."""
    try:
        entries = msgspec.json.decode(text, type=list[WaitingEntry])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RuleViolation("malformed_event", type="", detail=str(error)) from None
    if not 0 < len(entries) <= MOST_WAITING:
        raise RuleViolation("malformed_event", type="", detail="entries")
    return entries


def compared(recorder: Recorder, seen: int, entries: Sequence[WaitingEntry]) -> Waiting:
    """Return what is recorded after the version `seen`, and which of the entries still fit."""
    told = recorded_story(recorder.log, recorder.side.viewer, recorder.labels, language(), {}).lines
    return Waiting(
        recorder,
        [line for line in told if line.version > seen],
        _judged(recorder, entries),
    )


def _judged(recorder: Recorder, entries: Sequence[WaitingEntry]) -> list[WaitingLine]:
    """Return the entries, each judged on top of those before it that fit."""
    state, known = recorder.state, not recorder.log.ended
    lines: list[WaitingLine] = []
    for entry in entries:
        # What was to be taken back is not the newest any more, and nobody knows what chance does:
        # behind that nothing can be judged.
        known = known and entry.action == RECORD
        after = _after(recorder, state, entry) if known else None
        state = state if after is None else after
        lines.append(WaitingLine(entry.words, fits=after is not None))
    return lines


def _after(recorder: Recorder, state: Any, entry: WaitingEntry) -> Any | None:
    """Return the state after an entry; None if it does not fit."""
    rules, state = recorder.log.rules, state.clone()
    try:
        for event in posted_events(entry.data()):
            rules.check(state, event)
            rules.apply(state, event)
    except RuleViolation:
        return None
    return state
