"""What can be typed after `manage.py tournament`: looks, and every command of the catalogue."""

import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandParser

from tournaments.tournaments.director.commands.catalogue import command_class, command_names
from tournaments.tournaments.services.bots import USUAL_BOTS
from tournaments.tournaments.shell import text
from tournaments.tournaments.shell.fields import add_fields

WITHOUT_TOURNAMENT = frozenset({"new", "presets", "list", "run"})
"""After these words no tournament is named."""
TOURNAMENT = "its title or id, or the beginning of either; . is the only one that is going on"
AddAction = Callable[..., ArgumentParser]


def add_actions(parser: CommandParser) -> None:
    """Add every word that can follow, with what it takes."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, words: str, **more: Any) -> ArgumentParser:
        sub: ArgumentParser = actions.add_parser(
            name, help=words, conflict_handler="resolve", **more
        )
        sub.print_usage = lambda *args, **kwargs: None  # type: ignore[method-assign]
        if name not in WITHOUT_TOURNAMENT:
            sub.add_argument("tournament", help=TOURNAMENT)
        return sub

    _add_beginnings(action)
    _add_looks(action)
    _add_run(action)
    for name in command_names():
        command = command_class(name)
        sub = action(name, command.summary(), add_help=False)
        sub.add_argument("-h", "--help", action=_CommandHelp, nargs=0, const=name)
        add_fields(sub, command)
        _add_answer(sub)
    for name, words in (("do", "any command"), ("preview", "what a command would change")):
        sub = action(name, f"{words}, with key=value; -h after COMMAND explains it")
        sub.add_argument("-h", "--help", action=_CommandHelp, nargs=0, help="explain COMMAND")
        sub.add_argument("name", metavar="COMMAND", help=", ".join(command_names()))
        sub.add_argument("words", nargs="*", default=[], metavar="KEY=VALUE")
        _add_answer(sub)
    _add_bots(action)


def _add_beginnings(action: AddAction) -> None:
    new = action("new", "begin a tournament and print its id")
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
    presets = action("presets", "list the presets for a game")
    presets.add_argument("--game", default="", help="the first there is unless told otherwise")
    presets.add_argument("--size", type=int, help="how many usually sit at a table")
    presets.add_argument("--players", type=int, help="how many are expected")
    for sub in (new, action("list", "list tournaments")):
        sub.add_argument("--club", default="", help="short name or id, if there are several")


def _add_looks(action: AddAction) -> None:
    action("show", "print where it stands: rounds, who is missing, proposal, standings, next step")
    action("log", "print what happened, newest first")
    action("advice", "print what to do next, and tables for those who are free")
    people = action("people", "list the players of its club, and who of them is entered")
    people.add_argument("search", nargs="*", help="words of the name")
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


def _add_run(action: AddAction) -> None:
    run = action("run", "do several lines, each as it would be typed after `tournament`")
    run.add_argument("file", metavar="FILE", help="a text file; -: standard input")
    run.add_argument(
        "tournament",
        nargs="?",
        default="",
        help="what the lines are about; they then leave the tournament out",
    )
    run.add_argument(
        "--keep-going", action="store_true", help="go on with the next line after a refusal"
    )


def _add_answer(parser: ArgumentParser) -> None:
    """Let whoever sends a command say why, and how they want to be answered."""
    parser.add_argument("--note", default="", help="the reason of a ruling or penalty")
    answer = parser.add_mutually_exclusive_group()
    answer.add_argument("--json", action="store_true", help="answer as the API does")
    answer.add_argument("--quiet", action="store_true", help="answer with the version alone")


def _add_bots(action: AddAction) -> None:
    bots = action("bots", "enter bots of the club")
    bots.add_argument("number", type=int)
    bots.add_argument("--bots", default=",".join(USUAL_BOTS), help="who takes turns to enter")
    play = action("play", "let bots play the open tables at which only bots sit")
    play.add_argument("--stage", type=int)
    play.add_argument("--round", type=int)
    play.add_argument("--thin", action="store_true", help="report the scores alone")


class _CommandHelp(Action):
    """Explains its command, or the one that stands before it, with or without a tournament."""

    def __call__(self, parser: ArgumentParser, namespace: Namespace, *args: Any) -> None:
        for word in (self.const, getattr(namespace, "name", None), namespace.tournament):
            if word in command_names():
                sys.stdout.write(text.command_help(command_class(word)) + "\n")
                parser.exit()
        parser.print_help()
        parser.exit()
