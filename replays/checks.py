"""Start-up checks of the event store."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import OperationalError, connections

from replays.append_only import missing_triggers


@register(Tags.database)
def check_append_only(
    *, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Report a log that the database would let somebody change."""
    problems: list[CheckMessage] = []
    for alias in databases or ():
        try:
            missing = missing_triggers(connections[alias])
        except OperationalError:
            # A database that does not answer is reported by the deployment's own checks.
            continue
        if missing:
            problems.append(
                Error(
                    f"The database does not protect the log: {', '.join(missing)} missing.",
                    hint="Run `manage.py migrate --skip-checks`: it installs the triggers again.",
                    obj=alias,
                    id="replays.E001",
                )
            )
    return problems
