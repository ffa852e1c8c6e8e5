"""Many recorders at once: one of them wins each version, the others are told."""

from functools import partial
from typing import Any, cast
from uuid import UUID, uuid4

import msgspec
import pytest

from games.testing.scale import scaled
from replays.envelope import Envelope
from replays.errors import RequestReused, StreamConflict
from replays.models import Anchor, Outbox, Request, StoredEvent, Stream
from replays.services import life, matches
from replays.services.append import Appended
from replays.services.verify import verify_stream
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.streams import NOW, append, ending, key, make_stream, remark, version_of
from tests.threads import run_together

pytestmark = pytest.mark.database

RECORDERS = 16
TWINS = 20


def record_until(last: int, stream_id: UUID, name: int) -> list[int]:
    """Append at the version last seen until the stream is long enough; return the versions won."""
    wins = []
    while (seen := version_of(stream_id)) < last:
        try:
            wins.append(append(stream_id, seen, actor=f"user:{name}").last_version)
        except StreamConflict as conflict:
            if not conflict.params["expected"] == seen < cast(int, conflict.params["actual"]):
                raise
    return wins


def test_sixteen_recorders_on_one_match_write_every_version_exactly_once(
    fresh_database: FreshDatabase,
) -> None:
    last = scaled(500)
    stream_id = make_stream(1)
    calls = [partial(record_until, last, stream_id, name) for name in range(RECORDERS)]
    results = run_together(calls)

    assert [result for result in results if isinstance(result, Exception)] == []
    wins = sorted(version for versions in results for version in versions)
    assert wins == list(range(2, last + 1))
    stored = StoredEvent.objects.filter(stream_id=stream_id).order_by("version")
    assert list(stored.values_list("version", flat=True)) == list(range(1, last + 1))
    assert Anchor.objects.filter(stream_id=stream_id).count() == last
    assert verify_stream(stream_id).ok


def test_of_sixteen_who_saw_the_same_version_one_wins_and_fifteen_are_told(
    fresh_database: FreshDatabase,
) -> None:
    stream_id = make_stream(3)
    results = run_together([partial(append, stream_id, 3)] * RECORDERS)
    assert [type(result) for result in results].count(Appended) == 1
    assert [type(result) for result in results].count(StreamConflict) == RECORDERS - 1
    assert version_of(stream_id) == 4


def test_of_sixteen_who_start_the_same_stream_one_wins(fresh_database: FreshDatabase) -> None:
    stream_id = uuid4()
    results = run_together([partial(append, stream_id, 0)] * RECORDERS)
    assert [type(result) for result in results].count(Appended) == 1
    assert [type(result) for result in results].count(StreamConflict) == RECORDERS - 1


def equal_answers(results: list[Appended]) -> bool:
    assert [result for result in results if isinstance(result, Exception)] == []
    assert sorted(result.repeated for result in results) == [False] + [True] * (TWINS - 1)
    return len({msgspec.structs.replace(result, repeated=True) for result in results}) == 1


def test_the_same_request_sent_twenty_times_at_once_is_written_once(
    fresh_database: FreshDatabase,
) -> None:
    stream_id = make_stream(1)
    events = (remark(), ending())
    send = partial(append, stream_id, 1, *events, request=key())
    assert equal_answers(run_together([send] * TWINS))
    assert version_of(stream_id) == 3
    assert StoredEvent.objects.count() == 3
    assert Request.objects.count() == Outbox.objects.count() == 1


def test_a_creation_sent_twenty_times_at_once_makes_one_stream(
    fresh_database: FreshDatabase,
) -> None:
    calls = [partial(append, uuid4(), 0, remark(), request=key()) for _ in range(TWINS)]
    assert equal_answers(run_together(calls))
    assert Stream.objects.count() == StoredEvent.objects.count() == 1


def test_twins_with_different_bodies_never_both_get_in(fresh_database: FreshDatabase) -> None:
    stream_id = make_stream(1)
    calls = [partial(append, stream_id, 1, request=key(body=str(n))) for n in range(TWINS)]
    results = run_together(calls)
    assert [type(result) for result in results].count(Appended) == 1
    assert [type(result) for result in results].count(RequestReused) == TWINS - 1
    assert version_of(stream_id) == 2


def test_different_requests_at_the_same_version_conflict_and_keep_their_keys(
    fresh_database: FreshDatabase,
) -> None:
    stream_id = make_stream(1)
    calls = [partial(append, stream_id, 1, request=key(f"k{n}")) for n in range(RECORDERS)]
    results = run_together(calls)
    assert [type(result) for result in results].count(StreamConflict) == RECORDERS - 1
    assert Request.objects.count() == 1


def test_a_log_verified_while_others_write_is_never_called_damaged(
    fresh_database: FreshDatabase,
) -> None:
    stream_id, last = make_stream(1), 60

    def verify() -> list[Any]:
        reports = []
        while version_of(stream_id) < last:
            reports.append(verify_stream(stream_id))
        return [report.problem for report in reports if not report.ok]

    record = partial(record_until, last, stream_id)
    results = run_together([verify, verify, partial(record, 1), partial(record, 2)])
    assert [result for result in results if isinstance(result, Exception)] == []
    assert results[:2] == [[], []]


def test_a_move_sent_twenty_times_at_once_is_judged_and_written_once(
    fresh_database: FreshDatabase,
) -> None:
    sitting = Sitting()
    event, version = sitting.next_event(), sitting.version
    send = partial(
        matches.play,
        match_id=sitting.id,
        expected_version=version,
        events=[event],
        envelope=Envelope("user:1", NOW, key()),
    )
    assert equal_answers(run_together([send] * TWINS))
    assert sitting.version == version + 1


def test_a_match_ended_twenty_times_at_once_by_the_same_request_ends_once(
    fresh_database: FreshDatabase,
) -> None:
    sitting = Sitting()
    send = partial(sitting.do, life.void_match, expected_version=1, request=key())
    assert equal_answers(run_together([send] * TWINS))
    assert sitting.row.status == "voided"
