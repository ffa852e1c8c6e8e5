"""What importing and verifying a record found."""

from replays.api.answers.matches import MatchId
from replays.http.answers import Answer


class ImportedAnswer(Answer, frozen=True):
    """The match that a record file became."""

    match: MatchId
    created: bool
    """False when the same record was here already."""


class FaultAnswer(Answer, frozen=True):
    """The first thing that is wrong with a log."""

    code: str
    """What is wrong: stable, snake_case."""
    version: int | None
    """The first bad version; null when it is the log as a whole."""


class VerifyAnswer(Answer, frozen=True):
    """Whether a stored log is still what was written."""

    match: MatchId
    ok: bool
    """True when every hash and anchor holds, and every rule unless it is `unjudged`."""
    imported: bool
    """Brought in as a file: unbroken and legal, but not recorded here."""
    problem: FaultAnswer | None
    """The first fault; null when there is none."""
    unjudged: FaultAnswer | None
    """Why its rules could not be asked about an unbroken log, such as `game_not_installed`; null
    when they were."""
