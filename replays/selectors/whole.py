"""Whole logs of any kind, as the database holds them, for files and backups."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from uuid import UUID

from replays.chain import RecordedEvent
from replays.errors import KaitenError
from replays.models import Note, StoredEvent, Stream
from replays.records.whole import NoteRow, StreamHead, WholeLog, log_problem

_AT_ONCE = 500
_ENVELOPE = RecordedEvent.__struct_fields__


def whole_logs(streams: Sequence[Stream]) -> Iterator[WholeLog]:
    """Yield logs up to the heads that were read: what came since belongs to the next file.

    Raises `stream_not_intact` at the first that is not what its head says: a file of logs must be
    worth keeping. One query for many of them.
    """
    for start in range(0, len(streams), _AT_ONCE):
        chunk = streams[start : start + _AT_ONCE]
        stored = StoredEvent.objects.filter(stream_id__in=[stream.pk for stream in chunk])
        rows = stored.order_by("stream_id", "version").values_list("stream_id", *_ENVELOPE)
        events_by_stream = {
            stream_id: tuple(RecordedEvent(*row[1:]) for row in stream_rows)
            for stream_id, stream_rows in groupby(
                rows.iterator(chunk_size=2000), key=lambda row: row[0]
            )
        }
        for stream in chunk:
            log = WholeLog(
                stream.pk, stream.kind, events_by_stream.get(stream.pk, ())[: stream.version]
            )
            head = StreamHead(stream.kind, stream.pk, stream.version, stream.head_hash)
            if log_problem(log, head) is not None:
                raise KaitenError("stream_not_intact", 409, stream=str(stream.pk))
            yield log


def notes_beside(versions: Mapping[UUID, int]) -> list[NoteRow]:
    """Return the notes of logs, each log up to a version; erased ones too."""
    notes = Note.objects.filter(stream__in=list(versions)).order_by("stream", "version", "digest")
    rows = (NoteRow(*row) for row in notes.values_list(*NoteRow.__struct_fields__))
    return [row for row in rows if row.version <= versions[row.stream]]
