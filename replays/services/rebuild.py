"""Projections made again from the log: upsert, then delete what no log accounts for."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.registry import games
from replays import subscriptions
from replays.chain import RecordedEvent, first_break
from replays.errors import CorruptStream, KaitenError
from replays.models import Match, MatchSeat, StoredEvent, Stream, Verification
from replays.selectors.logs import KIND, load_log, stored_rows, verified_log
from replays.services.verify import record_verification

logger = logging.getLogger(__name__)

_tried: set[UUID] = set()
"""Matches that `complete_bare_rows` could not complete in this process."""


def rebuild_match(*, match_id: UUID) -> None:
    """Make the rows of one match again from its verified log, in one transaction."""
    with transaction.atomic():
        # Appends to this match wait here, so that none of them is overwritten by older rows.
        list(Stream.objects.select_for_update().filter(pk=match_id).values_list("pk"))
        rows = stored_rows(match_id)
        seats = verified_log(match_id, rows).setup.seats
        for project in subscriptions.projections_of(KIND):
            project(match_id, rows)
        MatchSeat.objects.filter(match_id=match_id, seat__gte=seats).delete()


def complete_bare_rows(*, now: datetime) -> int:
    """Make again what was written while a game was away, once it is here; return how many.

    Such rows lack the content hash, such verifications were never judged. What is installed stays
    the same for as long as a process lives: what fails is tried once.
    """
    here = Match.objects.filter(game__in=[rules.slug for rules in games()])
    ended = here.exclude(status=Match.Status.OPEN)
    lacking = ended.filter(content_hash="").values_list("pk", flat=True)
    unjudged = Verification.objects.filter(ok=True, pk__in=here.values("pk")).exclude(problem="")
    checked = set(unjudged.values_list("pk", flat=True))
    found = {*lacking, *checked} - _tried
    for match_id in sorted(found):
        try:
            if (missing := load_log(match_id).missing) is not None:
                raise missing
            rebuild_match(match_id=match_id)
            if match_id in checked:
                record_verification(stream_id=match_id, now=now)
        except KaitenError as refusal:
            _tried.add(match_id)
            logger.warning("match %s stays as it is: %s", match_id, refusal)
    return len(found - _tried)


def rebuild_stream(*, stream_id: UUID, kind: str) -> None:
    """Make what another app folds from one stream again: a log from version 1 on means anew."""
    with transaction.atomic():
        list(Stream.objects.select_for_update().filter(pk=stream_id).values_list("pk"))
        stored = StoredEvent.objects.filter(stream_id=stream_id).order_by("version")
        rows = [RecordedEvent(*row) for row in stored.values_list(*RecordedEvent.__struct_fields__)]
        broken = first_break(stream_id, rows, {})
        if broken is not None:
            raise CorruptStream(version=broken.version, problem=broken.code)
        for project in subscriptions.projections_of(kind):
            project(stream_id, rows)


def rebuild_all(*, tell: Callable[[str], object] | None = None) -> int:
    """Make the rows of every stream again and delete those of matches that have no log.

    What other apps then make again is told in a few words each.
    """
    # In the order of their registration: what a club says tells whose the others are.
    for kind in subscriptions.projected_kinds():
        others = Stream.objects.filter(kind=kind).exclude(kind=KIND).order_by("pk")
        for stream_id in list(others.values_list("pk", flat=True)):
            rebuild_stream(stream_id=stream_id, kind=kind)
    ids: Sequence[UUID] = list(
        Stream.objects.filter(kind=KIND).order_by("pk").values_list("pk", flat=True)
    )
    for match_id in ids:
        rebuild_match(match_id=match_id)
    Match.objects.exclude(pk__in=Stream.objects.filter(kind=KIND).values("pk")).delete()
    for rebuild in subscriptions.rebuilds():
        summary = rebuild()
        if tell is not None:
            tell(summary)
    return len(ids)
