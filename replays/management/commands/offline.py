"""`manage.py offline`: fetch what lets phones judge entries without a network."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from replays.offline.fetching import NotFetched, fetch_runtime


class Command(BaseCommand):
    """Fetch the runtime that the lock names, unless it is here."""

    help = "Fetch what lets phones judge entries without a network."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            fetched = fetch_runtime(settings.OFFLINE_DIR)
        except (NotFetched, OSError) as error:
            raise CommandError(_("It could not be fetched: %s") % error) from error
        told = _("Fetched into %s.") if fetched else _("It is here already: %s.")
        self.stdout.write(told % settings.OFFLINE_DIR)
