"""What the API says of a file of past results."""

from datetime import datetime
from typing import Self
from uuid import UUID

from replays.http.answers import Answer
from tournaments.past_results.rows import NameStatus, Preview, RowStatus
from tournaments.people.selectors.players import Candidate


class FileNameAnswer(Answer, frozen=True):
    """One name of the file, which is decided once however many lines say it."""

    name: str
    """As the file writes it first; the key of a decision."""
    status: NameStatus
    """Whether it is known, resembles somebody, is new, or cannot be a name."""
    open: str
    """Stable code of what has to be decided first, such as `name_in_doubt`; otherwise empty."""
    detail: str
    """Why it cannot be a name, otherwise empty."""
    player: UUID | None
    """The player of the club that it means, as far as that is known."""
    added: bool
    """Whether the import adds somebody of this name."""
    guest: bool
    """Whether they are added as a guest."""
    candidates: list[Candidate]
    """Who in the club has the same or a similar name, the most similar first."""
    like: list[str]
    """Other new names of the file that it resembles."""


class RemarkAnswer(Answer, frozen=True):
    """What is worth a second look and refuses nothing."""

    code: str
    """Stable code, such as `score_unlikely`."""
    detail: str
    """The same in a sentence."""


class PastSeatAnswer(Answer, frozen=True):
    """Who sat at a match of the file."""

    name: str
    """As the line writes it."""
    player: UUID | None
    """The player of the club, as far as that is known."""
    score: int | None
    """The score, if the file tells it."""
    place: int | None
    """The place, told or following from the scores."""


class PastRowAnswer(Answer, frozen=True):
    """One match of the file."""

    line: int
    """The first of its lines in the file, from 1."""
    status: RowStatus
    """Whether it is new, exists, waits for a decision about a name (open), or has an error."""
    code: str
    """Stable code of an error or an open question, otherwise empty."""
    detail: str
    """The same in a sentence, otherwise empty."""
    warnings: list[RemarkAnswer]
    """What would be asked about it at the table."""
    game: str
    """The slug of the game, `plain` for a box without rules; empty if none is named."""
    title: str
    """What the file calls the game."""
    ended_at: datetime | None
    """When it was over, as far as the line can be read."""
    seats: list[PastSeatAnswer]
    """Who sat there, in the order of the file."""
    match: UUID | None
    """The match that it is, or becomes."""


class PastResultsAnswer(Answer, frozen=True):
    """What an import would do, or did."""

    counts: dict[str, int]
    """How many matches there are of each status."""
    names: list[FileNameAnswer]
    """The names of the file, in order."""
    rows: list[PastRowAnswer]
    """The matches of the file, in order."""
    added: list[UUID]
    """The players that were added; empty for a preview."""
    imported: list[UUID]
    """The matches that were written by this request; empty for a preview."""
    left: int
    """How many matches are still to be written: send the same again until it is 0."""

    @classmethod
    def from_preview(cls, preview: Preview) -> Self:
        """Return what was found in a file and what was made of it."""
        return cls.from_object(preview)
