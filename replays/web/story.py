"""The log of a match as sentences, turn by turn."""

from dataclasses import dataclass, field
from typing import Any

from games.core.viewer import Viewer
from replays.log import Log
from replays.web.buttons import event_title
from replays.web.outline import title_of


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One event as a person would tell it; going to `ply` shows the board after it."""

    ply: int
    version: int
    sentence: str
    recorded_at: str
    overridden: bool


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
    steps: tuple[int, int] | None = None,
) -> list[StoryTurn]:
    """Return every effective event as `viewer` knew it when its turn was over.

    What seats chose in secret is told once it was revealed, what was dealt stays with its seat.
    `steps` are the first step of the first turn to be told and the last step to be told.
    """
    rules = log.rules
    first, last = steps or (0, len(log.plies))
    state = log.state_at(first)
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
                )
            )
        started.clear()

    for index, ply in enumerate(log.plies[first:last], first):
        before = rules.view(state, viewer)
        heading = rules.turn(before)
        if not turns or turns[-1].heading != heading:
            finish_turn()
            title = title_of(heading) or event_title(rules, ply.event.type, language)
            turns.append(StoryTurn(heading, title))
        rules.apply(state, ply.event)
        started.append((index, before))
    finish_turn()
    return turns


def has_secrets(log: Log, viewer: Viewer) -> bool:
    """Say whether anything that happened is or was hidden from `viewer`."""
    rules = log.rules
    state = rules.start(log.setup)
    for ply in log.plies:
        rules.apply(state, ply.event)
        if rules.redact(ply.event, state, viewer) != ply.event:
            return True
    return False
