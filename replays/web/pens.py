"""Who has the pen of a table, as everybody sees it who may record there."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from uuid import UUID

from django.http import HttpRequest

from replays import ports
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.live.pens import mark_of, micros
from replays.models import Match, Pen
from replays.services.append import find_request
from replays.services.pens import has_pen, pen_of, require_pen
from replays.web.access import language
from replays.web.queued import device_of


@dataclass
class TablePen:
    """The pen of a table, and who has it; nobody, where it is free."""

    match: Match
    held: Pen | None
    here: bool = False
    """True for the page of the device that has it; who just looks is not known."""

    @property
    def device(self) -> UUID | str:
        return self.held.device if self.held else ""

    @property
    def since(self) -> datetime | None:
        return self.held.since if self.held else None

    @property
    def is_fresh(self) -> bool:
        """True in the first minute, of which no clock tells anything worth knowing."""
        return self.since is not None and datetime.now(UTC) - self.since < timedelta(minutes=1)

    @cached_property
    def name(self) -> str:
        """Who has it, as a player of the club or by the account."""
        if self.held is None:
            return ""
        actors, people = {self.held.actor}, ports.people()
        known = people.authors(actors, self.match.club_id, language())
        return (known or people.actors(actors, language())).get(self.held.actor, "")


def table_pen(match: Match) -> TablePen | None:
    """Return the pen of a match; None for one that is recorded without."""
    return TablePen(match, pen_of(match.pk)) if has_pen(match) else None


def pen_in_hand(request: HttpRequest, match: Match, envelope: Envelope) -> Pen | None:
    """Return the pen that a queue writes with, or raise `pen_elsewhere`.

    None where there is no queue or no pen. What it wrote while it had it is answered as before.
    """
    device = device_of(request)
    if device is None or not has_pen(match):
        return None
    try:
        return require_pen(match_id=match.pk, actor=envelope.actor, device=device, now=envelope.now)
    except KaitenError:
        if envelope.request is None or find_request(envelope.request) is None:
            raise
        return None


def recorder_mark(version: int, pen: TablePen | None) -> str:
    """Return how a recorder stands that shows a version and a pen."""
    return mark_of(version, micros(pen.since) if pen and pen.since else None)
