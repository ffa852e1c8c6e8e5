"""`manage.py club add|list`: clubs from a shell."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandParser

from replays.management.base import KaitenCommand
from tournaments.people.selectors.clubs import club_list
from tournaments.people.services.clubs import create_club


class Command(KaitenCommand):
    """Add a club, or list those there are."""

    help = "Clubs: add one, list them."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="add a club and print its short name")
        add.add_argument("name")
        add.add_argument("--slug", default="", help="its short name; left out, made from the name")
        add.add_argument("--time-zone", default="UTC", help="such as Europe/Paris")
        add.add_argument("--language", default="en")
        actions.add_parser("list", help="list clubs: short name, id, name")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "list":
            for club in club_list():
                self.stdout.write(f"{club.slug}  {club.id}  {club.name}")
            return
        details = {name: options[name] for name in ("slug", "time_zone", "language")}
        club = create_club(club_id=uuid4(), now=datetime.now(UTC), name=options["name"], **details)
        self.stdout.write(club.slug)
