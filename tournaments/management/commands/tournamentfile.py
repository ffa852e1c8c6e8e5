"""`manage.py tournamentfile export|import`: whole tournaments as files."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.management.base import (
    BAD_INPUT,
    KaitenCommand,
    read_uuid,
    refusal_line,
    shell_envelope,
)
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.services.arrivals import STATUS_WORDS, read_choices
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.incoming import STANDING_WORDS
from tournaments.tournaments.services.files import (
    LARGEST_FILE,
    TournamentPreview,
    import_tournament,
    preview_tournament,
    replace_file,
    write_copy,
)


class Command(KaitenCommand):
    """Write tournaments to files, and take such files in."""

    help = "A whole tournament, its matches and players, as one file."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, parser_class=ArgumentParser)
        export = actions.add_parser("export", help="write a tournament")
        export.add_argument(
            "tournament", nargs="?", default="", help="its id; with --folder all by default"
        )
        where = export.add_mutually_exclusive_group()
        where.add_argument("-o", "--output", help="the file; standard output by default")
        where.add_argument("--folder", help="a folder for one file per tournament")
        taken = actions.add_parser("import", help="store the tournaments of files")
        taken.add_argument("files", nargs="*", metavar="FILE")
        taken.add_argument("--folder", help="every .jsonl file of a folder")
        taken.add_argument("--club", default="", help="the club it goes to; the file's by default")
        taken.add_argument("--preview", action="store_true", help="say what it would do")
        taken.add_argument(
            "--people",
            nargs="+",
            default=[],
            metavar="ID:ID",
            help="who somebody of the file is in the club, or ID:new",
        )
        taken.add_argument(
            "--doubt",
            choices=("ask", "new"),
            default="ask",
            help="those in doubt who are not named: refuse the file, or make new players",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "export":
            self._export(options)
        else:
            self._import(options)

    def _export(self, options: dict[str, Any]) -> None:
        if options["folder"]:
            requested = options["tournament"]
            every = Tournament.objects.order_by("pk").values_list("pk", flat=True)
            for tournament_id in [read_uuid(requested)] if requested else list(every):
                path = write_copy(tournament_id, Path(options["folder"]))
                self.stdout.write(str(path))
            return
        text = export_tournament(read_uuid(options["tournament"]))
        if options["output"]:
            replace_file(Path(options["output"]), text.encode())
        else:
            self.stdout.write(text, ending="")

    def _import(self, options: dict[str, Any]) -> None:
        """Import file by file; a bad one does not keep the others out."""
        paths = [Path(file) for file in options["files"]]
        if options["folder"]:
            paths += sorted(Path(options["folder"]).glob("*.jsonl"))
        club = club_by_name(options["club"]) if options["club"] else None
        choices = read_choices(options["people"])
        refused = False
        for path in paths:
            try:
                if options["preview"]:
                    self._show(path, preview_tournament(text=_read(path), club=club))
                    continue
                imported = import_tournament(
                    text=_read(path),
                    envelope=shell_envelope(),
                    source=str(path),
                    club_id=club.id if club is not None else None,
                    choices=choices,
                    asking=options["doubt"] == "ask",
                )
            except (KaitenError, RuleViolation) as refusal:
                refused = True
                self.stderr.write(f"{path}: {refusal_line(refusal)}")
                continue
            outcome = _("already here")
            if imported.events:
                outcome = _("imported") if imported.created else _("continued")
            self.stdout.write(f"{path}: {outcome} {imported.tournament_id}")
        if refused:
            sys.exit(BAD_INPUT)

    def _show(self, path: Path, preview: TournamentPreview) -> None:
        """Say what a file would do, and of everybody in it who that is here."""
        words = STANDING_WORDS[preview.compared.standing]
        self.stdout.write(f"{path}: {preview.title} ({preview.club_name}): {words}")
        for row in preview.people:
            self.stdout.write(f"  {row.player}  {row.name}: {STATUS_WORDS[row.status]}")
            for one in row.candidates:
                mark = "*" if one.id == row.read_as else " "
                self.stdout.write(f"    {mark} {one.id}  {one.label}")


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise KaitenError("file_not_text", file=str(path)) from None
    except (OSError, ValueError):
        raise KaitenError("file_unreadable", file=str(path)) from None
