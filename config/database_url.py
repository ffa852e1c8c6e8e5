"""From one line of text, `DATABASE_URL`, to the dictionary Django wants."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# WAL lets readers go on while one connection writes; FULL makes a commit survive a power cut.
# IMMEDIATE takes the write lock at BEGIN, so that no transaction fails half way for want of it.
SQLITE_OPTIONS: dict[str, Any] = {
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    "transaction_mode": "IMMEDIATE",
    # A whole hall that types its slips at once waits in line; nobody is sent away.
    "timeout": 60,
}
# A server that is gone without a word is found out in seconds, not in minutes.
POSTGRES_OPTIONS: dict[str, Any] = {"connect_timeout": "5"}
POSTGRES_SCHEMES = ("postgres", "postgresql")


def database_from_url(url: str, *, base_dir: Path) -> dict[str, Any]:
    """Return Django's settings for `url`; raise ImproperlyConfigured if it names no database."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _refusal(f"it cannot be read: {error}") from error
    if parts.scheme == "sqlite":
        if parts.netloc:
            raise _refusal("write sqlite:///relative/path or sqlite:////absolute/path")
        return _sqlite(unquote(parts.path.removeprefix("/")), base_dir=base_dir)
    if parts.scheme not in POSTGRES_SCHEMES:
        raise _refusal(
            f"it starts with {parts.scheme or 'nothing'}://, not sqlite:// or postgres://"
        )
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise _refusal("write postgres://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": POSTGRES_OPTIONS | dict(parse_qsl(parts.query)),
    }


def _sqlite(path: str, *, base_dir: Path) -> dict[str, Any]:
    if not path:
        raise _refusal("write sqlite:///relative/path or sqlite:////absolute/path")
    if path == ":memory:":
        raise _refusal("a database in memory keeps no log; name a file")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(base_dir / path),
        "OPTIONS": dict(SQLITE_OPTIONS),
    }


def _refusal(reason: str) -> ImproperlyConfigured:
    # The value itself may hold a password, so the message never repeats it.
    return ImproperlyConfigured(f"DATABASE_URL cannot be used: {reason}.")
