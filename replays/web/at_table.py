"""A match as whoever records it sees it: what was entered last, and what may come next.

The same on the server and on a phone that goes on by itself.
"""

from functools import cached_property
from typing import Any

from games.core.viewer import ARBITER, Viewer
from replays.language import language
from replays.log import Log
from replays.web.buttons import events_value
from replays.web.frames import Frame, SeatPanel, make_frame
from replays.web.lately import LastEntry, lately
from replays.web.prompts import Prompt, Together, choosing_together, make_prompts
from replays.web.together import answered_seats
from replays.web.undo import redo_to, undo_to
from replays.web.unseen import unseen_events, unseen_label


class AtTable:
    """A match of which whoever records sees and enters everything."""

    log: Log

    @property
    def labels(self) -> list[str]:
        """What the seats are called."""
        raise NotImplementedError

    @property
    def viewer(self) -> Viewer:
        return ARBITER

    @property
    def choices_only(self) -> bool:
        """True where nobody tells what chance does, wherever the rules allow it."""
        return False

    @property
    def version(self) -> int:
        """The version every form of this page builds on."""
        return self.log.version

    @cached_property
    def frame(self) -> Frame:
        last = len(self.log.plies)
        return make_frame(self.log, last, self.viewer, self.labels, language())

    @cached_property
    def lately(self) -> list[LastEntry]:
        """The last entries in words, newest first."""
        return lately(self.log, self.viewer, self.labels, language())

    @property
    def state(self) -> Any:
        """The state as whoever records may know it."""
        return self.log.state

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What may be recorded next, here."""
        if self.log.ended:
            return ()
        return make_prompts(self.log.rules, self.state, self.labels, language())

    @property
    def acting(self) -> list[SeatPanel]:
        """The seats that the match waits for, to choose or to throw; none once it is over."""
        return [] if self.log.ended else [panel for panel in self.frame.seats if panel.acts]

    @cached_property
    def together(self) -> Together:
        if not self.prompts:
            return Together()
        return choosing_together(self.prompts, answered_seats(self.log), self.labels)

    @cached_property
    def unseen(self) -> str:
        """What a button sends for everything chance does next, if nobody saw any of it."""
        if self.log.ended:
            return ""
        events = unseen_events(self.log.rules, self.log.state)
        return events_value(events) if events else ""

    @property
    def unseen_label(self) -> str:
        return unseen_label(self.log.rules, self.log.state, language())

    @cached_property
    def undo_to(self) -> int | None:
        return None if self.log.ended else undo_to(self.log, choices_only=self.choices_only)

    @cached_property
    def redo_to(self) -> int | None:
        return None if self.log.ended else redo_to(self.log, choices_only=self.choices_only)
