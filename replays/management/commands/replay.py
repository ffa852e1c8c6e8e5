from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from games.core.viewer import Viewer, parse_viewer
from games.core.words import LANGUAGES, say
from replays import ports
from replays.log import Log
from replays.management.base import KaitenCommand, is_uuid, read_file, shell_envelope
from replays.models import Match
from replays.selectors.logs import load_log
from replays.services.imports import read_record_file

SOME_CLUB = UUID(int=0)


class Command(KaitenCommand):
    help = "Tell a stored match or a record file: its log up to a ply, then the board."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", metavar="FILE_OR_ID")
        parser.add_argument("--at", type=int, metavar="PLY", help="Stop after so many plies.")
        parser.add_argument(
            "--as", dest="viewer", default="public", help="public, seat:0 and up, or arbiter."
        )
        parser.add_argument("--lang", choices=LANGUAGES, default=None)

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["lang"] or (translation.get_language() or "en")[:2]
        with translation.override(language):
            log, names = _read(options["match"], language)
            viewer = parse_viewer(options["viewer"], log.setup.seats)
            at = len(log.plies) if options["at"] is None else options["at"]
            labels = [
                (names.get(player) if player else None) or _("Seat %(number)d") % {"number": seat}
                for seat, player in enumerate(log.players, 1)
            ]
            for line in _printed_lines(log, viewer, at, labels, language):
                self.stdout.write(line)


def _read(name: str, language: str) -> tuple[Log, dict[UUID, str]]:
    if is_uuid(name) and not Path(name).exists():
        log = load_log(UUID(name))
        return log, ports.people().labels(log.everyone, language)
    reading = read_record_file(text=read_file(name), club_id=SOME_CLUB, envelope=shell_envelope())
    return reading.log, reading.labels


def _printed_lines(
    log: Log, viewer: Viewer, at: int, labels: list[str], language: str
) -> list[str]:
    rules = log.rules
    truth = log.state_at(at)
    lines = [f"{say(rules.words, 'game.name', language)}: {', '.join(labels)}"]
    known = [rules.redact(ply.event, truth, viewer) for ply in log.plies[:at]]
    state = rules.start(log.setup)
    for number, event in enumerate(known, 1):
        lines.append(f"{number:4} {rules.describe(state, event, labels, language)}")
        rules.apply(state, event)
    lines += ["", rules.text_board(state, labels, language)]
    if at == len(log.plies):
        lines += ["", _result(log, labels)]
    return lines


def _result(log: Log, labels: list[str]) -> str:
    status = str(Match.Status(log.status).label)
    if log.result is None:
        return status
    scores = log.result.scores or (None,) * len(labels)
    ranking = sorted(zip(log.result.places, labels, scores, strict=True), key=lambda row: row[0])
    places = ", ".join(
        f"{place}. {label}" + ("" if score is None else f" ({score})")
        for place, label, score in ranking
    )
    return f"{status}: {places}"
