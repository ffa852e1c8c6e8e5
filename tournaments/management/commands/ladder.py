"""`manage.py ladder list|show|create|usual|rules|startlist|freeze|thaw|do|period|rebuild|…`."""

from argparse import ArgumentParser
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError, refused
from replays.management.base import KaitenCommand, is_uuid, read_uuid, shell_envelope
from tournaments.ladders import commands
from tournaments.ladders import shell as text
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.forecasts import forecast
from tournaments.ladders.selectors.ladders import ladder_list, ladder_of, with_counts
from tournaments.ladders.selectors.players import rating_changes, ratings_of
from tournaments.ladders.selectors.tables import SORTS, ladder_csv, ladder_table
from tournaments.ladders.services import ladders as services
from tournaments.ladders.services.updates import rebuild_after_all, rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.words import ladder_title
from tournaments.naming import Named, found
from tournaments.people.csv import LARGEST_FILE, decoded
from tournaments.people.models import Player
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.players import player_list, player_of, root_of
from tournaments.tournaments.shell.fields import add_fields, fields_of_words, typed_fields
from tournaments.tournaments.shell.input import club_named, fields_of
from tournaments.tournaments.shell.known import as_id, people, short

LISTS = ("games", "sources")
KEY_VALUE = "KEY=VALUE"


class Command(KaitenCommand):
    """Begin ladders, look at them, feed them old lists, freeze and rebuild them."""

    help = "Ladders: the ratings of a club's players, match by match."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, parser_class=ArgumentParser)
        listed = actions.add_parser("list", help="list ladders")
        listed.add_argument("--club", default="", help="short name or id")
        show = _of_ladder(actions.add_parser("show", help="print the table of a ladder"))
        show.add_argument("--csv", action="store_true", help="as CSV, with every digit")
        show.add_argument("--search", default="", help="words of the public name")
        show.add_argument("--sort", choices=list(SORTS), default="rating")
        show.add_argument("--reverse", action="store_true")
        show.add_argument("--hidden", action="store_true", help="those away for long too")
        show.add_argument("--established", action="store_true", help="no provisional ratings")
        create = actions.add_parser("create", help="begin a ladder and print its id")
        create.add_argument("title")
        create.add_argument("--club", default="", help="short name or id, if there are several")
        create.add_argument("--rules", nargs="*", default=[], metavar=KEY_VALUE)
        usual = actions.add_parser("usual", help="begin the ladders every club has")
        usual.add_argument("--club", default="", help="short name or id, if there are several")
        rules = _of_ladder(actions.add_parser("rules", help="print the rules, or change some"))
        rules.add_argument("fields", nargs="*", default=[], metavar=KEY_VALUE)
        rules.add_argument("--title", default=None, help="another title")
        starts = _of_ladder(actions.add_parser("startlist", help="take in a club's old list (CSV)"))
        starts.add_argument("file", metavar="FILE")
        for name in commands.LADDER_COMMANDS.names():
            command = commands.LADDER_COMMANDS.named(name)
            add_fields(_of_ladder(actions.add_parser(name, help=command.summary())), command)
        do = _of_ladder(actions.add_parser("do", help="any command, with key=value"))
        do.add_argument("name", choices=commands.LADDER_COMMANDS.names())
        do.add_argument("words", nargs="*", default=[], metavar=KEY_VALUE)
        period = _of_ladder(actions.add_parser("period", help="freeze it, begin the next one"))
        period.add_argument("title")
        period.add_argument("--share", type=int, required=True, help="percent drawn to the mean")
        period.add_argument("--rules", nargs="*", default=[], metavar=KEY_VALUE)
        rate = _of_ladder(actions.add_parser("rate", help="rate a match right now"))
        rate.add_argument("match", metavar="MATCH")
        rebuild = actions.add_parser("rebuild", help="rate everything again from nothing")
        rebuild.add_argument("ladders", nargs="*", metavar="LADDER")
        rebuild.add_argument("--all", action="store_true", help="every ladder of every club")
        explain = actions.add_parser("explain", help="say why a player's rating moved")
        explain.add_argument("player", metavar="PLAYER", help="a name, or the beginning of one")
        explain.add_argument("--ladder", default="", help="only on this one")
        explain.add_argument("--last", type=int, default=10, help="so many matches")
        planned = _of_ladder(actions.add_parser("forecast", help="say what to expect of a table"))
        planned.add_argument("players", nargs="+", metavar="PLAYER")
        planned.add_argument("--places", type=int, nargs="+", default=None)
        planned.add_argument("--scores", type=int, nargs="+", default=None)

    def handle(self, *args: Any, **options: Any) -> None:
        action: Callable[[dict[str, Any]], str] = getattr(self, f"_{options['action']}", _sent)
        try:
            output = action(options)
        except RuleViolation as violation:
            raise refused(violation) from None
        self.stdout.write(output, ending="" if output.endswith("\n") else None)

    def _list(self, options: dict[str, Any]) -> str:
        club_id = club_by_name(options["club"]).id if options["club"] else None
        return text.ladder_lines(with_counts(ladder_list(club_id=club_id)))

    def _show(self, options: dict[str, Any]) -> str:
        ladder = _ladder(options)
        filters = ("search", "sort", "reverse", "hidden", "established")
        lines = ladder_table(ladder, now=_now(), **{name: options[name] for name in filters})
        return (
            ladder_csv(lines, ladder.system) if options["csv"] else text.table_text(ladder, lines)
        )

    def _create(self, options: dict[str, Any]) -> str:
        wanted = commands.NewLadder(title=options["title"], rules=_fields(options["rules"]))
        club = club_named(options["club"])
        created = services.create_ladder(club=club, wanted=wanted, envelope=shell_envelope())
        return str(created.stream_id)

    def _usual(self, options: dict[str, Any]) -> str:
        club = club_named(options["club"])
        begun = begin_usual_ladders(club_id=club.id, envelope=shell_envelope())
        return _("Ladders begun: %(count)s") % {"count": begun}

    def _rules(self, options: dict[str, Any]) -> str:
        if options["fields"] or options["title"] is not None:
            _lead(
                options, commands.Revise(title=options["title"], rules=_fields(options["fields"]))
            )
        return text.rules_text(_ladder(options).rules)

    def _startlist(self, options: dict[str, Any]) -> str:
        try:
            data = Path(options["file"]).read_bytes()
        except (OSError, ValueError):
            raise KaitenError("file_unreadable", file=options["file"]) from None
        if len(data) > LARGEST_FILE:
            raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
        _lead(options, commands.StartList(text=decoded(data)))
        return _("The start list is imported; everything is recalculated.")

    def _freeze(self, options: dict[str, Any]) -> str:
        _lead(options, commands.Freeze())
        ladder = _ladder(options)
        return text.table_text(ladder, ladder_table(ladder, now=_now()))

    def _do(self, options: dict[str, Any]) -> str:
        command = commands.LADDER_COMMANDS.named(options["name"])
        return _told(options, command, fields_of_words(command, options["words"]))

    def _period(self, options: dict[str, Any]) -> str:
        wanted = commands.NewPeriod(
            title=options["title"], share=options["share"], rules=_fields(options["rules"])
        )
        created = services.begin_period(
            ladder_id=_ladder(options).id, wanted=wanted, envelope=shell_envelope()
        )
        return str(created.stream_id)

    def _rate(self, options: dict[str, Any]) -> str:
        ladder, match_id = _ladder(options), read_uuid(options["match"])
        done = services.rate_match(ladder_id=ladder.id, match_id=match_id, now=_now())
        return _rated(done.rated)

    def _rebuild(self, options: dict[str, Any]) -> str:
        if bool(options["ladders"]) == options["all"]:
            raise KaitenError("ladders_or_all")
        if options["all"]:
            return rebuild_after_all()
        lines = []
        for ladder in [_named(one) for one in options["ladders"]]:
            rebuilt = rebuild_ladder(ladder_id=ladder.id, now=_now())
            moved = _("ratings that changed: %(count)s") % {"count": len(rebuilt.moves)}
            lines.append(f"{ladder.id}  {_rated(rebuilt.rated)}  {moved}")
        return "\n".join(lines)

    def _explain(self, options: dict[str, Any]) -> str:
        player = root_of(_player(options["player"]))
        if options["ladder"]:
            ladders = [_named(options["ladder"])]
        else:
            ladders = [one.ladder for one in ratings_of(player.id, ladder_list(), now=_now())]
        count = max(options["last"], 1)
        paragraphs = [
            text.changes_text(ladder, list(rating_changes(ladder, player.id)[:count]), player.id)
            for ladder in ladders
        ]
        return "\n\n".join(paragraphs) or _("Not on any ladder.")

    def _forecast(self, options: dict[str, Any]) -> str:
        ladder, places, scores = _ladder(options), options["places"], options["scores"]
        players = [_player(one, ladder).id for one in options["players"]]
        return text.planned_text(ladder, forecast(ladder, players, places, scores))


