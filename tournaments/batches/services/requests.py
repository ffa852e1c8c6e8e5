"""Batches as doors ask for them: begun once however often a request is sent, cancelled once."""

from datetime import datetime
from uuid import UUID, uuid4, uuid5

from games.registry import rules_of
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, RequestReused
from tournaments.batches.models import Batch, BatchStatus
from tournaments.batches.services.batches import NewBatch, cancel_batch, create_batch, own_seed
from tournaments.people.models import Club
from tournaments.people.services.bots import NAMESPACE, require_playable

_ASKED = ("game", "matches", "rotate", "same_deal", "rated")


def start_batch(*, club: Club, wanted: NewBatch, envelope: Envelope) -> Batch:
    """Begin a batch; the same request key again gives the same batch and starts nothing.

    Raises RequestReused for a key that another batch was asked for with, and whatever
    `create_batch` refuses.
    """
    batch_id = _id_of(envelope.request) if envelope.request is not None else uuid4()
    batch = create_batch(club=club, wanted=wanted, envelope=envelope, batch_id=batch_id)
    seed = own_seed(batch_id) if wanted.seed is None else wanted.seed
    same = all(getattr(batch, name) == getattr(wanted, name) for name in _ASKED)
    if not same or (batch.club_id, batch.bots, batch.seed) != (club.id, list(wanted.bots), seed):
        raise RequestReused
    setup = require_playable(rules_of(wanted.game), wanted.bots, dict(wanted.options or {}))
    if batch.options != setup.options:
        raise RequestReused
    return batch


def stop_batch(*, batch_id: UUID, now: datetime) -> Batch:
    """Cancel a batch that is running, or raise `batch_ended`."""
    batch = cancel_batch(batch_id=batch_id, now=now)
    if batch.status != BatchStatus.CANCELLED or batch.ended_at != now:
        raise KaitenError("batch_ended", 409, status=batch.status)
    return batch


def _id_of(request: RequestKey) -> UUID:
    return uuid5(NAMESPACE, f"batch/{request.scope}/{request.key}")
