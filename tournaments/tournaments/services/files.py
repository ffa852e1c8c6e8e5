"""A tournament from a file: judged first, then written whole or not at all; and copies in a folder.

A file goes into the club it names, or into another one that is said: events in the log of that club
then link the club of the file and its players to it, and the logs of the file stay as they are.
"""

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from uuid import UUID

from django.conf import settings
from django.db import DataError, IntegrityError, transaction

from replays import subscriptions
from replays.chain import Problem, RecordedEvent
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamDiffers
from replays.log import make_log
from replays.records.whole import WholeLog
from replays.selectors.logs import KIND as MATCH_STREAM
from replays.services.append import import_rows
from replays.services.notes import store_notes
from replays.services.verify import rules_problem
from tournaments.people.models import Club, Player
from tournaments.people.selectors.clubs import club_of, home_of
from tournaments.people.services.arrivals import (
    Arrival,
    ArrivalRow,
    Choices,
    admit,
    decide,
    recognise,
)
from tournaments.people.services.clubs import create_club
from tournaments.people.services.names import PersonName
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.director.fold import fold
from tournaments.tournaments.file import ClubLine, PersonLine, TournamentFile, read_tournament
from tournaments.tournaments.selectors.files import (
    club_id_of,
    export_tournament,
    head_of,
    match_club_of,
    matches_of,
    players_of,
)
from tournaments.tournaments.selectors.incoming import Compared, FileStanding, compare
from tournaments.tournaments.selectors.states import TOURNAMENT
from tournaments.tournaments.services.matches import joint_write

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
class TournamentPreview:
    """What taking a file in would do."""

    tournament_id: UUID
    title: str
    club_name: str
    """The club as the file calls it."""
    foreign: bool
    """Whether that is another club, which is read as the one here from then on."""
    matches: int
    compared: Compared
    people: tuple[ArrivalRow, ...]

    @property
    def importable(self) -> bool:
        return self.compared.standing not in (FileStanding.OLDER, FileStanding.DIFFERS)


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """What an import did; `created` is False when some of it, or all, was here already."""

    tournament_id: UUID
    club_id: UUID
    matches: int
    events: int
    """How many events were new here."""
    created: bool


def preview_tournament(*, text: str, club: Club | None) -> TournamentPreview:
    """Return what taking a file into a club would do; nothing is written.

    Without a club it is the one that the file names. Raises what `import_tournament` raises for
    a file that no choice makes acceptable; one that is older or differs is told in the preview.
    """
    file = _judged(text)
    home = club or _home(file)
    if home is not None:
        _foreign_clubs(file, home)
    return _preview(file, home)


def import_tournament(  # noqa: PLR0913  (a file, whose it is, and who its people are)
    *,
    text: str,
    envelope: Envelope,
    source: str,
    club_id: UUID | None = None,
    choices: Choices = MappingProxyType({}),
    asking: bool = True,
) -> ImportedTournament:
    """Store a tournament with its matches, players and notes; the same file again is a no-op.

    A file goes into the club it names, which is made where there is none at all, or into the one
    of `club_id`: then people who are in doubt need a choice, or become new ones if nobody is
    `asking`. A longer file of a tournament that is here continues it. Raises what `read_tournament`
    raises, RulesMissing, `tournament_file_illegal`, `tournament_file_club`,
    `tournament_file_players`, `tournament_file_people`, `tournament_file_older` or
    `tournament_file_differs`; nothing is written then.
    """
    file = _judged(text)
    with transaction.atomic():
        home = club_of(club_id) if club_id is not None else _home(file)
        club = home or club_of_file(file.club, envelope.now)
        linked = _foreign_clubs(file, club)
        preview = _preview(file, club)
        done = ImportedTournament(
            file.tournament, club.id, len(file.logs) - 1, preview.compared.events, created=False
        )
        _require_importable(preview)
        if preview.compared.standing == FileStanding.HERE:
            return done
        read_as = decide(
            club_id=club.id,
            rows=preview.people,
            choices=choices,
            asking=asking and file.club.id != club.id,
        )
        admit(
            club=club,
            arrivals=_arrivals(file),
            read_as=read_as,
            linked=linked,
            envelope=envelope,
        )
        _store(file, envelope, source)
    return replace(done, created=preview.compared.standing == FileStanding.NEW)


def _judged(text: str) -> TournamentFile:
    """Return a file that is whole and whose logs are legal, or raise why it is not."""
    if len(text) > LARGEST_FILE:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    file = read_tournament(text)
    _require_whole(file)
    for log in file.logs:
        if problem := rules_problem(log):
            raise _refusal(log, problem)
    return file


def _refusal(log: WholeLog, problem: Problem) -> KaitenError:
    """Return why a log is not taken in; of one that nobody can judge, which game is missing."""
    if problem.unjudged and (missing := make_log(log.stream_id, log.rows).missing) is not None:
        return missing
    return _illegal(log, problem.code, problem.version)


