"""A match as a file; whoever may see everything of it may have it."""

from collections.abc import Collection
from uuid import UUID

from replays import ports
from replays.events import Audience
from replays.log import Log
from replays.records.jsonl import write_jsonl
from replays.records.kgn import seat_words_of, write_kgn
from replays.selectors.comments import comments_of
from replays.selectors.logs import stored_rows, verified_log

LANGUAGE = "en"
"""Labels in files do not depend on who asks."""


def export_jsonl(match_id: UUID) -> str:
    """Return the JSON Lines file of a match: every event as hashed."""
    rows = stored_rows(match_id)
    log = verified_log(match_id, rows)
    return write_jsonl(match_id, rows, _labels(log))


def export_kgn(match_id: UUID, *, read: Collection[Audience] = ()) -> str:
    """Return the notation file of a match: the effective log, readable.

    Of what people wrote on it, only what is for those who may `read` it is in the file.
    """
    log = verified_log(match_id, stored_rows(match_id))
    comments = [one for one in comments_of(log, read) if one.erased_at is None]
    return write_kgn(log, _labels(log), {one.version: one.text for one in comments})


def seat_words(log: Log) -> tuple[str, ...]:
    """Return the one word by which notation calls each seat, as an exported record does."""
    return seat_words_of(log.created.players, _labels(log))


def _labels(log: Log) -> dict[UUID, str]:
    players = log.everyone
    return ports.people().labels(players, LANGUAGE) if players else {}
