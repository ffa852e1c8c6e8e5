"""`manage.py restore FILE`: a club brought back from its backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from replays.errors import KaitenError
from replays.management.base import KaitenCommand, shell_envelope
from tournaments.backups.services import restore_club


class Command(KaitenCommand):
    """Verify a backup from its first byte to its last move, then write it whole or not at all."""

    help = "Bring a club back from a backup file; nothing is written unless all of it is sound."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file written by the command backup")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            data = path.read_bytes()
        except (OSError, ValueError):
            raise KaitenError("file_unreadable", file=str(path)) from None
        restored = restore_club(data=data, envelope=shell_envelope(), source=f"restore {path.name}")
        words = {
            "streams": restored.streams,
            "players": restored.players,
            "content": restored.content,
        }
        if restored.written:
            text = _("%(streams)s logs and %(players)s players restored, content %(content)s")
        else:
            text = _("All of it is here already, content %(content)s")
        self.stdout.write(text % words)
