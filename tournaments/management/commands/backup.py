"""`manage.py backup FILE`: everything of one club in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from replays.errors import KaitenError
from replays.management.base import KaitenCommand
from tournaments.backups.archive import content_digest, pack
from tournaments.backups.selectors import backup_parts
from tournaments.tournaments.services.files import replace_file
from tournaments.tournaments.shell.input import club_named


class Command(KaitenCommand):
    """Write a backup; tokens are never in it, password hashes only when asked for."""

    help = "Write everything of a club (logs, players, notes) into one .zip file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file to write")
        parser.add_argument("--club", default="", help="short name or id, if there are several")
        parser.add_argument(
            "--overwrite", action="store_true", help="replace the file if it exists"
        )
        parser.add_argument(
            "--with-passwords", action="store_true", help="keep the password hashes of accounts"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = club_named(options["club"])
        path = Path(options["file"])
        if path.exists() and not options["overwrite"]:
            raise KaitenError("file_exists", file=str(path))
        if not path.parent.is_dir():
            raise KaitenError("file_unwritable", file=str(path))
        parts = backup_parts(club, with_passwords=options["with_passwords"])
        replace_file(path, pack(str(club.id), parts))
        words = {"club": club.name, "file": path, "content": content_digest(parts)}
        self.stdout.write(_("%(club)s: %(file)s, content %(content)s") % words)
