"""`manage.py club add|list|close|reopen`: clubs from a shell."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandParser

from replays.management.base import KaitenCommand, shell_envelope
from tournaments.people.selectors.clubs import club_by_name, club_list
from tournaments.people.services.closing import close_club, reopen_club
from tournaments.people.services.clubs import create_club


class Command(KaitenCommand):
    """Add a club, list those there are, close one or show it again."""

    help = "Clubs: add one, list them, close one and reopen it."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="add a club and print its short name")
        add.add_argument("name")
        add.add_argument("--slug", default="", help="its short name; left out, made from the name")
        add.add_argument("--time-zone", required=True, help="such as Europe/Paris")
        add.add_argument("--language", default="en")
        actions.add_parser("list", help="list clubs: short name, id, name")
        close = actions.add_parser("close", help="show a club to nobody any more; its logs stay")
        reopen = actions.add_parser("reopen", help="show a closed club again")
        for parser in (close, reopen):
            parser.add_argument("club", help="its short name or its id")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["action"]:
            case "add":
                self._add(options)
            case "list":
                for club in club_list():
                    self.stdout.write(f"{club.slug}  {club.id}  {club.name}")
            case "close":
                close_club(club=club_by_name(options["club"]), envelope=shell_envelope())
            case _:
                reopen_club(club=club_by_name(options["club"]), envelope=shell_envelope())

    def _add(self, options: dict[str, Any]) -> None:
        details = {name: options[name] for name in ("slug", "time_zone", "language")}
        club = create_club(club_id=uuid4(), now=datetime.now(UTC), name=options["name"], **details)
        self.stdout.write(club.slug)