def _lead(options: dict[str, Any], command: commands.Command) -> None:
    services.lead(ladder_id=_ladder(options).id, command=command, envelope=shell_envelope())


def _sent(options: dict[str, Any]) -> str:
    """Carry out the command that is the action."""
    command = commands.LADDER_COMMANDS.named(options["action"])
    return _told(options, command, typed_fields(command, options))


def _told(options: dict[str, Any], command: type[commands.Command], fields: dict[str, Any]) -> str:
    """Carry out a command, and say what has become of the ladder."""
    _ladder(options)
    _lead(options, commands.LADDER_COMMANDS.read(command.name, fields))
    ladder = _ladder(options)
    return f"{ladder_title(ladder)} · {ladder.get_status_display()}"


def _player(name: str, ladder: Ladder | None = None) -> Player:
    """Return the player with an id, a name or the beginning of one."""
    if is_uuid(name):
        return player_of(read_uuid(name))
    club_id = ladder.club_id if ladder is not None else None
    return player_of(as_id(found(name, people(player_list(club_id=club_id)))))


def _fields(texts: list[str]) -> dict[str, Any]:
    """Return rules as typed; `games=sushi_bar,plain` is a list too."""
    fields = fields_of(texts)
    for name in LISTS:
        if isinstance(fields.get(name), str):
            fields[name] = [one for one in fields[name].split(",") if one]
    return fields


def _ladder(options: dict[str, Any]) -> Ladder:
    return _named(options["ladder"])


def _named(text: str) -> Ladder:
    """Return the ladder with an id, a title or the beginning of one."""
    if is_uuid(text):
        return ladder_of(read_uuid(text))
    rows = [
        Named(row.id, f"{title} ({row.club.name}, {short(row.id)})", (title,))
        for row in ladder_list().select_related("club")
        for title in [ladder_title(row)]
    ]
    return ladder_of(as_id(found(text, rows)))


def _rated(count: int) -> str:
    return _("matches rated: %(count)s") % {"count": count}


def _now() -> datetime:
    return datetime.now(UTC)


def _of_ladder(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("ladder", help="its title or id, or the beginning of either")
    return parser
