"""`manage.py player add|list|anonymise`: the people of a club from a shell."""

from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID, uuid4

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.management.base import KaitenCommand
from tournaments.people.selectors.players import player_list
from tournaments.people.services.anonymising import anonymise_player
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import add_player
from tournaments.tournaments.shell.input import club_named
from tournaments.tournaments.shell.people import listed_people


class Command(KaitenCommand):
    """Add people and guests to a club, list them, or forget who somebody was."""

    help = "The people of a club: add some, list them, anonymise one."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="add people: all of them, or nobody")
        add.add_argument("names", nargs="+", metavar="NAME", help='first name first: "Ana Bel"')
        add.add_argument("--guest", action="store_true", help="they do not belong to the club")
        add.add_argument(
            "--confirm", action="store_true", help="also if somebody has a similar name"
        )
        listed = actions.add_parser("list", help="list the people of a club")
        listed.add_argument("search", nargs="*", help="words of the name")
        forget = actions.add_parser("anonymise", help="forget for good who somebody was")
        forget.add_argument("player", type=UUID, help="the id of the player")
        for sub in (add, listed):
            sub.add_argument("--club", default="", help="short name or id, if there are several")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "anonymise":
            envelope = Envelope("cli", datetime.now(UTC))
            anonymise_player(player_id=options["player"], envelope=envelope)
            self.stdout.write(_("Nobody knows any more who this was."))
            return
        club = club_named(options["club"])
        if options["action"] == "list":
            search = " ".join(options["search"])
            players = player_list(club_id=club.id, search=search, private={club.id})
            self.stdout.write(listed_people(players))
            return
        with transaction.atomic():
            for name in options["names"]:
                first, _space, last = " ".join(name.split()).partition(" ")
                try:
                    add_player(
                        player_id=uuid4(),
                        club=club,
                        name=PersonName(first, last),
                        now=datetime.now(UTC),
                        guest=options["guest"],
                        confirm=options["confirm"],
                    )
                except KaitenError as refusal:
                    raise _about(refusal, name) from None
        names = ", ".join(" ".join(name.split()) for name in options["names"])
        words = _("Guests added: %(names)s") if options["guest"] else _("Added: %(names)s")
        self.stdout.write(words % {"names": names})


def _about(refusal: KaitenError, name: str) -> KaitenError:
    """Return the refusal of somebody whose name is like another's, with both names."""
    if refusal.code != "similar_player":
        return refusal
    candidates = cast(list[dict[str, str]], refusal.params["candidates"])
    alike = ", ".join(one["label"] for one in candidates)
    return KaitenError("similar_player_typed", 409, name=name[:80], candidates=alike)
