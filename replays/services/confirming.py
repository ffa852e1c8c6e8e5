"""Those at a table agree to its result, one seat after the other."""

from uuid import UUID

from replays.envelope import Envelope
from replays.errors import StreamConflict
from replays.events import LogAnnotated, MatchConfirmed
from replays.log import Log
from replays.moves import added_agreement
from replays.selectors.logs import load_log
from replays.services.append import Appended, answered_once
from replays.services.matches import extend

_TRIES = 3


@answered_once
def confirm_result(
    *,
    match_id: UUID,
    expected_version: int,
    seat: int,
    envelope: Envelope,
    together: bool = False,
) -> Appended:
    """Say for a seat that the result is right.

    With `together` it still holds where only others have agreed, or somebody commented, since.
    Raises `nothing_to_confirm` where Kaiten dealt, or while there is no result; `already_confirmed`
    or `no_such_seat`.
    """
    for left in reversed(range(_TRIES)):
        log = load_log(match_id)
        if log.version != expected_version and not (together and _same(log, expected_version)):
            raise StreamConflict(expected=expected_version, actual=log.version)
        try:
            return extend(log, added_agreement(log, seat), envelope)
        except StreamConflict:
            if not left or not together:
                raise
    raise AssertionError("the last try returns or raises")


def _same(log: Log, version: int) -> bool:
    """Say whether the result is what it was at a version, and nobody did anything to it."""
    if not 1 <= version <= log.version:
        return False
    quiet = (MatchConfirmed, LogAnnotated)
    return all(isinstance(entry.event, quiet) for entry in log.entries[version:])
