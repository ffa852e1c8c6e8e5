"""The log of a match as sentences, turn by turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.core.viewer import Viewer
from replays.log import Log
from replays.web.prompts import event_title


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One event as a person would tell it; going to `ply` shows the board after it."""

    ply: int
    version: int
    sentence: str
    recorded_at: str
    overridden: bool
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
    """Return every effective event as `viewer` knew it when it happened."""
    rules = log.rules
    notes = notes or {}
    state = rules.start(log.setup)
    turns: list[StoryTurn] = []
    for index, ply in enumerate(log.plies):
        before = rules.view(state, viewer)
        heading = rules.turn(before)
        rules.apply(state, ply.event)
        shown = rules.redact(ply.event, state, viewer)
        if not turns or turns[-1].heading != heading:
            title = _title(heading) or event_title(rules, ply.event.type, language)
            turns.append(StoryTurn(heading, title))
        turns[-1].lines.append(
            StoryLine(
                ply=index + 1,
                version=ply.version,
                sentence=rules.describe(before, shown, labels, language),
                recorded_at=ply.recorded_at,
                overridden=ply.overridden,
                notes=notes.get(ply.version, ()),
            )
        )
    return turns


def _title(heading: str) -> str:
    """Return a numbered turn in words; other headings are notation, not words."""
    return _("Turn %(number)s") % {"number": heading} if heading.isdigit() else ""


def has_secrets(log: Log, viewer: Viewer) -> bool:
    """Say whether anything that happened is or was hidden from `viewer`."""
    rules = log.rules
    state = rules.start(log.setup)
    for ply in log.plies:
        rules.apply(state, ply.event)
        if rules.redact(ply.event, state, viewer) != ply.event:
            return True
    return False
