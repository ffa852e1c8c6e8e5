"""What is to do, in the health check and on the first page of the admin."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.dateparse import parse_datetime
from pytest_django import Settings

from config.celery import app
from config.work import queue_length
from replays.models import Outbox, Stream
from replays.tasks import heartbeat
from tests.factories import make_user
from tests.known import known
from tests.tournaments.batches.batch_runs import make_batch
from tournaments.batches.models import Batch, BatchStatus, Chunk
from tournaments.batches.selectors.health import PATIENCE

pytestmark = pytest.mark.database


def owe(age: timedelta) -> None:
    stream = Stream.objects.create(id=uuid4(), kind="match", version=1, head_hash="0" * 64)
    moment = datetime.now(UTC) - age
    Outbox.objects.create(
        id=uuid4(), topic="verify", stream_id=stream.pk, version=1, created_at=moment
    )


def two_lost_one_played_one_waiting() -> Batch:
    now = datetime.now(UTC)
    batch = make_batch(matches=50)
    states: list[dict[str, Any]] = [
        {"sent_at": now - PATIENCE, "attempts": 1},
        {"sent_at": now, "attempts": 1, "leased_until": now - timedelta(seconds=1)},
        {"sent_at": now - PATIENCE, "attempts": 1, "leased_until": now + timedelta(hours=1)},
        {"sent_at": None},
        {"done": True, "sent_at": now - PATIENCE},
    ]
    for number, fields in enumerate(states):
        Chunk.objects.filter(batch=batch, number=number).update(**fields)
    return batch


def test_the_health_check_counts_what_waits_is_late_is_played_and_is_stale(
    db: None, client: Client
) -> None:
    heartbeat()
    owe(timedelta(seconds=1))
    owe(timedelta(hours=1))
    two_lost_one_played_one_waiting()
    answer = client.get("/healthz")
    work = answer.json()["work"]
    assert answer.status_code == 200
    assert (work["owed"], work["late"]) == (2, 1)
    assert work["chunks"] == {"waiting": 1, "playing": 1, "stale": 2}
    assert datetime.now(UTC) - known(parse_datetime(work["heartbeat"])) < timedelta(minutes=1)
    assert isinstance(work["queue"], int)


def test_chunks_of_batches_that_are_over_are_nobodys_work(db: None, client: Client) -> None:
    batch = two_lost_one_played_one_waiting()
    Batch.objects.filter(pk=batch.pk).update(status=BatchStatus.CANCELLED)
    work = client.get("/healthz").json()["work"]
    assert work["chunks"] == {"waiting": 0, "playing": 0, "stale": 0}
    assert work["heartbeat"] is None


def test_a_broker_that_is_away_leaves_the_rest_of_the_answer(
    db: None, client: Client, settings: Settings
) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/healthz").json()
    assert (answer["broker"], answer["database"], answer["work"]) == ("unreachable", "ok", None)


@pytest.mark.services
def test_the_queue_is_as_long_as_what_was_sent_to_it(
    db: None, celery_on_valkey: dict[str, str]
) -> None:
    assert queue_length() == 0
    app.send_task("replays.tasks.heartbeat")
    app.send_task("tournaments.tasks.run_chunk", args=[str(uuid4())], priority=9)
    assert queue_length() == 2


@pytest.mark.services
def test_the_length_of_a_queue_nobody_can_ask_is_unknown(
    db: None, celery_on_valkey: dict[str, str]
) -> None:
    app.conf.update(broker_url="redis://127.0.0.1:1/0")
    assert queue_length() is None


@pytest.mark.parametrize(
    ("language", "title", "warning"),
    [("en", "Work in hand", "Some work is stale"), ("fr", "Travail en cours", "Du travail traîne")],
)
def test_the_admin_shows_the_work_in_hand(
    db: None, client: Client, language: str, title: str, warning: str
) -> None:
    client.force_login(make_user(staff=True, is_superuser=True))
    page = client.get("/admin/", headers={"Accept-Language": language}).content.decode()
    assert title in page
    assert warning not in page
    two_lost_one_played_one_waiting()
    page = client.get("/admin/", headers={"Accept-Language": language}).content.decode()
    assert warning in page
