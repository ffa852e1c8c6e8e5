"""A match online as the people at its seats play it: each their own, and the server draws."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from games.core.events import Choice, Event, Sighting
from games.core.viewer import seat_viewer
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict, add_messages
from replays.log import Log
from replays.selectors.logs import load_log
from replays.services import undo
from replays.services.append import Appended, answered_once
from replays.services.chance import UnpredictableRng
from replays.services.matches import add_moves, load_at

add_messages(
    {
        "not_your_seat": _("You play your own seat only."),
        "nothing_to_take_back": _(
            "You can take back your own last choice only, and only until somebody else has acted or"
            " something was revealed by it."
        ),
    }
)

_TRIES = 3


@answered_once
def play_own(  # noqa: PLR0913  (what is chosen, for whom, and how strictly)
    *,
    match_id: UUID,
    expected_version: int,
    events: Sequence[Event],
    seats: Collection[int],
    envelope: Envelope,
    together: bool = False,
) -> Appended:
    """Add what these seats choose; chance does at once what comes before the next choice.

    With `together` a choice still holds where only others, who choose at the same time, have chosen
    since. Raises `not_your_seat`, and what `matches.play` raises.
    """
    for event in events:
        _require_own(event, seats)
    luck = UnpredictableRng()
    if not together:
        return add_moves(load_at(match_id, expected_version), events, envelope, luck=luck)
    for left in reversed(range(_TRIES)):
        log = load_log(match_id)
        if not _still_asked(log, expected_version, seats):
            raise StreamConflict(expected=expected_version, actual=log.version)
        try:
            return add_moves(log, events, envelope, luck=luck)
        except StreamConflict:
            if not left:
                raise
    raise AssertionError("the last try returns or raises")


@answered_once
def draw_all(*, match_id: UUID, expected_version: int, envelope: Envelope) -> Appended:
    """Let chance do everything that comes before the next choice; raise `no_chance_now`."""
    log = load_at(match_id, expected_version)
    if log.ended or all(need.seat is not None for need in log.rules.needs(log.state)):
        raise KaitenError("no_chance_now", 422)
    return add_moves(log, [], envelope, luck=UnpredictableRng())


@answered_once
def take_back_own(
    *, match_id: UUID, expected_version: int, to: int, seats: Collection[int], envelope: Envelope
) -> Appended:
    """Undo the last choice of these seats, or raise `nothing_to_take_back`."""
    log = load_at(match_id, expected_version)
    if to != before_own_choice(log, seats):
        raise KaitenError("nothing_to_take_back", 409)
    return undo.rewind(
        match_id=match_id, expected_version=expected_version, to=to, envelope=envelope
    )


def before_own_choice(log: Log, seats: Collection[int]) -> int | None:
    """Return the version before the last choice of these seats, if it can still be taken back.

    Nothing may have come after it, and it must not have shown whoever made it anything.
    """
    event = log.entries[-1].event
    if log.ended or not isinstance(event, Choice) or event.seat not in seats:
        return None
    [row] = log.feed(seat_viewer(event.seat), after=log.version - 1)
    return None if row.reveals else log.version - 1


def _require_own(event: Event, seats: Collection[int]) -> None:
    if isinstance(event, Choice | Sighting) and event.seat not in seats:
        raise KaitenError("not_your_seat", 422, seat=event.seat)


def _still_asked(log: Log, version: int, seats: Collection[int]) -> bool:
    """Say whether these seats are asked what they were asked at a version, and nothing else."""
    if not 1 <= version <= log.version:
        return False
    later = [entry.event for entry in log.entries[version:]]
    if not all(isinstance(event, Choice) and event.seat not in seats for event in later):
        return not later
    return _asked(log.at(version), seats) == _asked(log, seats) != []


def _asked(log: Log, seats: Collection[int]) -> list[object]:
    return [need for need in log.rules.needs(log.state) if need.seat in seats]
