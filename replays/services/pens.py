"""A table has one pen at a time: whoever has it writes, whoever wants it takes it in one tap.

It keeps two scorekeepers from writing the same thing twice. What keeps the log right is the version
that every entry names, whoever has the pen.
"""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from replays import subscriptions
from replays.errors import KaitenError, add_messages
from replays.models import Match, Pen
from replays.questions import Question

PEN_ELSEWHERE = "pen_elsewhere"

add_messages(
    {
        PEN_ELSEWHERE: _("Somebody else has the pen of this table: nothing was recorded."),
        "no_pen_here": _("This match has no pen: everybody plays their own seat."),
        "device_unknown": _("The pen is taken by a device that says which one it is."),
    }
)


def has_pen(match: Match) -> bool:
    """Say whether one device at a time records a match: online everybody plays a seat."""
    return match.source == Match.Source.TABLE


def pen_of(match_id: UUID) -> Pen | None:
    """Return who has the pen; None where it lies on the table."""
    return _PEN.answer(match_id)


_PEN = Question(UUID, lambda id_: Pen.objects.filter(pk=id_))


def pick_up(*, match_id: UUID, actor: str, device: UUID, now: datetime) -> Pen:
    """Take the pen if nobody has it, and return who has it then."""
    pen, taken = Pen.objects.get_or_create(
        pk=match_id, defaults={"actor": actor, "device": device, "since": now}
    )
    if taken:
        _tell(match_id)
    return pen


def take_pen(*, match_id: UUID, actor: str, device: UUID, now: datetime) -> Pen:
    """Take the pen, whoever has it."""
    pen = pick_up(match_id=match_id, actor=actor, device=device, now=now)
    if (pen.device, pen.actor) == (device, actor):
        return pen
    pen.actor, pen.device, pen.since = actor, device, now
    pen.save()
    _tell(match_id)
    return pen


def require_pen(*, match_id: UUID, actor: str, device: UUID, now: datetime) -> Pen:
    """Return the pen that a device has, or took because it was free; else raise `pen_elsewhere`."""
    pen = pick_up(match_id=match_id, actor=actor, device=device, now=now)
    if pen.device != device:
        raise KaitenError(PEN_ELSEWHERE, 409)
    return pen


def _tell(match_id: UUID) -> None:
    """Wake whoever follows the recorder of the match, once it is written."""
    for wakeup in subscriptions.wakeups():
        transaction.on_commit(partial(wakeup, match_id, 0), robust=True)