def _illegal(log: WholeLog, reason: str, version: int) -> KaitenError:
    where = {"stream": str(log.stream_id), "version": version}
    return KaitenError("tournament_file_illegal", 422, reason=reason, **where)


def _require_whole(file: TournamentFile) -> None:
    """Refuse a file whose logs do not belong together."""
    own, *matches = file.logs
    kinds = (own.kind == TOURNAMENT_STREAM) and all(one.kind == MATCH_STREAM for one in matches)
    if not kinds or not {one.stream_id for one in matches} <= set(matches_of(own.rows)):
        raise KaitenError("not_a_tournament_file", 422, line=1)
    clubs = {club_id_of(own.rows), *(match_club_of(one.rows) for one in matches)}
    if clubs != {file.club.id}:
        raise KaitenError("not_a_tournament_file", 422, line=1)
    if not players_of(file.logs) <= file.labels.keys():
        raise KaitenError("not_a_tournament_file", 422, line=1)


def _home(file: TournamentFile) -> Club | None:
    """Return the club that a file is of here; None where there is no club at all yet."""
    club = Club.objects.filter(pk=home_of(file.club.id)).first()
    if club is None and Club.objects.exists():
        raise KaitenError("tournament_file_club", 409, club=str(file.club.id))
    return club


def _foreign_clubs(file: TournamentFile, club: Club) -> list[UUID]:
    """Return the club of a file if it has to be linked to one of here before anything else.

    Raises `tournament_file_club` if it is another one of here, or linked to one.
    """
    home = home_of(file.club.id)
    if home == club.id:
        return []
    if home != file.club.id or Club.objects.filter(pk=home).exists():
        raise KaitenError("tournament_file_club", 409, club=str(file.club.id))
    return [file.club.id]


def _preview(file: TournamentFile, club: Club | None) -> TournamentPreview:
    club_id = club.id if club is not None else None
    return TournamentPreview(
        tournament_id=file.tournament,
        title=fold((TOURNAMENT.decode(row), row.recorded_at) for row in file.logs[0].rows).title,
        club_name=file.club.name,
        foreign=club_id is not None and file.club.id != club_id,
        matches=len(file.logs) - 1,
        compared=compare(file.logs),
        people=tuple(recognise(club_id=club_id, arrivals=_arrivals(file))),
    )


def _require_importable(preview: TournamentPreview) -> None:
    stream = str(preview.compared.differing)
    if preview.compared.standing == FileStanding.OLDER:
        raise KaitenError("tournament_file_older", 409, stream=stream)
    if preview.compared.standing == FileStanding.DIFFERS:
        raise KaitenError("tournament_file_differs", 409, stream=stream)


def _arrivals(file: TournamentFile) -> dict[UUID, Arrival]:
    """Return who sat or entered, and whom those turned out to be who are not known here."""
    seated = players_of(file.logs)
    known = Player.objects.filter(pk__in=seated).values_list("pk", flat=True)
    fresh = [file.people[id_] for id_ in seated - set(known) if id_ in file.people]
    seated |= {line.same_as for line in fresh if line.same_as is not None}
    return {id_: _arrival(file.labels[id_], file.people.get(id_)) for id_ in sorted(seated)}


def _arrival(label: str, line: PersonLine | None) -> Arrival:
    if line is None:
        return Arrival(label)
    name = PersonName(line.first_name, line.last_name, line.nickname, line.display)
    return Arrival(label, name, line.guest, line.bot, line.same_as)


def _store(file: TournamentFile, envelope: Envelope, source: str) -> None:
    # Tables and matches come together: neither has to tell the other.
    with joint_write():
        for log in reversed(file.logs):
            try:
                _import_log(file, log, envelope, source)
            except StreamDiffers:
                raise KaitenError(
                    "tournament_file_differs", 409, stream=str(log.stream_id)
                ) from None
            except (ValueError, OverflowError, DataError, IntegrityError):
                # Folds and columns refuse what no command would have written.
                raise _illegal(log, "not_expected", len(log.rows)) from None


def club_of_file(named: ClubLine, now: datetime) -> Club:
    return create_club(
        club_id=named.id,
        name=named.name,
        slug=named.slug,
        time_zone=named.time_zone,
        language=named.language,
        now=now,
    )


def _import_log(file: TournamentFile, log: WholeLog, envelope: Envelope, source: str) -> None:
    """Store what is new of one log, with the notes on it."""
    appended = import_rows(log=log, envelope=envelope, source=source, extending=True)
    if not appended.repeated:
        store_notes(
            note
            for note in file.notes
            if note.stream == log.stream_id and note.version >= appended.first_version
        )


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
