"""The recorder as one value: what was entered last, what may come next, what went wrong."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.urls import reverse

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.viewer import Viewer
from replays.events import is_dealt_here
from replays.kept import Kept
from replays.log import Log
from replays.models import Match
from replays.services.own_seats import before_own_choice
from replays.web.access import language
from replays.web.at_table import AtTable
from replays.web.buttons import event_title, event_value
from replays.web.depth_control import DepthControl, Told, depth_control
from replays.web.pages import match_title
from replays.web.pens import TablePen, recorder_mark, table_pen
from replays.web.prompts import (
    Entered,
    Prompt,
    make_prompts,
    refilled,
    rolled,
)
from replays.web.results import ResultTable, result_table
from replays.web.sides import Side
from replays.web.sitters import Sitter
from replays.web.suspects import Refused
from replays.web.writing import new_key

MOST_DRAWN = 400
_drawn: Kept[dict[object, str]] = Kept(limit=64)


@dataclass(frozen=True, slots=True)
class Pending:
    """An entry that came too late to be saved as it was."""

    sentence: str
    value: str
    fits: bool
    """True when it can be recorded on top of what somebody else recorded."""


@dataclass
class Recorder(AtTable):
    """A match as its scorekeeper sees it, or as somebody who plays at it does."""

    match: Match
    log: Log
    sitters: list[Sitter]
    side: Side = field(default_factory=Side)
    error: str = ""
    saved: bool = False
    pending: Pending | None = None
    entered: Entered | None = None
    refused: Refused | None = None
    """The ways out, if the rules do not allow what was entered."""
    key: str = field(default_factory=new_key)

    @property
    def labels(self) -> list[str]:
        return [sitter.label for sitter in self.sitters]

    @property
    def viewer(self) -> Viewer:
        return self.side.viewer

    @property
    def choices_only(self) -> bool:
        return self.side.choices_only

    @property
    def title(self) -> str:
        return match_title(self.match)

    @cached_property
    def pen(self) -> TablePen | None:
        """Who has the pen; None where there is none, or nothing to write any more."""
        return None if self.log.ended else table_pen(self.match)

    @property
    def mark(self) -> str:
        """How this recorder stands, for pages that follow."""
        return recorder_mark(self.version, self.pen)

    @property
    def memory(self) -> dict[object, str]:
        """What was drawn of this board for the taps before: most of it is as it was."""
        key = (self.match.pk, self.side.viewer, tuple(self.labels), language())
        memory = _drawn.get(key, dict)
        if len(memory) > MOST_DRAWN:
            memory.clear()
        return memory

    @cached_property
    def state(self) -> Any:
        """The state as whoever records may know it."""
        if self.side.records_everything:
            return super().state
        return self.log.rules.view(self.log.state, self.side.viewer)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What may be recorded next, here."""
        if self.log.ended or self._waits_for_bots:
            return ()
        prompts = make_prompts(
            self.log.rules, self.state, self.labels, language(), self.side.enters_for
        )
        prompts = refilled(prompts, self.entered)
        return tuple(map(rolled, prompts)) if self.may_roll else prompts

    @cached_property
    def _needs(self) -> tuple[Need, ...]:
        return () if self.log.ended else self.log.rules.needs(self.state)

    @property
    def _waits_for_bots(self) -> bool:
        # Bots first: a form shown before they have chosen would be too late once it is sent.
        if self.side.records_everything:
            return False
        return any(self.side.waits_for(need.seat) for need in self._needs)

    @property
    def log_address(self) -> str:
        """Where everything that was recorded is told in words."""
        return self._beside("log")

    @property
    def board_address(self) -> str:
        """Where a drawer that was closed asks for the board."""
        return self._beside("drawer=board")

    @property
    def more_address(self) -> str:
        """Where a drawer that was closed asks for the other ways to go on."""
        return self._beside("drawer=more")

    def _beside(self, part: str) -> str:
        own = f"{self.side.query}&" if self.side.query else "?"
        return f"{reverse('replays:record', args=[self.match.pk])}{own}{part}"

    @property
    def waits(self) -> bool:
        """True when others have to act before there is anything to enter here."""
        return bool(self._needs) and not self.prompts

    @property
    def others(self) -> list[tuple[str, str]]:
        """The other sides this page can take, with their addresses."""
        if self.log.ended or (self.side.records_everything and not self.side.in_address):
            return []
        return [
            (label, f"?seat={seat}")
            for seat, label in enumerate(self.labels)
            if self.side.may_be(seat) and seat != self.side.viewer.seat
        ]

    @cached_property
    def unseen(self) -> str:
        return "" if self.may_roll else super().unseen

    @property
    def over(self) -> bool:
        """True when the rules wait for nothing, though the match was reopened."""
        return not self.log.ended and not self._needs

    @property
    def goes_on_alone(self) -> bool:
        """True when whoever records may know all that a browser needs to judge by itself."""
        return self.side.records_everything and not self.may_roll

    @property
    def types(self) -> bool:
        """True when whoever records may write what happened in the notation as well."""
        return self.side.records_everything and not self.log.ended

    @property
    def may_roll(self) -> bool:
        """True when there is no physical table whose dice and cards decide."""
        return is_dealt_here(self.log.source)

    @cached_property
    def undo_to(self) -> int | None:
        if self.side.hand is not None:
            return before_own_choice(self.log, self.side.hand)
        return super().undo_to

    @cached_property
    def redo_to(self) -> int | None:
        return None if self.side.hand is not None else super().redo_to

    @cached_property
    def depths(self) -> DepthControl:
        """How deep the match is being told, and how to tell it otherwise."""
        current: Told = "choices" if self.side.choices_only else "every"
        return depth_control(self.log, current, key=self.key)

    @cached_property
    def result(self) -> ResultTable | None:
        return result_table(self.log, self.sitters, language(), self.side.viewer)


def pending_entry(recorder: Recorder, event: Event) -> Pending:
    """Return an entry that came too late, and whether it still fits."""
    log, state = recorder.log, recorder.state
    rules = log.rules
    try:
        if log.ended:
            raise RuleViolation("match_over")
        rules.check(state, event)
        sentence = rules.describe(state, event, recorder.labels, language())
    except RuleViolation:
        return Pending(event_title(rules, event.type, language()), "", fits=False)
    return Pending(sentence, event_value(event), fits=True)
