"""`manage.py setup`: a club of one's own, by a code for the page or all of it from here."""

import io
import secrets
import sys
from datetime import UTC, datetime
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from replays.envelope import Envelope
from replays.management.base import BAD_INPUT, KaitenCommand, read_file
from tournaments.people.models import User
from tournaments.people.services.clubs import ClubDetails
from tournaments.people.services.setup import SetUp, Wanted, new_account, set_up_club
from tournaments.people.services.setup_codes import issue_setup_code, setup_path

KEEP, LEAVE = "keep", "leave"


class Command(KaitenCommand):
    """Print a code that opens the set-up page; with a name, set the club up at once."""

    help = "Set up a club: print a code and a link for the page, or with --name do all of it here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", help="the name of the club; without one a code is printed")
        parser.add_argument(
            "--slug", default="", help="its short name; left out, made from the name"
        )
        parser.add_argument("--time-zone", help="such as Europe/Paris")
        parser.add_argument("--language", help="en or fr; left out, that of the terminal")
        parser.add_argument("--username", help="the first account, which owns the club")
        parser.add_argument(
            "--password-stdin",
            action="store_true",
            help="read the password of a new account from standard input, instead of drawing one",
        )
        parser.add_argument("--names", help="a file of names, one a line")
        parser.add_argument(
            "--similar",
            choices=[KEEP, LEAVE],
            help="what to do with names that repeat or resemble others of the file",
        )
        parser.add_argument("--remove-demo", action="store_true", help="remove the demo club")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["name"] is None:
            self._print_code()
            return
        missing = [name for name in ("time_zone", "username") if not options[name]]
        if missing:
            wanted = ", ".join("--" + name.replace("_", "-") for name in missing)
            raise CommandError(_("Also needed: %s") % wanted, returncode=BAD_INPUT)
        owner, password = self._owner(options)
        now = datetime.now(UTC)
        done = set_up_club(
            wanted=_wanted(options), owner=owner, envelope=Envelope("cli", now), code=None
        )
        self._tell(done, password)

    def _print_code(self) -> None:
        code = issue_setup_code(actor="cli", now=datetime.now(UTC))
        address = settings.SITE_URL.rstrip("/") + setup_path(code)
        drawing = io.StringIO()
        segno.make(address, micro=False).terminal(out=drawing, compact=True)
        self.stdout.write(address)
        self.stdout.write(_("The code for it: %s") % code)
        self.stdout.write(drawing.getvalue())

    def _owner(self, options: dict[str, Any]) -> tuple[User, str]:
        """Return the account that is to own the club, and its password if one was drawn."""
        known = User.objects.filter(username=options["username"]).first()
        if known is not None:
            return known, ""
        if options["password_stdin"]:
            given = sys.stdin.readline().rstrip("\r\n")
            return new_account(username=options["username"], password=given), ""
        drawn = secrets.token_urlsafe(12)
        return new_account(username=options["username"], password=drawn), drawn

    def _tell(self, done: SetUp, password: str) -> None:
        words = ngettext(
            "%(club)s is here, with %(count)s person.",
            "%(club)s is here, with %(count)s people.",
            done.people,
        )
        self.stdout.write(words % {"club": done.club.name, "count": done.people})
        for row in done.left_out:
            told = {"line": row.line, "name": row.label}
            self.stdout.write(_("Left out, line %(line)s: %(name)s") % told)
        if password:
            self.stdout.write(
                _("Log in as %(name)s with the password %(password)s (it is shown only now).")
                % {"name": done.owner.username, "password": password}
            )


def _wanted(options: dict[str, Any]) -> Wanted:
    names = read_file(options["names"]) if options["names"] else ""
    every = range(1, len(names.splitlines()) + 1)
    kept = {None: None, KEEP: every, LEAVE: ()}[options["similar"]]
    return Wanted(
        club=ClubDetails(
            name=options["name"],
            slug=options["slug"],
            time_zone=options["time_zone"],
            language=options["language"] or get_language() or "en",
        ),
        names=names,
        kept_lines=kept,
        remove_demo=options["remove_demo"],
    )
