"""The database of the tests: migrated once per run, copied wherever a test needs one.

SQLite files by default, PostgreSQL under KAITEN_TEST_DB=postgres. Tests that need no more than a
transaction that is rolled back use `db`; tests that commit (threads, subprocesses, servers) use
`fresh_database`. Nothing is ever flushed: the append-only triggers refuse it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from tests.plugins.services import FOLDER, POSTGRES, only_one_process, service_url, session_folder
from tests.services.databases import (
    Databases,
    PostgresDatabases,
    SqliteFiles,
    point_default_connection_at,
)

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

TEMPLATE = "template"


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind on a server that was given to us."""
    server = os.environ.get(POSTGRES)
    if server and FOLDER in os.environ and not hasattr(config, "workerinput"):
        for name in ("unfinished", TEMPLATE):
            _on_server(server).drop(name)


@dataclass(frozen=True)
class FreshDatabase:
    """A database of one test's own; `url` is its DATABASE_URL for other processes."""

    url: str


@pytest.fixture(scope="session")
def databases() -> Databases:
    """Where this run keeps its databases."""
    kind = os.environ.get("KAITEN_TEST_DB", "sqlite")
    if kind == "sqlite":
        return SqliteFiles(session_folder())
    if kind == "postgres":
        return _on_server(service_url(POSTGRES))
    pytest.fail(f"KAITEN_TEST_DB is sqlite or postgres, not {kind}")


def _on_server(server: str) -> PostgresDatabases:
    return PostgresDatabases(server, session_folder().name.replace("-", "_") + "_")


@pytest.fixture(scope="session")
def migrated_template(
    databases: Databases,
    django_test_environment: None,
    django_db_blocker: "DjangoDbBlocker",
) -> str:
    """The name of a migrated database that nobody is connected to, made by the first who asks."""
    from django.core.management import call_command
    from django.db import connections

    with only_one_process("template"):
        if not databases.exists(TEMPLATE):
            point_default_connection_at(databases.create("unfinished"))
            with django_db_blocker.unblock():
                call_command("migrate", verbosity=0)
                connections.close_all()
            databases.rename("unfinished", TEMPLATE)
    return TEMPLATE


@pytest.fixture(scope="session")
def shared_database(
    request: pytest.FixtureRequest,
    databases: Databases,
    migrated_template: str,
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[str]:
    """The DATABASE_URL of the database this process rolls its transactions back in."""
    name = "shared_" + getattr(request.config, "workerinput", {}).get("workerid", "main")
    url = _copy(databases, migrated_template, name)
    point_default_connection_at(url)
    yield url
    _let_go(databases, name, django_db_blocker)


@pytest.fixture(scope="session")
def django_db_setup(shared_database: str) -> None:
    """Replaces pytest-django's own: the test database is a copy of the migrated template."""


@pytest.fixture
def fresh_database(
    request: pytest.FixtureRequest,
    databases: Databases,
    migrated_template: str,
    shared_database: str,
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[FreshDatabase]:
    """A database of this test's own that it may commit to, from any thread or process."""
    if "db" in request.fixturenames or request.node.get_closest_marker("django_db"):
        pytest.fail("use either db / django_db or fresh_database, not both")
    name = f"fresh_{uuid4().hex}"
    url = _copy(databases, migrated_template, name)
    point_default_connection_at(url)
    with django_db_blocker.unblock():
        yield FreshDatabase(url)
    _let_go(databases, name, django_db_blocker)
    point_default_connection_at(shared_database)


@pytest.fixture
def elsewhere(
    databases: Databases,
    migrated_template: str,
    fresh_database: FreshDatabase,
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator["Callable[[], AbstractContextManager[None]]"]:
    """A second database, in which the block of a `with elsewhere():` works."""
    from django.db import connections

    name = f"other_{uuid4().hex}"
    url = _copy(databases, migrated_template, name)

    @contextmanager
    def there() -> Iterator[None]:
        connections.close_all()
        point_default_connection_at(url)
        yield
        connections.close_all()
        point_default_connection_at(fresh_database.url)

    yield there
    _let_go(databases, name, django_db_blocker)


def _copy(databases: Databases, template: str, name: str) -> str:
    # PostgreSQL copies a template for one caller at a time.
    with only_one_process("template"):
        return databases.clone(template, name)


def _let_go(databases: Databases, name: str, blocker: "DjangoDbBlocker") -> None:
    from django.db import connections

    with blocker.unblock():
        connections.close_all()
    databases.drop(name)
