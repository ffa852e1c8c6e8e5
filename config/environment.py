"""Reading the process environment: one function per kind of value, one clear refusal."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str | None = None) -> str:
    """Return the variable `name`; without a default it must be set and not empty."""
    value = os.environ.get(name, "") or default
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}.")
    return value


def flag(name: str, *, default: bool) -> bool:
    """Return the variable `name` as yes or no."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is 1 or 0, not {value!r}.")


def number(name: str, default: int) -> int:
    """Return the variable `name` as a whole number of zero or more."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} is a whole number, not {value!r}.")
    return int(value)


def words(name: str, default: str | None = None) -> list[str]:
    """Return the variable `name` as a list of words separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def home(code: Path) -> Path:
    """Return the folder KAITEN_HOME; by default a checkout's own, or else where one started."""
    checkout = code if (code / "manage.py").exists() else Path.cwd()
    return Path(os.environ.get("KAITEN_HOME", "") or checkout).resolve()
