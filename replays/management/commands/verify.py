import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.errors import RuleViolation
from replays.errors import KaitenError, UnknownStream
from replays.management.base import BAD_INPUT, KaitenCommand, is_uuid, read_file, refusal_line
from replays.selectors.health import traced_streams
from replays.services.verify import VerifyReport, verify_stream, verify_text

PROBLEM = 1


class Command(KaitenCommand):
    help = "Check files or stored logs. Exit code: 0 intact, 1 a stored log is not, 2 a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE_OR_ID")
        parser.add_argument("--all", action="store_true", help="Every log in the database.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line per file or stream and leave with the worst finding."""
        if bool(options["files"]) == options["all"]:
            raise KaitenError("files_or_all")
        worst = 0
        for name in options["files"]:
            stored = is_uuid(name) and not Path(name).exists()
            worst = max(worst, self._stream(UUID(name)) if stored else self._file(name))
        if options["all"]:
            for stream_id in traced_streams():
                worst = max(worst, self._stream(stream_id))
        if worst:
            sys.exit(worst)

    def _file(self, path: str) -> int:
        try:
            report = verify_text(read_file(path), now=datetime.now(UTC))
        except KaitenError as refusal:
            return self._print_refusal(path, refusal)
        if report.refusal is not None:
            return self._print_refusal(path, report.refusal)
        return self._print_report(path, report)

    def _stream(self, stream_id: UUID) -> int:
        try:
            report = verify_stream(stream_id)
        except UnknownStream as refusal:
            return self._print_refusal(str(stream_id), refusal)
        return self._print_report(str(stream_id), report)

    def _print_refusal(self, name: str, refusal: KaitenError | RuleViolation) -> int:
        self.stderr.write(f"{name}: {refusal_line(refusal)}")
        return BAD_INPUT

    def _print_report(self, name: str, report: VerifyReport) -> int:
        if report.problem is not None:
            where = f"({_('version')} {report.problem.version})"
            self.stderr.write(f"{name}: {report.problem.code} {where}")
            return PROBLEM
        count = report.version
        events = ngettext("%(count)d event", "%(count)d events", count) % {"count": count}
        origin = f", {_('imported')}" if report.imported else ""
        not_judged = _("not judged")
        judged = f", {not_judged}: {report.unjudged.code}" if report.unjudged else ""
        self.stdout.write(f"{name}: {_('intact')}, {events}{origin}{judged}")
        return 0
