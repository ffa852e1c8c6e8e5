"""A tournament from a file: judged first, then written whole or not at all; and copies in a folder.

A file goes into the club it names. Where there is no club at all, that club is made from it.
"""

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction

from replays import ports, subscriptions
from replays.chain import Problem, RecordedEvent
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamDiffers
from replays.log import make_log
from replays.records.whole import WholeLog
from replays.selectors.logs import KIND as MATCH_STREAM
from replays.services.append import import_rows
from replays.services.notes import store_notes
from replays.services.verify import rules_problem
from tournaments.people.models import Club
from tournaments.people.selectors.players import strangers_among
from tournaments.people.services.clubs import create_club
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.file import ClubLine, TournamentFile, read_tournament
from tournaments.tournaments.selectors.files import (
    club_id_of,
    export_tournament,
    head_of,
    matches_of,
    players_of,
)

LARGEST_FILE = 256 * 1024 * 1024
TOPIC = "tournament_copies"
TYPES = frozenset(
    {
        "tournament.entered",
        "tournament.tables_published",
        "tournament.result_recorded",
        "tournament.result_confirmed",
        "tournament.result_withdrawn",
        "tournament.penalised",
        "tournament.stage_closed",
        "tournament.stage_unstarted",
        "tournament.substituted",
        "tournament.finished",
        "tournament.reopened",
        "tournament.rewound",
    }
)
"""After these the copy in the folder is written again."""


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """What an import did; `created` is False when the very same logs were here already."""

    tournament_id: UUID
    club_id: UUID
    matches: int
    created: bool


def import_tournament(
    *, text: str, envelope: Envelope, source: str, club_id: UUID | None = None
) -> ImportedTournament:
    """Store a tournament with its matches, players and notes; the same file again is a no-op.

    With a `club_id` the file must be of that club. Raises what `read_tournament` raises,
    RulesMissing, `tournament_file_illegal`, `tournament_file_club`, `tournament_file_players` or
    `tournament_file_differs`; nothing is written then.
    """
    if len(text) > LARGEST_FILE:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    file = read_tournament(text)
    _require_whole(file)
    if club_id is not None and club_id != file.club.id:
        raise KaitenError("tournament_file_club", 409, club=str(file.club.id))
    for log in file.logs:
        if problem := rules_problem(log):
            raise _refusal(log, problem)
    with transaction.atomic():
        club = _club(file, envelope.now)
        ports.people().ensure(club.id, file.labels)
        strangers = strangers_among(club.id, file.labels.keys())
        if strangers:
            raise KaitenError("tournament_file_players", 409, player=str(min(strangers)))
        # Its matches first: a table that is here before its match would be told of it again.
        written = [_import_log(file, log, envelope, source) for log in reversed(file.logs)]
    return ImportedTournament(file.tournament, club.id, len(file.logs) - 1, any(written))


def _refusal(log: WholeLog, problem: Problem) -> KaitenError:
    """Return why a log is not taken in; of one that nobody can judge, which game is missing."""
    if problem.unjudged and (missing := make_log(log.stream_id, log.rows).missing) is not None:
        return missing
    where = {"stream": str(log.stream_id), "version": problem.version}
    return KaitenError("tournament_file_illegal", 422, reason=problem.code, **where)


def _require_whole(file: TournamentFile) -> None:
    """Refuse a file whose logs do not belong together."""
    own, *matches = file.logs
    kinds = (own.kind == TOURNAMENT_STREAM) and all(one.kind == MATCH_STREAM for one in matches)
    if not kinds or not {one.stream_id for one in matches} <= set(matches_of(own.rows)):
        raise KaitenError("not_a_tournament_file", 422, line=1)
    if club_id_of(own.rows) != file.club.id:
        raise KaitenError("not_a_tournament_file", 422, line=1)
    if not players_of(file.logs) <= file.labels.keys():
        raise KaitenError("not_a_tournament_file", 422, line=1)


def _club(file: TournamentFile, now: datetime) -> Club:
    club = Club.objects.filter(pk=file.club.id).first()
    if club is not None:
        return club
    if Club.objects.exists():
        raise KaitenError("tournament_file_club", 409, club=str(file.club.id))
    return club_of_file(file.club, now)


def club_of_file(named: ClubLine, now: datetime) -> Club:
    return create_club(
        club_id=named.id,
        name=named.name,
        slug=named.slug,
        time_zone=named.time_zone,
        language=named.language,
        now=now,
    )


def _import_log(file: TournamentFile, log: WholeLog, envelope: Envelope, source: str) -> bool:
    """Store one log with its notes; say whether it is new here."""
    try:
        appended = import_rows(log=log, envelope=envelope, source=source)
    except StreamDiffers:
        raise KaitenError("tournament_file_differs", 409, stream=str(log.stream_id)) from None
    if not appended.repeated:
        store_notes(note for note in file.notes if note.stream == log.stream_id)
    return not appended.repeated


def subscribe() -> None:
    """Write a copy of a tournament into the folder of the settings after every result."""
    subscriptions.subscribe(TOPIC, TYPES, on_result, outside=True, wanted=is_copied)


def is_copied(_tournament_id: UUID, _appended: Sequence[RecordedEvent]) -> bool:
    return bool(settings.TOURNAMENT_FOLDER)


def on_result(tournament_id: UUID, _version: int) -> None:
    """Write the copy of a tournament as it stands; without a folder there is nothing to do."""
    if settings.TOURNAMENT_FOLDER:
        write_copy(tournament_id, Path(settings.TOURNAMENT_FOLDER))


def write_copy(tournament_id: UUID, folder: Path) -> Path:
    """Write the file of a tournament into a folder, whole or not at all; return where it is.

    Two writers at once leave the newer content: whoever was overtaken writes once more.
    Raises `file_unwritable`.
    """
    path = folder / f"{tournament_id}.jsonl"
    while True:
        head = head_of(tournament_id)
        replace_file(path, export_tournament(tournament_id).encode())
        if head_of(tournament_id) == head:
            return path


def replace_file(path: Path, data: bytes) -> None:
    """Put content where a file is or will be, in one step; raises `file_unwritable`.

    A full disk does not cost what was there; only the owner can read it: there are names inside.
    """
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except (OSError, ValueError):
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
        raise KaitenError("file_unwritable", file=str(path)) from None
