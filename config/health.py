"""`/healthz`: is everything there that keeps a club's log safe and its work going?"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

from config.embedded import is_starting
from config.work import work_in_hand
from games.registry import left_out
from replays.append_only import missing_triggers
from replays.selectors.health import worker_heartbeat

# Four heartbeats: one late task is no reason to restart a machine.
WORKER_PATIENCE = timedelta(seconds=60)


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if every part works and 503 if any does not, naming each.

    Beside them stand the work in hand and the games of installed packages that are left out: much
    of it, or one of them, is no reason to restart anything.
    """
    parts = {name: _state_of(check) for name, check in CHECKS.items()}
    healthy = all(state in ("ok", "starting") for state in parts.values())
    return JsonResponse(
        {
            "status": "ok" if healthy else "failing",
            **parts,
            "work": _work(parts),
            "left_out": _left_out(),
        },
        status=200 if healthy else 503,
    )


def _work(parts: Mapping[str, str]) -> object:
    if "unreachable" in (parts["database"], parts["broker"]):
        # Asking again would only make whoever waits for the answer wait longer.
        return None
    try:
        return msgspec.to_builtins(work_in_hand(now=datetime.now(UTC)))
    except DatabaseError:
        return None


def _left_out() -> list[dict[str, str]]:
    # Why is told in the log and in the admin: it may name the machine's folders.
    return [
        {"game": game.name, "package": game.package, "version": game.version} for game in left_out()
    ]


def _state_of(check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, RedisError, OSError):
        # The reason belongs to the log of the part that failed, not to whoever asks.
        return "unreachable"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _broker() -> str:
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        return "ok" if settings.EMBEDDED_WORKER else "missing"
    client: Any = Redis.from_url(
        settings.CELERY_BROKER_URL, socket_connect_timeout=2, socket_timeout=2
    )
    with client:
        client.ping()
    return "ok"


def worker_state(*, now: datetime) -> str:
    """Return whether the last heartbeat of any worker is recent enough at `now`."""
    beat = worker_heartbeat()
    if beat is None:
        return "missing"
    return "ok" if now - beat <= WORKER_PATIENCE else "late"


def _worker() -> str:
    state = worker_state(now=datetime.now(UTC))
    return "starting" if state != "ok" and is_starting() else state


def _append_only() -> str:
    return "missing" if missing_triggers(connection) else "ok"


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "broker": _broker,
    "worker": _worker,
    "append_only": _append_only,
}
