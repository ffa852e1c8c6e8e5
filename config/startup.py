"""What must hold before a web process or a worker takes its first piece of work."""

from django.core.checks import ERROR, Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _


def refuse_unsafe_start() -> None:
    """Raise ImproperlyConfigured with every error of the system checks and the database's own."""
    try:
        messages = [*run_checks(), *run_checks(tags=[Tags.database], databases=list(connections))]
    finally:
        connections.close_all()
    errors = [message for message in messages if message.is_serious(ERROR)]
    if errors:
        raise ImproperlyConfigured("\n".join(str(message) for message in errors))


def refuse_old_tables(program: str) -> None:
    """Raise ImproperlyConfigured with the command that brings the database up to date."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except OperationalError as error:
        reason = str(error).strip()
        raise ImproperlyConfigured(_("The database is away: %s") % reason) from error
    finally:
        connections.close_all()
    if not missing:
        return
    found = (
        _("The database is older than this Kaiten (%(count)s migrations are missing).")
        if executor.loader.applied_migrations
        else _("The database has no tables yet.")
    )
    words = found % {"count": len(missing)}
    how = _("Bring it up to date with “%(program)s migrate”, or start with --prepare.")
    raise ImproperlyConfigured(f"{words} {how % {'program': program}}")
