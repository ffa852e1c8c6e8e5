"""`manage.py box GAME [--options NAME=VALUE …] [--reset]`: what is in a club's box."""

from typing import Any

from django.core.management.base import CommandParser

from games.core.words import say
from games.registry import rules_of
from replays.management.base import KaitenCommand, shell_envelope
from replays.selectors.games import spoken
from replays.web.access import language
from tournaments.people.selectors.boxes import box_view
from tournaments.people.services.boxes import describe_box
from tournaments.tournaments.shell.input import club_named, fields_of


class Command(KaitenCommand):
    """Say what is in a club's box of a game, and print it."""

    help = "What is in a club's box of a game: the default of the club's later matches."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game, such as sushi_bar")
        parser.add_argument(
            "--options", nargs="*", default=[], metavar="NAME=VALUE", help="what else differs"
        )
        parser.add_argument("--club", default="", help="short name or id, if there are several")
        parser.add_argument("--reset", action="store_true", help="begin with what the game has")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, club = rules_of(options["game"]), club_named(options["club"])
        view = box_view(club.id, rules.slug)
        said = ({} if options["reset"] else view.own) | fields_of(options["options"])
        describe_box(club_id=club.id, game=rules.slug, options=said, envelope=shell_envelope())
        for option, value in box_view(club.id, rules.slug).values:
            label = say(rules.words, f"option.{option.name}", language())
            mark = "" if value == option.default else " *"
            shown = spoken(rules, option, value, language())
            self.stdout.write(f"{option.name}: {shown} ({label}){mark}")
