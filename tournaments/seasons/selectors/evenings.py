"""What evenings brought: read from the streams of their tournaments, remembered by their heads.

A head names one content only, so what was counted under it never has to be counted again.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable
from itertools import groupby
from uuid import UUID

from replays.chain import RecordedEvent
from replays.models import StoredEvent, Stream
from tournaments.seasons.results import PlayerEvening, evening_results
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments.selectors.states import AS_WRITTEN

_MOST_REMEMBERED = 512
_ENVELOPE = RecordedEvent.__struct_fields__
_remembered: OrderedDict[str, tuple[PlayerEvening, ...]] = OrderedDict()
_lock = threading.Lock()


def results_of_evenings(
    tournament_ids: Collection[UUID],
) -> dict[UUID, tuple[PlayerEvening, ...]]:
    """Return how everybody did in those tournaments that are over: three queries at most."""
    over = Tournament.objects.filter(pk__in=tournament_ids, status=TournamentStatus.FINISHED)
    heads = dict(
        Stream.objects.filter(pk__in=over.values("pk"), kind=TOURNAMENT_STREAM).values_list(
            "pk", "head_hash"
        )
    )
    by_tournament = {
        id_: results for id_, head in heads.items() if (results := _recalled(head)) is not None
    }
    for tournament_id, head, results in _counted(heads.keys() - by_tournament.keys()):
        # What was appended since the heads were read is another evening: not this one's results.
        if head == heads[tournament_id]:
            _remember(head, results)
        by_tournament[tournament_id] = results
    return {id_: by_tournament[id_] for id_ in tournament_ids if id_ in by_tournament}


def _counted(
    tournament_ids: Collection[UUID],
) -> Iterable[tuple[UUID, str, tuple[PlayerEvening, ...]]]:
    if not tournament_ids:
        return
    stored = StoredEvent.objects.filter(stream_id__in=tournament_ids)
    rows = stored.order_by("stream_id", "version").values_list("stream_id", *_ENVELOPE)
    for tournament_id, mine in groupby(rows.iterator(chunk_size=2000), key=lambda row: row[0]):
        read = AS_WRITTEN.verified(tournament_id, [RecordedEvent(*row[1:]) for row in mine])
        if read.state.finished:
            yield tournament_id, read.head, evening_results(read.state)


def _recalled(head: str) -> tuple[PlayerEvening, ...] | None:
    with _lock:
        results = _remembered.get(head)
        if results is not None:
            _remembered.move_to_end(head)
        return results


def _remember(head: str, results: tuple[PlayerEvening, ...]) -> None:
    with _lock:
        _remembered[head] = results
        while len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)
