"""Databases made from a migrated template: SQLite files, or databases of a PostgreSQL server."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit


class Databases(Protocol):
    """Where test databases live; every one is named by its DATABASE_URL."""

    def exists(self, name: str) -> bool: ...

    def create(self, name: str) -> str: ...

    def clone(self, template: str, name: str) -> str: ...

    def rename(self, old: str, new: str) -> None: ...

    def drop(self, name: str) -> None: ...

    def url(self, name: str) -> str: ...


class SqliteFiles:
    """One file per database in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.sqlite3"

    def url(self, name: str) -> str:
        return f"sqlite:///{self.path(name)}"

    def exists(self, name: str) -> bool:
        return self.path(name).exists()

    def create(self, name: str) -> str:
        self.path(name).touch()
        return self.url(name)

    def clone(self, template: str, name: str) -> str:
        shutil.copyfile(self.path(template), self.path(name))
        return self.url(name)

    def rename(self, old: str, new: str) -> None:
        self.path(old).rename(self.path(new))

    def drop(self, name: str) -> None:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{self.path(name)}{suffix}").unlink(missing_ok=True)


class PostgresDatabases:
    """Databases of one server, all under a prefix of this test run."""

    def __init__(self, server: str, prefix: str) -> None:
        self.server = server
        self.prefix = prefix

    def url(self, name: str) -> str:
        return urlunsplit(urlsplit(self.server)._replace(path=f"/{self.prefix}{name}"))

    def exists(self, name: str) -> bool:
        with self._maintenance() as run:
            found = run("SELECT 1 FROM pg_database WHERE datname = %s", [self.prefix + name])
            return found.fetchone() is not None

    def create(self, name: str) -> str:
        with self._maintenance() as run:
            run(f'CREATE DATABASE "{self.prefix}{name}"')
        return self.url(name)

    def clone(self, template: str, name: str) -> str:
        with self._maintenance() as run:
            run(
                f'CREATE DATABASE "{self.prefix}{name}" TEMPLATE "{self.prefix}{template}"'
                " STRATEGY FILE_COPY"  # half the work of the usual one, which logs every page
            )
        return self.url(name)

    def rename(self, old: str, new: str) -> None:
        with self._maintenance() as run:
            run(f'ALTER DATABASE "{self.prefix}{old}" RENAME TO "{self.prefix}{new}"')

    def drop(self, name: str) -> None:
        with self._maintenance() as run:
            run(f'DROP DATABASE IF EXISTS "{self.prefix}{name}" WITH (FORCE)')

    @contextmanager
    def _maintenance(self) -> Iterator[Any]:
        import psycopg

        with psycopg.connect(self.server, autocommit=True) as connection:
            yield connection.execute


def point_default_connection_at(url: str) -> None:
    """Make every connection opened from now on, in any thread, use the database at `url`."""
    from django.conf import settings
    from django.db import connections

    from config.database_url import database_from_url

    connections["default"].close()
    target = connections.settings["default"]
    target.clear()
    target.update(database_from_url(url, base_dir=settings.BASE_DIR))
    # Fills in what Django assumes of every database, in place: other threads share this dictionary.
    connections.configure_settings({"default": target})
    del connections["default"]
