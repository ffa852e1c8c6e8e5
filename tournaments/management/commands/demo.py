"""`manage.py demo`: a club to look around in."""

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from replays.management.base import KaitenCommand
from tournaments.demo.club import make_demo, make_organiser, plan_matches
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, DEMO_LOGIN, is_empty


class Command(KaitenCommand):
    """Fill the database with a demo club; the same seed gives the same matches."""

    help = "Add a demo club with players, bots and matches of every kind."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="leave a database that holds anything alone"
        )
        parser.add_argument("--seed", default="kaiten", help="another seed plays other matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the demo club unless it, or anything else, is here."""
        if options["if_empty"] and not is_empty():
            return
        if (club := Club.objects.filter(pk=DEMO_CLUB_ID).first()) is not None:
            self.stdout.write(
                _("The demo club is here already.")
                if club.closed_at is None
                else _("The demo club was removed. Show it again with: manage.py club reopen demo")
            )
            return
        self.stdout.write(_("Playing the matches of the demo club:"))
        planned = plan_matches(seed=options["seed"], tell=self._write_progress)
        self.stdout.write("")
        club = make_demo(planned=planned, now=datetime.now(UTC))
        self.stdout.write(_("%(club)s is ready.") % {"club": club.name})
        password = make_organiser(club)
        if password is not None:
            self.stdout.write(
                _("Log in as %(name)s with the password %(password)s (it is shown only now).")
                % {"name": DEMO_LOGIN, "password": password}
            )

    def _write_progress(self, progress: str) -> None:
        self.stdout.write(f" {progress}", ending="")
        self.stdout.flush()
