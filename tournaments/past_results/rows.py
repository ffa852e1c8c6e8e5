"""What was found in a file of past results: its names and its matches, each with a verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils.translation import get_language

from games.core.errors import RuleViolation
from games.core.words import say
from games.registry import rules_of
from replays.errors import KaitenError, refused
from replays.events import MatchCreated
from replays.telling import Report
from tournaments.people.selectors.players import Candidate
from tournaments.people.services.imports import Mode
from tournaments.people.services.names import PersonName

Refusal = KaitenError | RuleViolation


class Missing(StrEnum):
    """What becomes of people whom nobody knows."""

    REFUSE = "refuse"
    """Their matches are not imported."""
    PLAYER = "player"
    """They are added to the club."""
    GUEST = "guest"
    """They are added as guests."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file, and what the organiser has decided about it."""

    data: bytes
    decisions: Mapping[str, str] = field(default_factory=dict)
    """Who is meant by a name in doubt: `new`, `guest`, the id of a player, or another name."""
    missing: str = Missing.REFUSE
    rated: bool = True
    mode: str = Mode.ALL


class NameStatus(StrEnum):
    """What is known of a name."""

    KNOWN = "known"
    RESEMBLES = "resembles"
    NEW = "new"
    ERROR = "error"


class RowStatus(StrEnum):
    """What importing a match of the file would do."""

    NEW = "new"
    EXISTS = "exists"
    OPEN = "open"
    """Somebody has to say first who one of the players is."""
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong somewhere or worth a second look, in the words of whoever reads it."""

    refusal: Refusal
    game: str = ""

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def detail(self) -> str:
        error = refused(self.refusal) if isinstance(self.refusal, RuleViolation) else self.refusal
        if isinstance(error, KaitenError):
            return str(error.message)
        words = rules_of(self.game).words if self.game else {}
        return say(words, f"code.{error.code}", get_language() or "en", **error.params)


@dataclass(frozen=True, slots=True)
class FileName:
    """One name of a file, and whom it stands for as things were decided."""

    name: str
    """As the file writes it first."""
    person: PersonName
    status: NameStatus
    player_id: UUID
    """The player that it means; one who is still to be made if `added`, nobody while `open`."""
    candidates: tuple[Candidate, ...] = ()
    like: tuple[str, ...] = ()
    """Other new names of the file that it resembles."""
    added: bool = False
    """Whether importing makes a new player of it."""
    guest: bool = False
    error: KaitenError | None = None

    @property
    def open(self) -> str:
        """The code of what has to be decided or mended first; empty if all is clear."""
        if self.error is not None:
            return self.error.code
        if self.added or self.status == NameStatus.KNOWN:
            return ""
        return "name_unknown" if self.status == NameStatus.NEW else "name_in_doubt"

    @property
    def player(self) -> UUID | None:
        """The player of the club that it means; None if there is none yet."""
        return None if self.added or self.open else self.player_id

    @property
    def detail(self) -> str:
        return str(self.error.message) if self.error is not None else ""


@dataclass(frozen=True, slots=True)
class PastSeat:
    """Who sat at a match of the file, and what became of them."""

    name: str
    player: UUID | None = None
    score: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Becoming:
    """The match that a row of the file would become."""

    created: MatchCreated
    report: Report
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class PastRow:
    """A match of the file."""

    line: int
    """The first of its lines, as a spreadsheet counts them."""
    status: RowStatus
    game: str
    """The slug; empty if the line names none."""
    title: str
    """What the game is called."""
    ended_at: datetime | None = None
    seats: tuple[PastSeat, ...] = ()
    error: Remark | None = None
    warnings: tuple[Remark, ...] = ()
    match: UUID | None = None
    """The match that it is, or becomes."""
    becomes: Becoming | None = None
    """What is written of it; None if something is wrong with it."""

    @property
    def code(self) -> str:
        return self.error.code if self.error is not None else ""

    @property
    def detail(self) -> str:
        return self.error.detail if self.error is not None else ""

    @property
    def needs_attention(self) -> bool:
        return self.status in (RowStatus.OPEN, RowStatus.ERROR) or bool(self.warnings)


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do; and what it did, once it was done."""

    names: tuple[FileName, ...]
    rows: tuple[PastRow, ...]
    added: tuple[UUID, ...] = ()
    """The players that were made."""
    imported: tuple[UUID, ...] = ()
    """The matches that were written."""

    @property
    def counts(self) -> dict[str, int]:
        return {
            status.value: sum(row.status == status for row in self.rows) for status in RowStatus
        }

    @property
    def left(self) -> int:
        """How many matches are still to be written."""
        return sum(row.status == RowStatus.NEW for row in self.rows)
