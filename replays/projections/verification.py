"""What verification asks of a match beyond its chain: every version legal, the seal unbroken."""

from collections.abc import Sequence
from uuid import UUID

from games.core.errors import RuleViolation
from replays.chain import Problem, RecordedEvent
from replays.codec import version_in
from replays.legality import first_problem
from replays.log import make_log


def judge_match(stream_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    """Replay a match from its first version; `seal_differs` if the rules now say otherwise."""
    try:
        log = make_log(stream_id, rows)
    except RuleViolation as violation:
        return Problem(violation.code, version_in(violation))
    found = first_problem(log)
    if found is not None:
        version, refusal = found
        return Problem(refusal.code, version)
    return None if log.seal_holds else Problem("seal_differs", log.version)
