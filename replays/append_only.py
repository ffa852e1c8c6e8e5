"""Append-only in the database itself: triggers that refuse every change of the log.

There is no switch that disables them. They are installed after every `migrate`, because Django
remakes a SQLite table for many changes and the triggers of the old one vanish with it.
"""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = ("replays_storedevent", "replays_anchor")

_SQLITE = {
    "{table}_no_update": """
CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, 'append-only: UPDATE of {table} is refused'); END""",
    "{table}_no_delete": """
CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, 'append-only: DELETE from {table} is refused'); END""",
    # INSERT OR REPLACE deletes the old row without asking the trigger above.
    "{table}_no_replace": """
CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE stream_id = NEW.stream_id AND version = NEW.version)
  OR EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'append-only: this row of {table} exists already'); END""",
}

_POSTGRES_FUNCTION = "replays_refuse_change"
_POSTGRES_BODY = """
BEGIN
  RAISE EXCEPTION 'append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END"""
# One trigger per statement sees UPDATE, DELETE, TRUNCATE, MERGE and ON CONFLICT DO UPDATE, whether
# or not a row would change. ALWAYS: it fires for replication sessions too.
_POSTGRES_TRIGGER = "{table}_append_only"
_POSTGRES = """
CREATE OR REPLACE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION replays_refuse_change();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only"""
# 58 = before (2) + delete (8) + update (16) + truncate (32), for each statement.
_POSTGRES_INTACT = """
SELECT t.tgname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
WHERE t.tgrelid = to_regclass(%s) AND t.tgtype = 58 AND t.tgenabled = 'A'
  AND t.tgqual IS NULL AND p.proname = %s AND p.prosrc = %s"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers in place, replacing any that differ; tables that do not exist are left."""
    present = set(connection.introspection.table_names())
    tables = [table for table in TABLES if table in present]
    if not tables:
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {_POSTGRES_FUNCTION}() RETURNS trigger "
                f"LANGUAGE plpgsql AS $${_POSTGRES_BODY}$$"
            )
            for table in tables:
                cursor.execute(_POSTGRES.format(table=table))
            return
        for table in tables:
            for name, statement in _SQLITE.items():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name.format(table=table)}")
                cursor.execute(statement.format(table=table).strip())


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of triggers that are absent, disabled or not as this module writes them."""
    present = set(connection.introspection.table_names())
    find = _missing_postgres if connection.vendor == "postgresql" else _missing_sqlite
    return [name for table in TABLES if table in present for name in find(connection, table)]


def install_after_migrate(*, using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    install(connections[using])


def _missing_sqlite(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table]
        )
        installed = dict(cursor.fetchall())
    expected = {
        name.format(table=table): statement.format(table=table).strip()
        for name, statement in _SQLITE.items()
    }
    return [name for name, statement in expected.items() if installed.get(name) != statement]


def _missing_postgres(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    name = _POSTGRES_TRIGGER.format(table=table)
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRES_INTACT, [table, _POSTGRES_FUNCTION, _POSTGRES_BODY])
        installed = {row[0] for row in cursor.fetchall()}
    return [] if name in installed else [name]
