"""What is sent: an event exactly as the API shows it to a visitor."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.utils import translation

from games.core.viewer import PUBLIC
from replays.chain import timestamp
from replays.models import Match, StoredEvent
from replays.selectors.logs import load_log
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.selectors.logs import log_entries
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.webhooks.models import Delivery
from tournaments.webhooks.selectors.visibility import held_until, is_shown


class Message(msgspec.Struct, frozen=True):
    """The body of a delivery."""

    id: UUID
    """The same whenever the same event is sent to the same webhook."""
    webhook: UUID
    club: UUID
    kind: str
    stream_kind: str | None
    """`match` or `tournament`; null for a test, and so are those below."""
    stream: UUID | None
    version: int | None
    moment: str
    """When it was recorded: UTC, microseconds, `Z`."""
    event: Any
    """As `/matches/{id}/events` or `/tournaments/{id}/events` shows it to a visitor."""


class Held(Exception):
    """Visitors may not know it yet."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class Withheld(Exception):
    """Visitors may not know it any more, or it is gone."""


def body_of(delivery: Delivery, now: datetime) -> bytes:
    """Return what is sent of an event now; raises Held or Withheld, or what reading its log does.

    Names are in the language of the club.
    """
    webhook = delivery.webhook
    if delivery.stream_id is None or delivery.version is None:
        raise Withheld
    if not is_shown(webhook, delivery.stream_id):
        raise Withheld
    with translation.override(webhook.club.language):
        if delivery.stream_kind == TOURNAMENT_STREAM:
            event, moment = _of_tournament(delivery.stream_id, delivery.version)
        else:
            event, moment = _of_match(delivery, delivery.stream_id, delivery.version, now)
    return _encoded(delivery, moment, event)


def test_body(delivery: Delivery) -> bytes:
    """Return what the button sends: everything but an event."""
    return _encoded(delivery, timestamp(delivery.created_at), None)


def _encoded(delivery: Delivery, moment: str, event: Any) -> bytes:
    message = Message(
        id=delivery.id,
        webhook=delivery.webhook_id,
        club=delivery.webhook.club_id,
        kind=delivery.kind,
        stream_kind=delivery.stream_kind or None,
        stream=delivery.stream_id,
        version=delivery.version,
        moment=moment,
        event=event,
    )
    return msgspec.json.encode(message)


def _of_match(
    delivery: Delivery, match_id: UUID, version: int, now: datetime
) -> tuple[object, str]:
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Withheld
    until = held_until(delivery.webhook, match, version, now)
    if until is not None:
        raise Held(until)
    row = load_log(match_id).feed(PUBLIC, after=version - 1)[0]
    return row, row.recorded_at


def _of_tournament(tournament_id: UUID, version: int) -> tuple[object, str]:
    with reading(tournament_id) as state:
        labels, undone = labels_of(state), undone_in(state.log)
    events = StoredEvent.objects.filter(stream_id=tournament_id, version=version)
    [entry] = log_entries(tournament_id, events, labels, undone=undone)
    return entry, entry.at
