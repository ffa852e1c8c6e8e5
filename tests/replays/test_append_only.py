"""The database itself refuses to change the log, whoever asks and however."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from replays.append_only import TABLES, install, missing_triggers
from replays.checks import check_append_only
from replays.models import Anchor, StoredEvent, Stream
from tests.plugins.databases import FreshDatabase
from tests.replays.streams import append, make_stream
from tests.services.databases import Databases, point_default_connection_at

pytestmark = pytest.mark.database

COLUMNS = {
    "replays_storedevent": (
        "stream_id, version, type, schema, payload, actor, recorded_at, request_key, hash"
    ),
    "replays_anchor": "stream_id, version, hash",
}
PROTECTED = (StoredEvent, Anchor)

EVERYWHERE = (
    "UPDATE {table} SET hash = 'forged'",
    "UPDATE {table} SET version = version + 1 WHERE version = 2",
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE version = 2",
    "INSERT INTO {table} ({columns}) SELECT {columns} FROM {table} WHERE version = 2 "
    "ON CONFLICT (stream_id, version) DO UPDATE SET hash = 'forged'",
    "INSERT INTO {table} (id, {columns}) SELECT id, {columns} FROM {table} WHERE version = 2 "
    "ON CONFLICT (id) DO UPDATE SET hash = 'forged'",
    "INSERT INTO {table} ({columns}) SELECT {columns} FROM {table} WHERE version = 2",
)
ON_SQLITE = (
    "INSERT OR REPLACE INTO {table} ({columns}) SELECT {columns} FROM {table} WHERE version = 2",
    "REPLACE INTO {table} (id, {columns}) SELECT id, {columns} FROM {table} WHERE version = 2",
    "REPLACE INTO {table} (id, {columns}) SELECT 1, {columns} FROM {table} WHERE version = 2",
    "INSERT OR IGNORE INTO {table} ({columns}) SELECT {columns} FROM {table} WHERE version = 2",
    "UPDATE OR REPLACE {table} SET version = 1 WHERE version = 2",
    "UPDATE OR IGNORE {table} SET hash = 'forged'",
)
ON_POSTGRESQL = (
    "TRUNCATE {table}",
    "TRUNCATE {table} RESTART IDENTITY CASCADE",
    "TRUNCATE replays_stream CASCADE",
    "UPDATE {table} SET hash = 'forged' WHERE false",
    "MERGE INTO {table} t USING {table} s ON t.id = s.id WHEN MATCHED THEN DELETE",
    "MERGE INTO {table} t USING {table} s ON t.id = s.id "
    "WHEN MATCHED THEN UPDATE SET hash = 'forged'",
    "WITH gone AS (DELETE FROM {table} RETURNING id) SELECT count(*) FROM gone",
    "SET LOCAL session_replication_role = replica; UPDATE {table} SET hash = 'forged'",
)


def sql_attacks() -> Iterator[str]:
    own = ON_POSTGRESQL if connection.vendor == "postgresql" else ON_SQLITE
    for table in TABLES:
        for attack in (*EVERYWHERE, *own):
            yield attack.format(table=table, columns=COLUMNS[table])


def orm_attacks() -> Iterator[Callable[..., Any]]:
    for model in PROTECTED:
        row = model.objects.order_by("version").last()
        twin = {f.attname: getattr(row, f.attname) for f in model._meta.concrete_fields}
        forged = model(**(twin | {"hash": "forged"}))
        assert row is not None
        yield row.save
        yield row.delete
        yield lambda forged=forged: forged.save(force_update=True)
        yield lambda model=model: model.objects.update(hash="forged")
        yield lambda model=model: model.objects.all().delete()
        yield lambda model=model: model.objects.all()._raw_delete("default")
        yield lambda model=model, forged=forged: model.objects.bulk_update([forged], ["hash"])
        yield lambda model=model, forged=forged: model.objects.bulk_create(
            [forged],
            update_conflicts=True,
            unique_fields=["stream", "version"],
            update_fields=["hash"],
        )


def log() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.order_by("pk").values_list()) for model in PROTECTED]


def attack_everything() -> None:
    """Try every way to change the log; afterwards it stands as it was and can be continued."""
    stream_id = make_stream(1, 1, 2)
    before = log()
    for statement in sql_attacks():
        refused(lambda statement=statement: execute(statement), statement)
        assert log() == before, statement
    for attack in orm_attacks():
        refused(attack, attack)
        assert log() == before
    append(stream_id, 4)
    assert len(StoredEvent.objects.filter(stream_id=stream_id)) == 5


def refused(attack: Callable[..., Any], name: Callable[..., Any] | str) -> None:
    try:
        with transaction.atomic():
            attack()
    except IntegrityError:
        return
    pytest.fail(f"not refused: {name}")


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_every_way_to_change_the_log_is_refused(fresh_database: FreshDatabase) -> None:
    assert missing_triggers(connection) == []
    attack_everything()


def test_a_stream_whose_log_stands_cannot_be_deleted(fresh_database: FreshDatabase) -> None:
    stream_id = make_stream(2)
    refused(Stream.objects.get(pk=stream_id).delete, "delete through the ORM")
    refused(lambda: execute("DELETE FROM replays_stream"), "delete in SQL")
    assert Stream.objects.filter(pk=stream_id).exists()


@pytest.fixture
def empty_database(databases: Databases, fresh_database: FreshDatabase) -> Iterator[None]:
    """A database before its first migration, in place of the migrated one."""
    name = f"empty_{uuid4().hex}"
    point_default_connection_at(databases.create(name))
    yield
    point_default_connection_at(fresh_database.url)
    databases.drop(name)


def migration_steps() -> list[tuple[str, ...]]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _ in plan]


def test_the_log_is_protected_before_and_after_every_migration(empty_database: None) -> None:
    attacked = 0
    for app, name in migration_steps():
        call_command("migrate", app, name, verbosity=0)
        if set(TABLES) <= set(connection.introspection.table_names()):
            assert missing_triggers(connection) == [], f"after {app}.{name}"
            attack_everything()
            attacked += 1
    assert attacked


def remake(model: type[Model]) -> None:
    """Change a table as a migration would; on SQLite Django makes it anew for this."""
    field = models.CharField(max_length=5, default="x")
    field.set_attributes_from_name("remade")
    field.model = model
    with connection.schema_editor() as editor:
        editor.add_field(model, field)
    with connection.schema_editor() as editor:
        editor.remove_field(model, field)


def test_a_migration_that_remakes_the_tables_leaves_them_protected(
    fresh_database: FreshDatabase,
) -> None:
    attack_everything()
    for model in PROTECTED:
        remake(model)
    if connection.vendor == "sqlite":
        assert len(missing_triggers(connection)) == 6
        assert check_append_only(databases=["default"])
    call_command("migrate", verbosity=0, skip_checks=True)
    assert missing_triggers(connection) == []
    attack_everything()


def disarm(table: str) -> None:
    if connection.vendor == "postgresql":
        execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only")
    else:
        execute(f"DROP TRIGGER {table}_no_delete")
        execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN SELECT 1; END")


@pytest.mark.parametrize("table", TABLES)
def test_a_trigger_that_was_disarmed_is_reported_at_start_up_and_put_back(
    fresh_database: FreshDatabase, table: str
) -> None:
    disarm(table)
    assert [name.startswith(table) for name in missing_triggers(connection)] == [True]
    (problem,) = check_append_only(databases=["default"])
    assert problem.id == "replays.E001"
    with pytest.raises(SystemCheckError, match="does not protect the log"):
        call_command("check", databases=["default"])
    install(connection)
    assert missing_triggers(connection) == []
    attack_everything()


@pytest.mark.django_db
def test_the_check_keeps_quiet_when_no_database_is_asked_about() -> None:
    assert check_append_only() == []


def test_a_database_without_tables_has_nothing_to_protect_yet(empty_database: None) -> None:
    install(connection)
    assert missing_triggers(connection) == []
    assert check_append_only(databases=["default"]) == []
