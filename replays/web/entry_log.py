"""What was recorded so far, newest first, for the scorekeeper who has to correct something."""

from typing import NamedTuple

from games.core.events import Chance
from games.core.viewer import Viewer
from replays.events import is_dealt_here
from replays.log import Log
from replays.web.story import tell


class EntryLine(NamedTuple):
    """One entry in words."""

    ply: int
    version: int
    sentence: str
    overridden: bool
    correctable: bool
    """False for what the server drew, for whoever plays a seat, and once the match has ended."""


class EntryTurn(NamedTuple):
    title: str
    lines: list[EntryLine]


def newest_first(
    log: Log, viewer: Viewer, labels: list[str], language: str, *, corrects: bool
) -> list[EntryTurn]:
    """Return every entry that counts as whoever records may know it, the last one first."""
    drawn_here, corrects = is_dealt_here(log.source), corrects and not log.ended
    return [
        EntryTurn(
            turn.title,
            [
                EntryLine(
                    ply=line.ply,
                    version=line.version,
                    sentence=line.sentence,
                    overridden=line.overridden,
                    correctable=corrects
                    and not (drawn_here and isinstance(log.plies[line.ply - 1].event, Chance)),
                )
                for line in reversed(turn.lines)
            ],
        )
        for turn in reversed(tell(log, viewer, labels, language))
    ]
