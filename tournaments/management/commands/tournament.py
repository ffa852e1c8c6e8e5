"""`manage.py tournament ACTION …`: tournaments from a shell, every command and every look."""

import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import refused
from replays.management.base import KaitenCommand, read_uuid, shell_envelope
from replays.notes import clean_note
from tournaments.tournaments.director.commands.catalogue import command_class, command_names
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.advice import advice_on
from tournaments.tournaments.selectors.alternatives import alternatives_view
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.csv import tournament_csv
from tournaments.tournaments.selectors.logs import audit_log
from tournaments.tournaments.selectors.made import SentCommand, full_answer
from tournaments.tournaments.selectors.outlooks import sizes_view
from tournaments.tournaments.selectors.presets import preset_views
from tournaments.tournaments.selectors.rounds import round_views
from tournaments.tournaments.selectors.standings import overall_rows, standings_rows
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of, tournament_of, tournaments_of
from tournaments.tournaments.services.bots import USUAL_BOTS, enter_bots, play_tables
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct
from tournaments.tournaments.shell import input as typed
from tournaments.tournaments.shell import text

_SHORTCUTS = {
    "propose": "propose the next round",
    "publish": "announce the proposal at hand",
    "record": "give a table its result: SCORE per seat",
    "correct": "give a table another result: SCORE per seat",
    "drop": "let an entrant play on no more",
}


