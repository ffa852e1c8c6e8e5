"""The recorder as one value: what was entered last, what may come next, what went wrong."""

from dataclasses import dataclass, field
from functools import cached_property

from games.core.errors import RuleViolation
from games.core.events import Choice, Event, Sighting
from games.core.viewer import ARBITER
from replays.log import Log
from replays.models import Match
from replays.web.access import language
from replays.web.buttons import event_title, event_value, events_value
from replays.web.frames import Frame, make_frame
from replays.web.pages import match_title
from replays.web.prompts import Entered, Prompt, Together, choosing_together, make_prompts
from replays.web.results import ResultTable, result_table
from replays.web.seats import Sitter
from replays.web.undo import redo_to, undo_to
from replays.web.unseen import unseen_events
from replays.web.writing import new_key


@dataclass(frozen=True, slots=True)
class Pending:
    """An entry that came too late to be saved as it was."""

    sentence: str
    value: str
    fits: bool
    """True when it can be recorded on top of what somebody else recorded."""


@dataclass
class Recorder:
    """A match as its scorekeeper sees it: everything that was recorded."""

    match: Match
    log: Log
    sitters: list[Sitter]
    error: str = ""
    saved: bool = False
    pending: Pending | None = None
    entered: Entered | None = None
    key: str = field(default_factory=new_key)

    @property
    def labels(self) -> list[str]:
        """What the people at the seats are called."""
        return [sitter.label for sitter in self.sitters]

    @property
    def title(self) -> str:
        """The name of the game."""
        return match_title(self.match)

    @property
    def version(self) -> int:
        """The version every form of this page builds on."""
        return self.log.version

    @property
    def ended(self) -> bool:
        """True once nothing more is recorded."""
        return self.log.ended

    @cached_property
    def frame(self) -> Frame:
        """The board as it stands."""
        return make_frame(self.log, len(self.log.plies), ARBITER, self.labels, language())

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What may be recorded next."""
        if self.log.ended:
            return ()
        log = self.log
        return make_prompts(log.rules, log.state, self.labels, language(), self.entered)

    @cached_property
    def together(self) -> Together:
        """The seats that choose at the same time; empty where the match waits for one alone."""
        if not self.prompts:
            return Together()
        return choosing_together(self.prompts, answered_seats(self.log), self.labels)

    @cached_property
    def unseen(self) -> str:
        """What a button sends for everything chance does next, if nobody saw any of it."""
        if self.log.ended or self.may_roll:
            return ""
        events = unseen_events(self.log.rules, self.log.state)
        return events_value(events) if events else ""

    @property
    def over(self) -> bool:
        """True when the rules wait for nothing, though the match was reopened."""
        return not self.log.ended and not self.prompts

    @property
    def may_roll(self) -> bool:
        """True when there is no physical table whose dice and cards decide."""
        return self.log.source != "table"

    @cached_property
    def undo_to(self) -> int | None:
        """Where undo leads."""
        return None if self.log.ended else undo_to(self.log)

    @cached_property
    def redo_to(self) -> int | None:
        """Where redo leads."""
        return None if self.log.ended else redo_to(self.log)

    @cached_property
    def result(self) -> ResultTable | None:
        """The result, once there is one."""
        return result_table(self.log, self.sitters, language())


def answered_seats(log: Log) -> list[int]:
    """Return the seats that have answered what others are still asked at the same time."""
    rules = log.rules
    needs = rules.needs(log.state)
    waiting = {need.seat for need in needs}
    types = {form.event for need in needs for form in need.forms}
    done: list[int] = []
    for event in reversed(log.events):
        if event.type not in types or not isinstance(event, Choice | Sighting):
            break
        if event.seat in waiting or event.seat in done:
            break
        done.append(event.seat)
    if not done or None in waiting:
        return []
    # Only where all were asked at once is it simultaneous; else they took turns.
    asked = {need.seat for need in rules.needs(log.state_at(len(log.plies) - len(done)))}
    return done if asked.issuperset(waiting.union(done)) else []


def pending_entry(log: Log, event: Event, labels: list[str]) -> Pending:
    """Return an entry that came too late, and whether it still fits."""
    rules = log.rules
    try:
        if log.ended:
            raise RuleViolation("match_over")
        rules.check(log.state, event)
        sentence = rules.describe(log.state, event, labels, language())
    except RuleViolation:
        return Pending(event_title(rules, event.type, language()), "", fits=False)
    return Pending(sentence, event_value(event), fits=True)
