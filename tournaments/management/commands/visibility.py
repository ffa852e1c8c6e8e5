"""`manage.py visibility KIND ID [LEVEL]`: who finds a match, tournament, season or ladder."""

from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from replays.management.base import KaitenCommand, shell_envelope
from tournaments.people import things
from tournaments.people.models import Visibility
from tournaments.people.onlooker import Onlooker
from tournaments.people.services.visibility import set_visibility

DEFAULT = "default"


class Command(KaitenCommand):
    """Say who finds something, and print it."""

    help = "Who finds a match, tournament, season or ladder: everybody, or fewer."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=list(things.STREAMS))
        parser.add_argument("id", type=UUID)
        parser.add_argument(
            "level",
            nargs="?",
            choices=[*Visibility.values, DEFAULT],
            help="left out, nothing is changed; default: as the club has it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        kind, stream_id, level = options["kind"], options["id"], options["level"]
        thing = things.thing_of(kind, stream_id)
        if level is not None:
            set_visibility(
                club_id=thing.club_id,
                kind=kind,
                stream_id=stream_id,
                visibility="" if level == DEFAULT else level,
                envelope=shell_envelope(),
            )
        [row] = Onlooker("cli").mark([thing])
        self.stdout.write(row.visibility)
