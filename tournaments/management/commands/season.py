"""`manage.py season new|list|show|add|do|…`: seasons from a shell, every command of them."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from games.core.errors import RuleViolation
from replays.errors import refused
from replays.management.base import KaitenCommand, shell_envelope
from tournaments.commands import Thing
from tournaments.naming import Named, resolved
from tournaments.people.selectors.clubs import club_by_name
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.seasons.selectors.seasons import season_list, season_of, season_view
from tournaments.seasons.services import create_season, lead
from tournaments.seasons.shell import season_lines, season_text
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.shell.fields import add_fields, fields_of_words, typed_fields
from tournaments.tournaments.shell.input import club_named, fields_of
from tournaments.tournaments.shell.known import id_named, titled


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
        for name in SEASON_COMMANDS.names():
            command = SEASON_COMMANDS.named(name)
            add_fields(_of_season(actions.add_parser(name, help=command.summary())), command)
        do = _of_season(actions.add_parser("do", help="any command, with key=value"))
        do.add_argument("name", choices=SEASON_COMMANDS.names())
        do.add_argument("words", nargs="*", default=[], metavar="KEY=VALUE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._act(options["action"], options)
        except RuleViolation as violation:
            raise refused(violation) from None

    def _act(self, action: str, options: dict[str, Any]) -> None:
        if action == "new":
            self._new(options)
            return
        if action == "list":
            club_id = club_by_name(options["club"]).id if options["club"] else None
            self.stdout.write(season_lines(season_list(club_id=club_id)))
            return
        season = id_named(options["season"], season_list())
        if action == "add":
            for tournament in options["tournaments"]:
                _lead(season, "add_evening", {"tournament": tournament})
        elif action == "do":
            command = SEASON_COMMANDS.named(options["name"])
            _lead(season, command.name, fields_of_words(command, options["words"]))
        elif action != "show":
            _lead(season, action, typed_fields(SEASON_COMMANDS.named(action), options))
        self.stdout.write(season_text(season_view(season)))

    def _new(self, options: dict[str, Any]) -> None:
        rules = fields_of(options["rules"])
        if options["best"] is not None:
            rules["best"] = options["best"]
        wanted = NewSeason(title=options["title"], planned=options["planned"], rules=rules)
        club = club_named(options["club"])
        created = create_season(club=club, wanted=wanted, envelope=shell_envelope())
        self.stdout.write(str(created.stream_id))


def _lead(season: UUID, name: str, fields: dict[str, Any]) -> None:
    club = season_of(season).club_id
    command = SEASON_COMMANDS.named(name)

    def evenings(_thing: Thing, _fields: Mapping[str, Any]) -> list[Named]:
        return titled(Tournament.objects.filter(club_id=club))

    lead(
        season_id=season,
        command=SEASON_COMMANDS.read(name, resolved(command, fields, evenings)),
        envelope=shell_envelope(),
    )


def _of_season(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("season", help="its title or id, or the beginning of either")
    return parser
