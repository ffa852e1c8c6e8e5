"""Batches as doors ask for them: begun once however often a request is sent, cancelled once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError

from games.registry import rules_of
from replays.errors import KaitenError, RequestReused
from replays.services.append import RequestKey
from tournaments.batches.models import Batch, BatchStatus
from tournaments.batches.services.batches import cancel_batch, create_batch
from tournaments.people.models import Club
from tournaments.people.services.bots import NAMESPACE, require_playable

LARGEST_OWN_SEED = 10**9
"""Seeds that nobody chose are short enough to be read out."""

_ASKED = ("club_id", "game", "bots", "matches", "seed", "rotate", "same_deal", "rated")


def start_batch(
    *,
    club: Club,
    game: str,
    bots: Sequence[str],
    matches: int,
    actor: str,
    now: datetime,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    rotate: bool = True,
    same_deal: bool = False,
    rated: bool = False,
    request: RequestKey | None = None,
) -> Batch:
    """Begin a batch; the same request key again gives the same batch and starts nothing.

    Without a seed the batch gets one of its own. Raises RequestReused for a key that another
    batch was asked for with, and whatever `create_batch` refuses.
    """
    batch_id = _id_of(request) if request is not None else uuid4()
    chosen = own_seed(batch_id) if seed is None else seed
    try:
        batch = create_batch(
            club=club,
            game=game,
            bots=bots,
            matches=matches,
            seed=chosen,
            actor=actor,
            now=now,
            options=options,
            rotate=rotate,
            same_deal=same_deal,
            rated=rated,
            batch_id=batch_id,
        )
    except IntegrityError:
        # The twin of this request was faster by a moment.
        batch = Batch.objects.get(pk=batch_id)
    asked = (club.id, game, list(bots), matches, chosen, rotate, same_deal, rated)
    if tuple(getattr(batch, name) for name in _ASKED) != asked:
        raise RequestReused
    setup = require_playable(rules_of(game), bots, dict(options or {}))
    if batch.options != setup.options:
        raise RequestReused
    return batch


def own_seed(batch_id: UUID) -> int:
    """Return the seed of a batch that came without one."""
    return batch_id.int % LARGEST_OWN_SEED


def stop_batch(*, batch_id: UUID, now: datetime) -> Batch:
    """Cancel a batch that is running, or raise `batch_ended`."""
    batch = cancel_batch(batch_id=batch_id, now=now)
    if batch.status != BatchStatus.CANCELLED or batch.ended_at != now:
        raise KaitenError("batch_ended", 409, status=batch.status)
    return batch


def _id_of(request: RequestKey) -> UUID:
    return uuid5(NAMESPACE, f"batch/{request.scope}/{request.key}")
