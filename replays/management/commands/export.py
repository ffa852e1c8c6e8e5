from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from replays.events import AUDIENCES
from replays.management.base import KaitenCommand, read_uuid, write_file
from replays.selectors.exports import export_jsonl, export_kgn

# Whoever can run commands can read the database.
FORMATS: dict[str, Callable[[UUID], str]] = {
    "kgn": partial(export_kgn, read=AUDIENCES),
    "jsonl": export_jsonl,
}


class Command(KaitenCommand):
    help = "Write a match to standard output or to a file, as .kgn (for people) or .jsonl (exact)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", help="The id of the match.")
        parser.add_argument("--format", choices=sorted(FORMATS), default="kgn")
        parser.add_argument("--output", help="The file to write; standard output by default.")

    def handle(self, *args: Any, **options: Any) -> None:
        text = FORMATS[options["format"]](read_uuid(options["match"]))
        if options["output"] is None:
            self.stdout.write(text, ending="")
        else:
            write_file(options["output"], text)
