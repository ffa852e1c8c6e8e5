"""The log of a match as sentences, turn by turn."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.core.events import Chance
from games.core.viewer import Viewer
from replays.events import is_dealt_here
from replays.log import Log
from replays.web.buttons import event_title


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One event as a person would tell it; going to `ply` shows the board after it."""

    ply: int
    version: int
    sentence: str
    recorded_at: str
    overridden: bool
    drawn: bool
    """True for what the server drew: nobody can correct that."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoryTurn:
    """The events under one heading of the notation; `title` is what people read."""

    heading: str
    title: str
    lines: list[StoryLine] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The step after its first event."""
        return self.lines[0].ply if self.lines else 0


def tell(
    log: Log,
    viewer: Viewer,
    labels: list[str],
    language: str,
    notes: Mapping[int, tuple[str, ...]] | None = None,
) -> list[StoryTurn]:
    """Return every effective event as `viewer` knew it when its turn was over.

    What seats chose in secret is told once it was revealed, what was dealt stays with its seat.
    """
    rules = log.rules
    notes = notes or {}
    state = rules.start(log.setup)
    turns: list[StoryTurn] = []
    started: list[tuple[int, Any]] = []

    def finish_turn() -> None:
        for index, before in started:
            ply = log.plies[index]
            shown = rules.redact(ply.event, state, viewer)
            turns[-1].lines.append(
                StoryLine(
                    ply=index + 1,
                    version=ply.version,
                    sentence=rules.describe(before, shown, labels, language),
                    recorded_at=ply.recorded_at,
                    overridden=ply.overridden,
                    drawn=is_dealt_here(log.source) and isinstance(ply.event, Chance),
                    notes=notes.get(ply.version, ()),
                )
            )
        started.clear()

    for index, ply in enumerate(log.plies):
        before = rules.view(state, viewer)
        heading = rules.turn(before)
        if not turns or turns[-1].heading != heading:
            finish_turn()
            title = _title(heading) or event_title(rules, ply.event.type, language)
            turns.append(StoryTurn(heading, title))
        rules.apply(state, ply.event)
        started.append((index, before))
    finish_turn()
    return turns


_ROUNDS = re.compile(r"R(?P<round>\d+)(?: T(?P<turn>\d+))?\b")


def _title(heading: str) -> str:
    """Return a numbered turn in words; other headings are notation, not words."""
    if heading.isdigit():
        return _("Turn %(number)s") % {"number": heading}
    parsed = _ROUNDS.match(heading)
    if parsed is None:
        return ""
    if parsed["turn"] is None:
        return _("Round %(number)s") % {"number": parsed["round"]}
    return _("Round %(round)s, turn %(turn)s") % parsed.groupdict()


def has_secrets(log: Log, viewer: Viewer) -> bool:
    """Say whether anything that happened is or was hidden from `viewer`."""
    rules = log.rules
    state = rules.start(log.setup)
    for ply in log.plies:
        rules.apply(state, ply.event)
        if rules.redact(ply.event, state, viewer) != ply.event:
            return True
    return False
