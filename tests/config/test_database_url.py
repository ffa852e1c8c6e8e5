from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.database_url import database_from_url

BASE = Path("/srv/kaiten")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite:///var/kaiten.sqlite3", "/srv/kaiten/var/kaiten.sqlite3"),
        ("sqlite:////data/kaiten.sqlite3", "/data/kaiten.sqlite3"),
        ("sqlite:////data/club%20evening.sqlite3", "/data/club evening.sqlite3"),
    ],
)
def test_a_sqlite_address_names_a_file_relative_to_the_project_or_absolute(
    url: str, name: str
) -> None:
    database = database_from_url(url, base_dir=BASE)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == name


def test_every_part_of_a_postgresql_address_is_used() -> None:
    database = database_from_url(
        "postgres://club:p%40ss%2Fword@db.example:6432/kaiten?sslmode=require", base_dir=BASE
    )
    assert database == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "kaiten",
        "USER": "club",
        "PASSWORD": "p@ss/word",
        "HOST": "db.example",
        "PORT": "6432",
        "OPTIONS": {"connect_timeout": "5", "sslmode": "require"},
    }


def test_a_postgresql_address_may_leave_everything_but_the_name_to_the_defaults() -> None:
    database = database_from_url("postgresql:///kaiten", base_dir=BASE)
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("", "", "kaiten")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "kaiten.sqlite3",
        "mysql://root@localhost/kaiten",
        "sqlite://",
        "sqlite:///",
        "sqlite://var/kaiten.sqlite3",
        "sqlite:///:memory:",
        "postgres://localhost",
        "postgres://localhost/",
        "postgres://localhost/one/two",
        "postgres://localhost:port/kaiten",
        "postgres://[::1/kaiten",
    ],
)
def test_an_address_that_names_no_database_is_refused_with_a_reason(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"DATABASE_URL cannot be used: .+\."):
        database_from_url(url, base_dir=BASE)


def test_a_refusal_never_repeats_the_password() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        database_from_url("mysql://root:hunter2@localhost/kaiten", base_dir=BASE)
    assert "hunter2" not in str(refusal.value)
