import sys
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.management.base import (
    BAD_INPUT,
    KaitenCommand,
    read_file,
    read_uuid,
    refusal_line,
    shell_envelope,
)
from replays.services.imports import import_record


class Command(KaitenCommand):
    help = "Store the match of each .kgn or .jsonl file; one that is here already is left alone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--club", help="The id of the club; by default the one in the file.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import file by file; a bad one does not keep the others out."""
        club_id = read_uuid(options["club"]) if options["club"] else None
        refused = False
        for path in options["files"]:
            try:
                result = import_record(
                    text=read_file(path),
                    club_id=club_id,
                    envelope=shell_envelope(),
                    source=path,
                )
            except (KaitenError, RuleViolation) as refusal:
                refused = True
                self.stderr.write(f"{path}: {refusal_line(refusal)}")
                continue
            outcome = _("imported") if result.created else _("already here")
            self.stdout.write(f"{path}: {outcome} {result.match_id}")
        if refused:
            sys.exit(BAD_INPUT)
