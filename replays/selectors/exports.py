"""A match as a file; whoever may see everything of it may have it."""

from uuid import UUID

from replays import ports
from replays.log import Log
from replays.records.jsonl import write_jsonl
from replays.records.kgn import write_kgn
from replays.selectors.logs import stored_rows, texts_of, verified_log

LANGUAGE = "en"
"""Labels in files do not depend on who asks."""


def export_jsonl(match_id: UUID) -> str:
    """Return the JSON Lines file of a match: every event as hashed."""
    rows = stored_rows(match_id)
    log = verified_log(match_id, rows)
    return write_jsonl(match_id, rows, _labels(log))


def export_kgn(match_id: UUID, *, with_notes: bool = False) -> str:
    """Return the notation file of a match: the effective log, readable.

    Notes are for those who may write to the match: for anybody else they stay out.
    """
    log = verified_log(match_id, stored_rows(match_id))
    return write_kgn(log, _labels(log), texts_of(match_id) if with_notes else {})


def _labels(log: Log) -> dict[UUID, str]:
    players = log.everyone
    return ports.people().labels(players, LANGUAGE) if players else {}
