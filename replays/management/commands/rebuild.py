from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import ngettext

from replays.management.base import KaitenCommand, read_uuid
from replays.services.rebuild import rebuild_all, rebuild_match


class Command(KaitenCommand):
    help = "Make the rows of the given matches, or of all of them, again from their logs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("matches", nargs="*", metavar="ID")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = [read_uuid(text) for text in options["matches"]]
        for match_id in ids:
            rebuild_match(match_id=match_id)
        others: list[str] = []
        count = len(ids) or rebuild_all(tell=others.append)
        message = ngettext("%(count)d match rebuilt", "%(count)d matches rebuilt", count)
        self.stdout.write("\n".join([message % {"count": count}, *others]))
