"""Work owed to subscribers is done at least once, checkpointed once, and never lost."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from pytest_django import Settings
from redis import Redis

from replays import subscriptions, tasks
from replays.models import Checkpoint, Outbox, Verification
from replays.selectors.health import late_work, worker_heartbeat
from replays.services import outbox
from replays.services.queue import left_to_the_server, sent_together
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.streams import append, ending, make_stream, remark
from tests.threads import run_together

pytestmark = pytest.mark.database

TOPIC = "test"


class Subscriber:
    """Counts what it hears; fails as long as it is told to."""

    def __init__(self) -> None:
        self.heard: list[tuple[UUID, int]] = []
        self.failing = False
        self.lock = Lock()

    def hear(self, stream_id: UUID, version: int) -> None:
        with self.lock:
            self.heard.append((stream_id, version))
        # Written inside the transaction of the checkpoint: rolled back together with it.
        Checkpoint.objects.create(consumer=f"mark-{uuid4().hex}", stream_id=stream_id)
        if self.failing:
            raise RuntimeError("not now")


@pytest.fixture
def subscriber() -> Subscriber:
    subscriber = Subscriber()
    subscriptions.subscribe(TOPIC, [], subscriber.hear)
    return subscriber


def owe(
    stream_id: UUID | None = None, version: int = 1, topic: str = TOPIC, **fields: Any
) -> Outbox:
    """Return a row of work that is owed to the subscriber."""
    fields = {"created_at": datetime.now(UTC)} | fields
    return Outbox.objects.create(
        id=uuid4(), topic=topic, stream_id=stream_id or uuid4(), version=version, **fields
    )


def consume(row: Outbox) -> bool:
    return outbox.consume(outbox_id=row.pk)


def checkpoint(stream_id: UUID) -> int:
    return Checkpoint.objects.get(consumer=TOPIC, stream_id=stream_id).version


# Consuming


@pytest.mark.django_db
def test_the_handler_the_checkpoint_and_the_removal_of_the_row_go_together(
    subscriber: Subscriber,
) -> None:
    row = owe(version=7)
    assert consume(row)
    assert subscriber.heard == [(row.stream_id, 7)]
    assert checkpoint(row.stream_id) == 7
    assert not Outbox.objects.exists()


@pytest.mark.django_db
def test_consuming_twice_does_the_work_once(subscriber: Subscriber) -> None:
    row = owe()
    assert consume(row)
    assert not consume(row)
    assert len(subscriber.heard) == 1


@pytest.mark.django_db
def test_work_that_a_later_version_has_overtaken_is_dropped(subscriber: Subscriber) -> None:
    stream_id = uuid4()
    older, newer = owe(stream_id, 3), owe(stream_id, 5)
    assert consume(newer)
    assert not consume(older)
    assert subscriber.heard == [(stream_id, 5)]
    assert checkpoint(stream_id) == 5
    assert not Outbox.objects.exists()


@pytest.mark.django_db
def test_a_handler_that_fails_leaves_the_row_and_no_trace_of_itself(subscriber: Subscriber) -> None:
    row = owe()
    subscriber.failing = True
    with pytest.raises(RuntimeError, match="not now"):
        consume(row)
    assert Outbox.objects.filter(pk=row.pk).exists()
    assert not Checkpoint.objects.exists()
    subscriber.failing = False
    assert consume(row)
    assert checkpoint(row.stream_id) == 1


@pytest.mark.django_db
def test_a_topic_nobody_listens_to_here_keeps_its_row() -> None:
    row = owe(topic="another-release")
    assert not consume(row)
    assert Outbox.objects.filter(pk=row.pk).exists()


def test_the_same_row_consumed_eight_times_at_once_is_done_once(
    fresh_database: FreshDatabase, subscriber: Subscriber
) -> None:
    row = owe()
    results = run_together([partial(consume, row)] * 8)
    assert sorted(results) == [False] * 7 + [True]
    assert len(subscriber.heard) == 1
    assert not Outbox.objects.exists()


def test_rows_of_one_stream_consumed_at_once_leave_the_newest_checkpoint(
    fresh_database: FreshDatabase, subscriber: Subscriber
) -> None:
    stream_id = uuid4()
    rows = [owe(stream_id, version) for version in range(1, 9)]
    results = run_together([partial(consume, row) for row in rows])
    assert [result for result in results if isinstance(result, Exception)] == []
    assert checkpoint(stream_id) == 8
    assert (stream_id, 8) in subscriber.heard
    assert not Outbox.objects.exists()


@pytest.mark.django_db
def test_the_end_of_a_match_is_verified_in_the_background() -> None:
    stream_id = make_stream(2)
    append(stream_id, 2, ending())
    tasks.consume(str(Outbox.objects.get(topic="verify").pk))
    kept = Verification.objects.get(stream_id=stream_id)
    assert (kept.ok, kept.version) == (True, 3)


# Handlers that think for long


class Thinker(Subscriber):
    """Is called outside; remembers whether a transaction was open and can ask for more time."""

    def __init__(self) -> None:
        super().__init__()
        self.locked: list[bool] = []
        self.seconds = 0

    def think(self, stream_id: UUID, version: int) -> None:
        self.locked.append(connection.in_atomic_block)
        with self.lock:
            self.heard.append((stream_id, version))
        if self.seconds:
            raise outbox.Later(self.seconds)
        if self.failing:
            raise RuntimeError("not now")


@pytest.fixture
def thinker() -> Thinker:
    thinker = Thinker()
    subscriptions.subscribe("thinking", [], thinker.think, outside=True)
    return thinker


def test_a_slow_handler_runs_in_no_transaction_and_is_checkpointed_after_it(
    fresh_database: FreshDatabase, thinker: Thinker
) -> None:
    row = owe(version=7, topic="thinking")
    assert consume(row)
    assert (thinker.heard, thinker.locked) == ([(row.stream_id, 7)], [False])
    assert Checkpoint.objects.get(consumer="thinking").version == 7
    assert not Outbox.objects.exists()
    assert not consume(row)


@pytest.mark.django_db
def test_a_slow_handler_that_fails_leaves_the_row_and_the_checkpoint_where_they_were(
    thinker: Thinker,
) -> None:
    row = owe(version=3, topic="thinking")
    thinker.failing = True
    with pytest.raises(RuntimeError, match="not now"):
        consume(row)
    assert Outbox.objects.filter(pk=row.pk).exists()
    assert not Checkpoint.objects.exists()


@pytest.mark.django_db
def test_a_slow_handler_is_spared_what_a_later_version_has_overtaken(thinker: Thinker) -> None:
    stream_id = uuid4()
    older, newer = owe(stream_id, 3, "thinking"), owe(stream_id, 5, "thinking")
    assert consume(newer)
    assert not consume(older)
    assert thinker.heard == [(stream_id, 5)]
    assert Checkpoint.objects.get(consumer="thinking").version == 5
    assert not Outbox.objects.exists()


def test_slow_handlers_of_one_row_at_once_leave_one_checkpoint_and_no_row(
    fresh_database: FreshDatabase, thinker: Thinker
) -> None:
    row = owe(version=4, topic="thinking")
    results = run_together([partial(consume, row)] * 6)
    assert [result for result in results if isinstance(result, Exception)] == []
    assert Checkpoint.objects.get(consumer="thinking").version == 4
    assert not Outbox.objects.exists()


@pytest.mark.django_db
def test_streams_that_a_topic_does_not_want_owe_it_nothing() -> None:
    wanted = uuid4()
    subscriptions.subscribe(
        "choosy",
        [remark().type],
        Subscriber().hear,
        wanted=lambda stream_id, events: stream_id == wanted and len(events) == 2,
    )
    try:
        append(wanted, 0, remark(), remark())
        append(wanted, 2)
        append(uuid4(), 0, remark(), remark())
    finally:
        subscriptions.subscribe("choosy", [], Subscriber().hear)
    owing = Outbox.objects.values_list("topic", "stream_id", "version")
    assert list(owing) == [("choosy", wanted, 2)]


# Relaying and sweeping


class Queue:
    """The real queue of a real broker, read from the side."""

    def __init__(self, url: str, prefix: str) -> None:
        self.client = Redis.from_url(url)
        self.name = f"{prefix}celery"

    def __len__(self) -> int:
        return self.client.llen(self.name)


@pytest.fixture
def queue(
    fresh_database: FreshDatabase,
    celery_on_valkey: dict[str, str],
    valkey_url: str,
    valkey_prefix: str,
) -> Iterator[Queue]:
    queue = Queue(valkey_url, valkey_prefix)
    yield queue
    queue.client.close()


@pytest.fixture
def no_broker(fresh_database: FreshDatabase) -> Iterator[None]:
    """A broker that refuses every connection."""
    from config.celery import app
    from tests.plugins.programs import _forget_connections

    changed = {
        "broker_url": "redis://127.0.0.1:1/0",
        "broker_transport_options": {"max_retries": 0},
    }
    before = {name: app.conf[name] for name in changed}
    app.conf.update(changed)
    _forget_connections(app)
    yield
    app.conf.update(before)
    _forget_connections(app)


def test_an_append_hands_its_work_to_the_workers_after_the_commit(queue: Queue) -> None:
    append(uuid4(), 0, remark(), ending())
    assert len(queue) == 1
    row = Outbox.objects.get()
    assert row.sent_at is not None
    assert row.attempts == 1


def test_an_append_does_not_notice_that_the_broker_is_down(no_broker: None) -> None:
    written = append(uuid4(), 0, ending())
    assert written.last_version == 1
    row = Outbox.objects.get()
    assert (row.sent_at, row.attempts) == (None, 1)
    assert outbox.QUEUE.sweep(now=datetime.now(UTC)) == 0
    assert Outbox.objects.get().sent_at is None


def test_the_sweep_sends_what_was_never_sent(queue: Queue) -> None:
    now = datetime.now(UTC)
    rows = [owe(created_at=now) for _ in range(3)]
    assert outbox.QUEUE.sweep(now=now) == len(queue) == 3
    assert outbox.QUEUE.sweep(now=now) == 0
    assert len(queue) == 3
    assert set(Outbox.objects.values_list("pk", "attempts")) == {(row.pk, 1) for row in rows}


@pytest.mark.parametrize(
    ("attempts", "seconds"), [(1, 60), (2, 120), (3, 240), (6, 1920), (7, 3600), (50, 3600)]
)
def test_the_sweep_sends_again_what_was_not_done_in_time_later_each_time(
    queue: Queue, attempts: int, seconds: int
) -> None:
    sent_at = datetime(2026, 11, 16, tzinfo=UTC)
    owe(sent_at=sent_at, attempts=attempts)
    assert outbox.QUEUE.sweep(now=sent_at + timedelta(seconds=seconds - 1)) == 0
    assert outbox.QUEUE.sweep(now=sent_at + timedelta(seconds=seconds)) == 1
    assert Outbox.objects.get().attempts == attempts + 1


def test_sweeps_at_the_same_moment_send_each_row_once(queue: Queue) -> None:
    now = datetime.now(UTC)
    for _ in range(20):
        owe(created_at=now)
    sent = run_together([partial(outbox.QUEUE.sweep, now=now)] * 6)
    assert sum(sent) == len(queue) == 20


def test_a_slow_handler_that_asks_for_more_time_is_sent_again_and_keeps_its_row(
    queue: Queue, thinker: Thinker
) -> None:
    row = owe(version=2, topic="thinking")
    thinker.seconds = 30
    assert not consume(row)
    assert len(queue) == 1
    kept = Outbox.objects.get()
    assert (kept.pk, kept.attempts) == (row.pk, 1)
    assert kept.sent_at is not None
    assert not Checkpoint.objects.exists()


def test_relaying_rows_that_are_done_already_sends_nothing(queue: Queue) -> None:
    assert outbox.relay([uuid4()]) == 0
    assert len(queue) == 0


@pytest.mark.django_db
def test_work_that_waits_too_long_is_seen() -> None:
    now = datetime.now(UTC)
    owe(created_at=now)
    late = owe(created_at=now - timedelta(hours=1))
    assert list(late_work(now=now)) == [late]


@pytest.mark.django_db
def test_work_that_was_just_written_is_not_late_however_long_ago_it_happened() -> None:
    now = datetime.now(UTC)
    append(uuid4(), 0, ending(), now=now - timedelta(days=400))
    assert Outbox.objects.exists()
    assert not late_work(now=datetime.now(UTC)).exists()


def test_a_command_whose_broker_ends_with_it_leaves_its_work_to_the_server(
    fresh_database: FreshDatabase,
) -> None:
    with left_to_the_server():
        append(uuid4(), 0, ending())
    assert Outbox.objects.values_list("sent_at", "attempts").get() == (None, 0)
    append(uuid4(), 0, ending())
    assert Outbox.objects.filter(sent_at__isnull=False, attempts=1).count() == 1


def test_what_is_written_much_at_once_is_sent_once_it_is_all_there(
    fresh_database: FreshDatabase,
) -> None:
    with sent_together():
        for _ in range(3):
            append(uuid4(), 0, ending())
        assert not Outbox.objects.filter(sent_at__isnull=False).exists()
    assert Outbox.objects.filter(sent_at__isnull=False, attempts=1).count() == 3


def test_what_is_gathered_without_a_broker_waits_for_the_sweep(no_broker: None) -> None:
    with sent_together():
        for _ in range(3):
            append(uuid4(), 0, ending())
    assert Outbox.objects.filter(sent_at=None).count() == 3


def test_a_command_with_a_broker_elsewhere_sends_its_work_at_once(
    queue: Queue, settings: Settings
) -> None:
    settings.CELERY_BROKER_URL = "redis://elsewhere"
    with left_to_the_server():
        append(uuid4(), 0, ending())
    assert len(queue) == 1


@pytest.mark.django_db
def test_a_heartbeat_replaces_the_one_before() -> None:
    assert worker_heartbeat() is None
    tasks.heartbeat()
    first = worker_heartbeat()
    tasks.heartbeat()
    assert known(worker_heartbeat()) > known(first)
