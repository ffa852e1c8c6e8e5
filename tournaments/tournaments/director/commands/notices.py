"""What organisers tell everybody: it stands on the pages and in the room until it is over."""

from typing import Annotated, ClassVar

from msgspec import Meta

from games.core.canonical import digest
from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Command, Context, Events
from tournaments.tournaments.director.events import NoticeShown, NoticeTakenAway
from tournaments.tournaments.director.state import State

LONGEST_NOTICE = 120
MOST_MINUTES = 24 * 60


class ShowNotice(Command, frozen=True, kw_only=True):
    """Show everybody a notice; it stands instead of the one that stood there.

    Its text is kept beside the log, so that it can be erased.
    """

    commutes: ClassVar = True
    example: ClassVar = {"text": "Round 3 at 21:15", "minutes": 30}

    text: Annotated[
        str,
        Meta(
            description=f"One line of plain text, at most {LONGEST_NOTICE} characters.",
            extra_json_schema={"maxLength": LONGEST_NOTICE},
        ),
    ]
    minutes: int = 0
    """How long it stands; 0: until it is taken away or the tournament is over."""

    @property
    def beside(self) -> str:
        return " ".join(self.text.split())

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        if not self.beside:
            raise RuleViolation("notice_missing")
        if len(self.beside) > LONGEST_NOTICE or not self.beside.isprintable():
            raise RuleViolation("bad_notice", limit=LONGEST_NOTICE)
        if not 0 <= self.minutes <= MOST_MINUTES:
            raise RuleViolation("bad_notice_minutes", limit=MOST_MINUTES)
        note, shown = digest(self.beside), state.notice
        if shown is not None and (shown.note, shown.minutes, self.minutes) == (note, 0, 0):
            return []
        return [NoticeShown(note, self.minutes)]


class TakeAwayNotice(Command, frozen=True, kw_only=True):
    """Take the notice away that everybody is shown."""

    commutes: ClassVar = True

    def decide(self, state: State, _context: Context) -> Events:
        return [] if state.notice is None else [NoticeTakenAway()]
