"""`manage.py season new|list|show|do|add|close|reopen`: seasons from a shell."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandParser

from replays.management.base import KaitenCommand, read_uuid, shell_envelope
from tournaments.people.selectors.clubs import club_by_name
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.seasons.selectors.seasons import season_list, season_view
from tournaments.seasons.services import create_season, lead
from tournaments.seasons.shell import season_lines, season_text
from tournaments.tournaments.shell.input import club_named, fields_of


class Command(KaitenCommand):
    """Begin a season, add evenings, look at its table, close it with a champion."""

    help = "Seasons: evenings of a club that add up to a champion."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, parser_class=ArgumentParser)
        new = actions.add_parser("new", help="begin a season and print its id")
        new.add_argument("title")
        new.add_argument("--club", default="", help="short name or id, if there are several")
        new.add_argument("--planned", type=int, default=0, help="how many evenings there will be")
        new.add_argument("--best", type=int, default=None, help="how many evenings count")
        new.add_argument(
            "--rules", nargs="*", default=[], help="further rules, such as attendance=1"
        )
        listed = actions.add_parser("list", help="list seasons")
        listed.add_argument("--club", default="", help="short name or id")
        _of_season(actions.add_parser("show", help="print the table of a season"))
        add = _of_season(actions.add_parser("add", help="let tournaments count as evenings"))
        add.add_argument("tournaments", nargs="+", metavar="TOURNAMENT")
        _of_season(actions.add_parser("close", help="name the champion and freeze the table"))
        _of_season(actions.add_parser("reopen", help="go on with a closed season"))
        do = _of_season(actions.add_parser("do", help="any command, with key=value"))
        do.add_argument("name", choices=SEASON_COMMANDS.names())
        do.add_argument("fields", nargs="*", default=[], metavar="KEY=VALUE")

    def handle(self, *args: Any, **options: Any) -> None:
        action = options["action"]
        if action == "new":
            self._new(options)
        elif action == "list":
            club_id = club_by_name(options["club"]).id if options["club"] else None
            self.stdout.write(season_lines(season_list(club_id=club_id)))
        elif action == "show":
            self._show(options["season"])
        elif action == "add":
            for tournament in options["tournaments"]:
                fields = {"tournament": str(read_uuid(tournament))}
                self._lead(options["season"], "add_evening", fields)
        elif action == "do":
            self._lead(options["season"], options["name"], fields_of(options["fields"]))
        else:
            self._lead(options["season"], action, {})
            self._show(options["season"])

    def _new(self, options: dict[str, Any]) -> None:
        rules = fields_of(options["rules"])
        if options["best"] is not None:
            rules["best"] = options["best"]
        wanted = NewSeason(title=options["title"], planned=options["planned"], rules=rules)
        club = club_named(options["club"])
        created = create_season(club=club, wanted=wanted, envelope=shell_envelope())
        self.stdout.write(str(created.stream_id))

    def _show(self, season: str) -> None:
        self.stdout.write(season_text(season_view(read_uuid(season))))

    def _lead(self, season: str, name: str, fields: dict[str, Any]) -> None:
        lead(
            season_id=read_uuid(season),
            command=SEASON_COMMANDS.read(name, fields),
            envelope=shell_envelope(),
        )


def _of_season(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("season", help="the id of the season")
    return parser
