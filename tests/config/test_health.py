import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from config import health
from config.embedded import STARTING_SECONDS, Background
from replays.tasks import heartbeat
from tests.plugins.databases import FreshDatabase
from tests.services.processes import free_port

pytestmark = pytest.mark.database


def test_all_is_well_when_the_database_the_broker_the_worker_and_the_triggers_are(
    db: None, client: Client
) -> None:
    heartbeat()
    answer = client.get("/healthz")
    assert answer.status_code == 200
    body = answer.json()
    body.pop("work")
    assert body == {
        "status": "ok",
        "database": "ok",
        "broker": "ok",
        "worker": "ok",
        "append_only": "ok",
        "left_out": [],
    }


def test_a_worker_that_never_spoke_makes_the_answer_503(db: None, client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["worker"] == "missing"


def test_a_worker_inside_has_some_time_to_start(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Background, "began", time.monotonic())
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["worker"] == "starting"
    monkeypatch.setattr(Background, "began", time.monotonic() - STARTING_SECONDS)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["worker"] == "missing"


def test_a_worker_that_fell_silent_is_late(db: None) -> None:
    heartbeat()
    patience = health.WORKER_PATIENCE
    assert health.worker_state(now=datetime.now(UTC) + patience / 2) == "ok"
    assert health.worker_state(now=datetime.now(UTC) + patience + timedelta(seconds=1)) == "late"


def test_a_broker_that_does_not_answer_makes_the_answer_503(
    db: None, client: Client, settings: Settings
) -> None:
    heartbeat()
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["broker"] == "unreachable"


@pytest.mark.services
def test_a_broker_that_answers_is_well(
    db: None, client: Client, settings: Settings, valkey_url: str
) -> None:
    heartbeat()
    settings.CELERY_BROKER_URL = valkey_url
    assert client.get("/healthz").json()["broker"] == "ok"


def test_a_missing_trigger_makes_the_answer_503(
    fresh_database: FreshDatabase, client: Client
) -> None:
    heartbeat()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"
            )
            name, table = cursor.fetchone()
            cursor.execute(f'DROP TRIGGER "{name}" ON {table}')
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            cursor.execute(f'DROP TRIGGER "{cursor.fetchone()[0]}"')
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["append_only"] == "missing"


def test_a_database_that_does_not_answer_makes_the_answer_503(
    fresh_database: FreshDatabase, client: Client, tmp_path: Path
) -> None:
    from tests.services.databases import point_default_connection_at

    point_default_connection_at(f"sqlite:///{tmp_path}/no/such/folder/kaiten.sqlite3")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "unreachable"


def test_the_health_check_is_only_for_reading(db: None, client: Client) -> None:
    assert client.post("/healthz").status_code == 405
