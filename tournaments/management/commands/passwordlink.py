"""`manage.py passwordlink NAME`: a link to a new password, shown this once."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse

from replays.errors import KaitenError
from replays.management.base import KaitenCommand
from tournaments.people.selectors.accounts import account_named
from tournaments.people.services.passwords import BY_HAND, make_password_link

MOST_HOURS = 24 * 7


class Command(KaitenCommand):
    """Make a link with which the owner of an account chooses a new password, and print it."""

    help = "Make a one-time link to set a new password for an account, and print it once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user name of the account")
        hours = BY_HAND // timedelta(hours=1)
        parser.add_argument("--hours", type=int, default=hours, help="expire after so many hours")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the address alone, so that it can be piped."""
        if not 1 <= options["hours"] <= MOST_HOURS:
            raise KaitenError("bad_hours", limit=MOST_HOURS)
        issued = make_password_link(
            account=account_named(options["name"]),
            actor="cli",
            now=datetime.now(UTC),
            valid_for=timedelta(hours=options["hours"]),
        )
        path = reverse("tournaments:one-time-link", args=[issued.secret])
        self.stdout.write(settings.SITE_URL.rstrip("/") + path)
