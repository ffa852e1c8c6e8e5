from pathlib import Path

import pytest
from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from pytest_django import Settings

from config.checks import check_durability, check_workers
from config.startup import refuse_unsafe_start
from tests.plugins.databases import FreshDatabase


def _ids(messages: list[CheckMessage]) -> list[str | None]:
    return [message.id for message in messages]


def test_the_broker_in_memory_is_fine_with_one_process_and_its_embedded_worker(
    settings: Settings,
) -> None:
    settings.WEB_PROCESSES = 1
    settings.EMBEDDED_WORKER = True
    assert check_workers() == []


def test_the_broker_in_memory_is_refused_with_more_than_one_web_process(
    settings: Settings,
) -> None:
    settings.WEB_PROCESSES = 2
    assert _ids(check_workers()) == ["kaiten.E001"]


def test_the_broker_in_memory_is_refused_without_the_embedded_worker(
    settings: Settings,
) -> None:
    settings.EMBEDDED_WORKER = False
    assert _ids(check_workers()) == ["kaiten.E002"]


def test_a_real_broker_serves_any_number_of_processes(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "redis://localhost/0"
    settings.WEB_PROCESSES = 8
    settings.EMBEDDED_WORKER = False
    assert check_workers() == []


@pytest.mark.database
def test_the_database_of_the_tests_keeps_what_it_acknowledges(
    fresh_database: FreshDatabase,
) -> None:
    assert check_durability(databases=["default"]) == []
    refuse_unsafe_start()


@pytest.mark.database
def test_a_database_that_may_lose_commits_is_refused(fresh_database: FreshDatabase) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET synchronous_commit = off")
        else:
            cursor.execute("PRAGMA synchronous = OFF")
    assert _ids(check_durability(databases=["default"])) == ["kaiten.E003"]


@pytest.mark.database
def test_the_application_refuses_to_start_on_a_database_that_may_lose_commits(
    fresh_database: FreshDatabase,
) -> None:
    from tests.services.databases import point_default_connection_at

    if connection.vendor == "postgresql":
        point_default_connection_at(fresh_database.url + "?options=-c%20synchronous_commit%3Doff")
    else:
        connection.close()
        options = connection.settings_dict["OPTIONS"]
        options["init_command"] = options["init_command"].replace("=FULL", "=OFF")
    with pytest.raises(ImproperlyConfigured, match="a crash would lose events"):
        refuse_unsafe_start()


def test_a_database_that_does_not_answer_is_named_and_refused(
    fresh_database: FreshDatabase, tmp_path: Path
) -> None:
    from tests.services.databases import point_default_connection_at

    point_default_connection_at(f"sqlite:///{tmp_path}/no/such/folder/kaiten.sqlite3")
    assert _ids(check_durability(databases=["default"])) == ["kaiten.E004"]
