"""`manage.py secondfactor off NAME`: for who has lost the app and every recovery code."""

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from replays.management.base import KaitenCommand
from tournaments.people.selectors.accounts import account_named, second_factor_of
from tournaments.people.services.second_factors import switch_off


class Command(KaitenCommand):
    """Switch the second factor of an account off, or say whether it has one."""

    help = "Switch the second factor of an account off, or say whether it is on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("do", choices=["off", "show"])
        parser.add_argument("name", help="the user name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_named(options["name"])
        if options["do"] == "off":
            switch_off(account=account, actor="cli", now=datetime.now(UTC))
        on = second_factor_of(account) is not None
        self.stdout.write(_("Second factor: on") if on else _("Second factor: off"))
