"""What must hold before a web process or a worker takes its first piece of work."""

from django.core.checks import ERROR, Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connections


def refuse_unsafe_start() -> None:
    """Raise ImproperlyConfigured with every error of the system checks and the database's own."""
    try:
        messages = [*run_checks(), *run_checks(tags=[Tags.database], databases=list(connections))]
    finally:
        connections.close_all()
    errors = [message for message in messages if message.is_serious(ERROR)]
    if errors:
        raise ImproperlyConfigured("\n".join(str(message) for message in errors))
