"""A match of which each round is told when it is over: counted, or by its scores."""

from uuid import UUID

from replays.envelope import Envelope
from replays.services import matches
from replays.services.append import Appended, answered_once
from replays.telling import RoundCount, told_round


@answered_once
def count_round(
    *, match_id: UUID, expected_version: int, count: RoundCount, envelope: Envelope
) -> Appended:
    """Save what a round left, at once; a round that was counted before is counted again.

    Raises `empty_count`, `no_such_round`, `bad_scores`, or what the rules refuse about the count
    together with those of the other rounds.
    """
    log = matches.load_at(match_id, expected_version)
    return matches.extend(log, [told_round(log, count)], envelope)
