"""System checks of a deployment: what would lose events or tasks in silence is refused aloud."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.utils import OperationalError

from games.registry import LeftOut, left_out
from tournaments.webhooks.addresses import read_allowed

KEPT_BY_SQLITE: dict[str, set[str | int]] = {"journal_mode": {"wal"}, "synchronous": {2, 3}}


def register_all() -> None:
    register(check_workers)
    register(check_games)
    register(check_mail)
    register(check_webhooks)
    register(check_durability, Tags.database)


def told(game: LeftOut) -> str:
    """Return which game of an installed package is left out, and why."""
    return f"the game {game.name} of {game.package} {game.version}: {game.reason}"


def check_games(**kwargs: Any) -> list[CheckMessage]:
    """Name every installed game that could not be used; the others can be played."""
    hint = "Mend or remove the package, and restart. The log of its matches stays as it is."
    return [
        Warning(f"Left out is {told(game)}", hint=hint, id="kaiten.W001") for game in left_out()
    ]


def check_workers(**kwargs: Any) -> list[CheckMessage]:
    """Refuse the in-memory broker wherever tasks put into it would never run."""
    if not settings.CELERY_BROKER_URL.startswith("memory:"):
        return []
    if settings.WEB_PROCESSES > 1:
        return [
            Error(
                f"{settings.WEB_PROCESSES} web processes cannot share a broker in memory.",
                hint="Set REDIS_URL, or set WEB_CONCURRENCY=1.",
                id="kaiten.E001",
            )
        ]
    if not settings.EMBEDDED_WORKER:
        return [
            Error(
                "A broker in memory without the embedded worker never runs a task.",
                hint="Set REDIS_URL, or set KAITEN_EMBEDDED_WORKER=1.",
                id="kaiten.E002",
            )
        ]
    return []


def check_webhooks(**kwargs: Any) -> list[CheckMessage]:
    """Refuse a list of receivers that cannot be read: it would allow nobody, or somebody else."""
    try:
        read_allowed(settings.WEBHOOK_HOSTS)
    except ValueError as error:
        hint = "Such as hooks.example.org, hooks.example.org:8443, 10.1.0.0/16 or [fd00::1]:8080."
        return [Error(f"KAITEN_WEBHOOK_HOSTS: {error}", hint=hint, id="kaiten.E005")]
    return []


def check_mail(**kwargs: Any) -> list[CheckMessage]:
    """Name what is missing where mail is set up by half: forgotten passwords then get no mail."""
    missing = []
    if settings.EMAIL_URL and not settings.DEFAULT_FROM_EMAIL:
        missing.append("KAITEN_EMAIL_FROM is missing")
    if settings.DEFAULT_FROM_EMAIL and not settings.EMAIL_URL:
        missing.append("KAITEN_EMAIL_URL is missing")
    if settings.EMAIL_URL and "*" in settings.SITE_URL:
        missing.append("links in mails lead nowhere: KAITEN_URL is missing")
    hint = "Set both and, where ALLOWED_HOSTS names no host, KAITEN_URL; or neither of them."
    return [
        Warning(f"Mail is set up by half: {what}.", hint=hint, id="kaiten.W002") for what in missing
    ]


def check_durability(
    *, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse a database that may forget what it has acknowledged."""
    problems: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        try:
            unsafe = (
                _unsafe_on_postgresql(connection)
                if connection.vendor == "postgresql"
                else _unsafe_on_sqlite(connection)
            )
        except OperationalError as error:
            problems.append(
                Error(f"The database does not answer: {error}", obj=alias, id="kaiten.E004")
            )
            continue
        problems += [
            Error(
                f"The database runs with {setting}: a crash would lose events.",
                hint="The log is evidence. Switch the setting back to its safe value.",
                obj=alias,
                id="kaiten.E003",
            )
            for setting in unsafe
        ]
    return problems


def _unsafe_on_postgresql(connection: Any) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        fsync, commit = cursor.fetchone()
    values = {"fsync = off": fsync, "synchronous_commit = off": commit}
    return [setting for setting, value in values.items() if value == "off"]


def _unsafe_on_sqlite(connection: Any) -> list[str]:
    unsafe = []
    with connection.cursor() as cursor:
        for pragma, safe in KEPT_BY_SQLITE.items():
            cursor.execute(f"PRAGMA {pragma}")
            value = cursor.fetchone()[0]
            if value not in safe:
                unsafe.append(f"{pragma} = {value}")
    return unsafe
