"""The role of docs/event-store.md, made from its own lines on a real PostgreSQL."""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection, connections, transaction
from pytest_django import DjangoDbBlocker

from replays.append_only import TABLES
from replays.models import Outbox
from replays.services.verify import verify_stream
from tests.plugins.services import POSTGRES, service_url, session_folder
from tests.replays.streams import append, ending, key, remark
from tests.services.databases import PostgresDatabases, point_default_connection_at

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "event-store.md"
ATTACKS = (
    "UPDATE {table} SET hash = 'forged'",
    "DELETE FROM {table}",
    "TRUNCATE {table}",
    "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "DROP TRIGGER {table}_append_only ON {table}",
    "DROP TABLE {table} CASCADE",
    "DROP FUNCTION replays_refuse_change CASCADE",
)


@pytest.fixture
def postgres(shared_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A migrated PostgreSQL database, whatever the other tests run on."""
    databases = PostgresDatabases(
        service_url(POSTGRES), session_folder().name.replace("-", "_") + "_"
    )
    name = f"role_{uuid4().hex}"
    point_default_connection_at(databases.create(name))
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0)
        yield
        connections.close_all()
    databases.drop(name)
    point_default_connection_at(shared_database)


def documented_lines(role: str) -> str:
    (lines,) = re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return lines.replace("kaiten_app", role)


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.services
def test_the_documented_role_can_do_its_work_and_cannot_touch_the_log(postgres: None) -> None:
    role = f"kaiten_{uuid4().hex}"
    # A role belongs to the whole server: it is made, used and forgotten in one transaction.
    with transaction.atomic():
        execute(documented_lines(role))
        execute(f"SET LOCAL ROLE {role}")
        stream_id = uuid4()
        append(stream_id, 0, remark(), ending(), request=key())
        append(stream_id, 2)
        assert verify_stream(stream_id).ok
        Outbox.objects.all().delete()
        for attack in ATTACKS:
            for table in TABLES:
                with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
                    attempt(attack.format(table=table))
        transaction.set_rollback(True)


def attempt(statement: str) -> None:
    with transaction.atomic():
        execute(statement)
