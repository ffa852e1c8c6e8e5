"""Telling what is only away or busy for a while from a fault of our own."""

from django.db import DatabaseError, InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

_POSTGRES_CONTENTION = frozenset({"40P01", "55P03", "40001"})
_SQLITE_CONTENTION = ("SQLITE_BUSY", "SQLITE_LOCKED")

# Shut down by hand, crashed, not up yet, idle for too long, no connection left.
_POSTGRES_AWAY = frozenset({"57P01", "57P02", "57P03", "57P05", "53300"})
_POSTGRES_CONNECTION = "08"
_SQLITE_AWAY = "SQLITE_CANTOPEN"


def is_contended(error: BaseException) -> bool:
    """Tell whether the database works, but others held what was needed for too long."""
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) in _POSTGRES_CONTENTION:
        return True
    return str(getattr(cause, "sqlite_errorname", "")).startswith(_SQLITE_CONTENTION)


def is_away(error: BaseException) -> bool:
    """Tell whether the database, the cache or the broker could not be reached.

    A refused statement is no such thing. What Django says about a connection after its loss is.
    """
    if isinstance(error, BrokerError | RedisConnectionError | RedisTimeoutError):
        return True
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    link: BaseException | None = error
    while link is not None:
        if isinstance(link, OperationalError) and _is_lost(link.__cause__):
            return True
        link = link.__cause__ or link.__context__
    return False


def _is_lost(cause: BaseException | None) -> bool:
    if hasattr(cause, "sqlstate"):
        # The driver has no state to show for what never reached a server or never came back.
        state = str(getattr(cause, "sqlstate") or _POSTGRES_CONNECTION)  # noqa: B009  (no type)
        return state in _POSTGRES_AWAY or state.startswith(_POSTGRES_CONNECTION)
    return str(getattr(cause, "sqlite_errorname", "")).startswith(_SQLITE_AWAY)
