"""`manage.py results import FILE [--preview] …` and `manage.py results example`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from replays.errors import KaitenError
from replays.management.base import KaitenCommand, shell_envelope
from tournaments.past_results.examples import example_file
from tournaments.past_results.rows import Missing, NameStatus, Preview, RowStatus, Wanted
from tournaments.past_results.services.imports import import_results, preview_results
from tournaments.people.csv import LARGEST_FILE
from tournaments.people.services.imports import Mode
from tournaments.tournaments.shell.input import club_named


class Command(KaitenCommand):
    """Look at a file of past results, and import it as reported matches."""

    help = "Results of matches that were played before, from a spreadsheet (CSV)."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, parser_class=ArgumentParser)
        taken = actions.add_parser("import", help="store the matches of a file")
        taken.add_argument("file", metavar="FILE")
        taken.add_argument("--club", default="", help="short name or id, if there are several")
        taken.add_argument("--preview", action="store_true", help="only say what would happen")
        taken.add_argument(
            "--missing", choices=list(Missing), default=Missing.REFUSE, help="unknown names"
        )
        taken.add_argument(
            "--who",
            action="append",
            default=[],
            metavar="NAME=WHO",
            help="a name in doubt: new, guest, the id of a player, or another name of the file",
        )
        taken.add_argument("--unrated", action="store_true", help="they do not count for ratings")
        taken.add_argument(
            "--mode", choices=list(Mode), default=Mode.ALL, help="all or nothing, or what is valid"
        )
        actions.add_parser("example", help="print a file to begin with")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "example":
            self.stdout.write(example_file(), ending="")
            return
        club = club_named(options["club"])
        wanted = Wanted(
            _read(options["file"]),
            _decisions(options["who"]),
            options["missing"],
            rated=not options["unrated"],
            mode=options["mode"],
        )
        if options["preview"]:
            found = preview_results(club=club, wanted=wanted, envelope=shell_envelope())
            self._tell(found)
            return
        left = 1
        while left:
            done = import_results(club=club, wanted=wanted, envelope=shell_envelope())
            left = done.left
            stored = done.counts[RowStatus.EXISTS]
            words = _("%(stored)s of %(total)s stored, %(new)s of them now")
            numbers = {"stored": stored, "total": stored + left, "new": len(done.imported)}
            self.stdout.write(words % numbers)

    def _tell(self, found: Preview) -> None:
        for name in found.names:
            if name.status != NameStatus.KNOWN:
                alike = [f"{one.label} {one.id}" for one in name.candidates] + [*name.like]
                self.stdout.write(f"{name.name}: {name.status.value}  {', '.join(alike)}".rstrip())
        for row in found.rows:
            remarks = [row.detail, *(warning.detail for warning in row.warnings)]
            said = " ".join(filter(None, [row.code, *remarks]))
            self.stdout.write(f"{row.line:>5}  {row.status.value:<6}  {row.title}  {said}".rstrip())
        self.stdout.write("  ".join(f"{name}: {count}" for name, count in found.counts.items()))


def _read(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError):
        raise KaitenError("file_unreadable", file=path) from None


def _decisions(texts: list[str]) -> dict[str, str]:
    decisions: dict[str, str] = {}
    for text in texts:
        name, equals, who = text.partition("=")
        if not equals:
            raise KaitenError("bad_decision", name=text[:80])
        decisions[name] = who
    return decisions