class Command(KaitenCommand):
    """Begin, direct and look at tournaments; bots can enter them and play."""

    help = "Tournaments: begin, direct, look at them, let bots play."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

        def action(name: str, words: str, *, of_tournament: bool = True) -> ArgumentParser:
            sub: ArgumentParser = actions.add_parser(name, help=words, conflict_handler="resolve")
            sub.print_usage = lambda *args, **kwargs: None  # type: ignore[method-assign]
            if of_tournament:
                sub.add_argument("tournament", help="the id of the tournament")
            return sub

        new = action("new", "begin a tournament and print its id", of_tournament=False)
        new.add_argument("title")
        new.add_argument("--day", default="", help="such as 2026-01-31")
        new.add_argument("--seed", default=None, help="decides every lot")
        new.add_argument(
            "--preset",
            nargs="+",
            default=[],
            metavar=("NAME", "KEY=VALUE"),
            help="its stages: a name that `presets` lists, then game=sushi_bar, rounds=3, …",
        )
        presets = action("presets", "list the presets for a game", of_tournament=False)
        presets.add_argument("--game", default="", help="the first there is unless told otherwise")
        presets.add_argument("--size", type=int, help="how many usually sit at a table")
        presets.add_argument("--players", type=int, help="how many are expected")
        for sub in (new, action("list", "list tournaments", of_tournament=False)):
            sub.add_argument("--club", default="", help="short name or id, if there are several")
        action("show", "print the stages and how far they are")
        action("log", "print what happened, newest first")
        action("advice", "print what to do next, and tables for those who are free")
        alternatives = action("alternatives", "compare the ways to split the round into tables")
        sizes = action("sizes", "try which table sizes serve a stage over all its rounds")
        sizes.add_argument("--players", type=int, help="as many as are entered unless told")
        for sub in (alternatives, sizes):
            sub.add_argument("--stage", type=int, help="the one that is played unless told")
        for name in ("players", "standings", "pairings"):
            sub = action(name, f"print the {name}")
            sub.add_argument("--csv", action="store_true", help="for a spreadsheet")
            if name != "players":
                sub.add_argument("--stage", type=int, help="0: the whole tournament")
            if name == "pairings":
                sub.add_argument("--round", type=int)
        for name, words in (("do", "any command"), ("preview", "what a command would change")):
            sub = action(name, f"{words}, with key=value; -h after COMMAND explains it")
            sub.add_argument("-h", "--help", action=_CommandHelp, nargs=0, help="explain COMMAND")
            sub.add_argument("name", metavar="COMMAND", help=", ".join(command_names()))
            sub.add_argument("fields", nargs="*", default=[], metavar="KEY=VALUE")
            sub.add_argument("--note", default="", help="the reason of a ruling or penalty")
        for name, words in _SHORTCUTS.items():
            _add_shortcut(action(name, words), name)
        bots = action("bots", "enter bots of the club")
        bots.add_argument("number", type=int)
        bots.add_argument("--bots", default=",".join(USUAL_BOTS), help="who takes turns to enter")
        play = action("play", "let bots play the open tables at which only bots sit")
        play.add_argument("--stage", type=int)
        play.add_argument("--round", type=int)
        play.add_argument("--thin", action="store_true", help="report the scores alone")

    def handle(self, *args: Any, **options: Any) -> None:
        action = options["action"]
        run: Callable[[dict[str, Any]], None] = getattr(self, f"_{action}", self._shortcut)
        try:
            run(options)
        except RuleViolation as violation:
            raise refused(violation) from None

    def _new(self, options: dict[str, Any]) -> None:
        created = create_tournament(
            club=typed.club_named(options["club"]),
            wanted=NewTournament(
                options["title"], options["day"], options["seed"], typed.plan_of(options["preset"])
            ),
            envelope=shell_envelope(),
        )
        self.stdout.write(str(created.stream_id))

    def _presets(self, options: dict[str, Any]) -> None:
        found = preset_views(options["game"], options["size"], options["players"])
        self.stdout.write(text.presets(found))

    def _list(self, options: dict[str, Any]) -> None:
        tournaments = Tournament.objects.all()
        if options["club"]:
            tournaments = tournaments_of(typed.club_named(options["club"]))
        self.stdout.write(text.listed(tournaments))

    def _show(self, options: dict[str, Any]) -> None:
        id_ = _id(options)
        with reading(id_) as state:
            self.stdout.write(text.summary(tournament_of(id_), state))

    def _advice(self, options: dict[str, Any]) -> None:
        id_ = _id(options)
        with reading(id_) as state:
            self.stdout.write(text.advice(advice_on(id_, state, labels_of(state))))

    def _alternatives(self, options: dict[str, Any]) -> None:
        id_ = _id(options)
        with reading(id_) as state:
            stage = typed.stage_or_current(state, options["stage"])
            self.stdout.write(text.alternatives(alternatives_view(id_, state, stage)))

    def _sizes(self, options: dict[str, Any]) -> None:
        id_ = _id(options)
        with reading(id_) as state:
            stage = typed.stage_or_current(state, options["stage"])
            found = sizes_view(id_, state, stage, options["players"])
            self.stdout.write(text.outlooks(found.outlooks))

    def _log(self, options: dict[str, Any]) -> None:
        row = tournament_of(_id(options))
        self.stdout.write(text.log(audit_log(row.id, organiser=True)))

    def _players(self, options: dict[str, Any]) -> None:
        self._listed(options, text.players)

    def _standings(self, options: dict[str, Any]) -> None:
        def standings_text(state: State, labels: Labels) -> str:
            stage = typed.stage_or_current(state, options["stage"])
            rows = standings_rows(state, stage, labels) if stage else overall_rows(state, labels)
            return text.standings(rows)

        self._listed(options, standings_text)

    def _pairings(self, options: dict[str, Any]) -> None:
        filters = {"stage": options["stage"] or None, "number": options["round"]}
        self._listed(
            options,
            lambda state, labels: text.pairings(round_views(state, labels, **filters), labels),
        )

    def _listed(self, options: dict[str, Any], text_of: Callable[[State, Labels], str]) -> None:
        with reading(_id(options)) as state:
            labels = labels_of(state)
            if options["csv"]:
                csv = tournament_csv(options["action"], state, labels)
                self.stdout.write(csv, ending="")
            else:
                self.stdout.write(text_of(state, labels))

    def _do(self, options: dict[str, Any]) -> None:
        self._direct(
            _id(options), options["name"], typed.fields_of(options["fields"]), options["note"]
        )

    def _preview(self, options: dict[str, Any]) -> None:
        id_ = _id(options)
        command = typed.command_of(options["name"], typed.fields_of(options["fields"]))
        with reading(id_) as state:
            changes = foreseen(id_, state, command)
            self.stdout.write(text.consequences(changes, labels_of(state)))

    def _shortcut(self, options: dict[str, Any]) -> None:
        id_, name = _id(options), options["action"]
        if name == "drop":
            self._direct(id_, name, {"entrant": options["entrant"]})
            return
        with reading(id_) as state:
            stage = typed.stage_or_current(state, options["stage"])
            fields: dict[str, Any] = {"stage": stage}
            if name == "propose":
                sizes = typed.numbers_of(options["sizes"])
                fields |= {"sizes": sizes, "split": options["split"]}
            if name in ("record", "correct"):
                fields["round"] = typed.round_or_newest(state, stage, options["round"])
                fields |= {"table": options["table"], "scores": options["scores"]}
        self._direct(id_, name, fields)

    def _direct(self, id_: UUID, name: str, fields: dict[str, Any], note: str = "") -> None:
        command = typed.command_of(name, fields)
        envelope = shell_envelope(clean_note(note) or "")
        appended = direct(tournament_id=id_, command=command, envelope=envelope)
        words = _("Nothing to do: version %(version)s.") if appended.repeated else "%(version)s"
        self.stdout.write(words % {"version": appended.last_version})
        with reading(id_) as state:
            labels = labels_of(state)
            answer = full_answer(SentCommand(command, appended, state, labels, organiser=True))
            for table in text.answer_tables(answer, labels):
                self.stdout.write(table)

    def _bots(self, options: dict[str, Any]) -> None:
        appended = enter_bots(
            tournament_id=_id(options),
            number=options["number"],
            bots=[name.strip() for name in options["bots"].split(",")],
            envelope=shell_envelope(),
        )
        self.stdout.write(str(appended.last_version))

    def _play(self, options: dict[str, Any]) -> None:
        played = play_tables(
            tournament_id=_id(options),
            stage=options["stage"],
            round_=options["round"],
            thin=options["thin"],
            envelope=shell_envelope(),
        )
        self.stdout.write(_("Tables played: %(count)s") % {"count": len(played)})


class _CommandHelp(Action):
    """Explains the command that stands before it, with or without a tournament; or the action."""

    def __call__(self, parser: ArgumentParser, namespace: Namespace, *args: Any) -> None:
        for word in (namespace.name, namespace.tournament):
            if word in command_names():
                sys.stdout.write(text.command_help(command_class(word)) + "\n")
                parser.exit()
        parser.print_help()
        parser.exit()


def _add_shortcut(parser: ArgumentParser, name: str) -> None:
    if name == "drop":
        parser.add_argument("entrant", type=int)
        return
    if name in ("record", "correct"):
        parser.add_argument("table", type=int)
        parser.add_argument("scores", type=int, nargs="+", metavar="SCORE")
        parser.add_argument("--round", type=int, help="the newest unless told otherwise")
    if name == "propose":
        parser.add_argument("--sizes", default="", help="for this round alone, such as 3,4")
        parser.add_argument("--split", default="", help="every table, such as 4+3+3+3")
    parser.add_argument("--stage", type=int, help="the one that is played unless told otherwise")


def _id(options: dict[str, Any]) -> UUID:
    return read_uuid(options["tournament"])
