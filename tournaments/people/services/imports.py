"""Players from a spreadsheet: looked at row by row first, written only when asked to."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from django.db import transaction

from replays.errors import KaitenError
from tournaments.people.csv import CsvRow, read_names, read_rows
from tournaments.people.layouts import Layout
from tournaments.people.models import Club, Display, Player
from tournaments.people.name_index import NameIndex
from tournaments.people.names import name_of
from tournaments.people.selectors import players
from tournaments.people.services.names import PersonName, call, clean_name


class RowStatus(StrEnum):
    """What importing a row would do."""

    NEW = "new"
    EXISTS = "exists"
    RESEMBLES = "resembles"
    ERROR = "error"


class Mode(StrEnum):
    """What to do when some rows cannot be imported."""

    ALL = "all"
    """Everything or nothing: one row in doubt refuses the file."""
    VALID = "valid"
    """The rows that are in order; the others are left out."""


@dataclass(frozen=True, slots=True)
class ImportRow:
    line: int
    status: RowStatus
    name: PersonName
    guest: bool = False
    error: KaitenError | None = None
    candidates: tuple[players.Candidate, ...] = ()
    same_as_line: int | None = None
    """An earlier line of the file that this one repeats or resembles."""

    @property
    def label(self) -> str:
        """The whole name, or the nickname of somebody who has no other."""
        return f"{self.name.first_name} {self.name.last_name}".strip() or self.name.nickname

    @property
    def code(self) -> str:
        return self.error.code if self.error is not None else ""

    @property
    def detail(self) -> str:
        return str(self.error.message) if self.error is not None else ""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do, row by row; and whom it added, once it was done."""

    rows: tuple[ImportRow, ...]
    counts: dict[str, int]
    added: tuple[Player, ...] = ()

    def lines(self, *statuses: RowStatus) -> list[int]:
        """Return the numbers of those lines of which one of these is true."""
        return [row.line for row in self.rows if row.status in statuses]


def preview_import(*, club: Club, data: bytes, layout: Layout | None = None) -> ImportPreview:
    """Return what importing a file would do; nothing is written.

    Without a layout the first line of the file must name its columns.
    """
    return _preview(read_rows(data, layout), players.name_index(club.id))


def preview_names(*, text: str, club_id: UUID | None = None) -> ImportPreview:
    """Return what adding pasted names to a club, or a new one, would do; nothing is written."""
    known = players.name_index(club_id) if club_id is not None else NameIndex[UUID]()
    return _preview(read_names(text), known)


def _preview(read: Iterable[CsvRow], known: NameIndex[UUID]) -> ImportPreview:
    in_file: NameIndex[int] = NameIndex()
    judged = [_judged(row, known, in_file) for row in read]
    labels = players.labels_of({id_ for one in judged for id_ in one.similar})
    rows = tuple(one.shown(labels) for one in judged)
    counts = {status.value: sum(row.status == status for row in rows) for status in RowStatus}
    return ImportPreview(rows, counts)


def import_players(  # noqa: PLR0913  (a file, and all that can be said of it)
    *,
    club: Club,
    data: bytes,
    mode: str,
    now: datetime,
    confirmed_lines: Collection[int] = (),
    layout: Layout | None = None,
    guests: bool = False,
) -> ImportPreview:
    """Add the new players of a file, and those lines that resemble somebody and were confirmed.

    With mode `all` a row with an error or an open question refuses the whole file
    (`import_refused`); with `valid` such rows are left out. Rows that exist already never count.
    With `guests` all of them are guests, whatever the file says.
    """
    if mode not in list(Mode):
        raise KaitenError("unknown_mode", known=", ".join(Mode))
    # Read and written in one transaction: nobody slips the same name in between.
    with transaction.atomic():
        preview = preview_import(club=club, data=data, layout=layout)
        wanted = [row for row in preview.rows if _is_wanted(row, confirmed_lines)]
        taken = {row.line for row in wanted}
        left = [
            row for row in preview.rows if row.line not in taken and row.status != RowStatus.EXISTS
        ]
        if mode == Mode.ALL and left:
            lines = [row.line for row in left]
            raise KaitenError("import_refused", 409, count=len(lines), lines=lines[:50])
        people = [new_player(club, row, now) for row in wanted]
        for player in people:
            player.guest = player.guest or guests
        added = Player.objects.bulk_create(people)
    return replace(preview, added=tuple(added))


def add_names(
    *, club: Club, text: str, now: datetime, kept_lines: Collection[int] | None = None
) -> ImportPreview:
    """Add pasted names to a new club; of those that resemble others only the lines that are kept.

    Raises `names_refused` for lines that are no names, and `names_in_doubt` for those that resemble
    others while nobody has said which are kept.
    """
    preview = preview_names(text=text)
    if wrong := preview.lines(RowStatus.ERROR):
        raise KaitenError("names_refused", lines=", ".join(map(str, wrong[:50])))
    doubtful = preview.lines(RowStatus.RESEMBLES, RowStatus.EXISTS)
    if doubtful and kept_lines is None:
        raise KaitenError("names_in_doubt", 409, lines=", ".join(map(str, doubtful[:50])))
    left_out = set(doubtful) - set(kept_lines or ())
    added = Player.objects.bulk_create(
        new_player(club, row, now) for row in preview.rows if row.line not in left_out
    )
    return replace(preview, added=tuple(added))


def _is_wanted(row: ImportRow, confirmed_lines: Collection[int]) -> bool:
    if row.status == RowStatus.RESEMBLES:
        return row.line in confirmed_lines
    return row.status == RowStatus.NEW


@dataclass(frozen=True, slots=True)
class _Judged:
    row: CsvRow
    name: PersonName
    error: KaitenError | None = None
    similar: Mapping[UUID, bool] = field(default_factory=dict)
    earlier: Sequence[tuple[int, bool]] = ()

    def shown(self, labels: Mapping[UUID, str]) -> ImportRow:
        status = RowStatus.NEW
        if self.error is not None:
            status = RowStatus.ERROR
        elif any(self.similar.values()) or any(same for _line, same in self.earlier):
            status = RowStatus.EXISTS
        elif self.similar or self.earlier:
            status = RowStatus.RESEMBLES
        line = self.earlier[0][0] if self.earlier else None
        candidates = players.as_candidates(self.similar, labels)
        return ImportRow(
            self.row.line, status, self.name, self.row.guest, self.error, candidates, line
        )


def _judged(row: CsvRow, known: NameIndex[UUID], in_file: NameIndex[int]) -> _Judged:
    raw = PersonName(row.first_name, row.last_name, row.nickname, row.display, row.minor)
    try:
        if row.error:
            raise KaitenError(row.error, known=", ".join(Display.values))
        name = clean_name(raw)
    except KaitenError as error:
        return _Judged(row, raw, error)
    comparable = name_of(name.first_name, name.last_name, name.nickname)
    earlier = in_file.similar(comparable, most=1)
    in_file.add(row.line, comparable)
    return _Judged(row, name, None, players.matching(known, comparable), earlier)


def new_player(
    club: Club, row: ImportRow, now: datetime, *, player_id: UUID | None = None
) -> Player:
    """Return the player that a line describes, not stored yet."""
    player = Player(id=player_id or uuid4(), club=club, guest=row.guest, created_at=now)
    call(player, row.name)
    return player
