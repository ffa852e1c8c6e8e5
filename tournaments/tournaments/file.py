"""A whole tournament as one text: JSON Lines, every log byte for byte as hashed. No database.

The first line is the header; then the events of every log it lists, in its order; then the notes.
Labels of players and the name of the club stand in the header, outside every chain.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar
from uuid import UUID

import msgspec

from games.core.canonical import canonical_json, digest
from replays.chain import RecordedEvent
from replays.errors import KaitenError
from replays.records.whole import (
    FORMAT,
    NoteRow,
    StreamHead,
    WholeLog,
    lines_of,
    log_problem,
    read_header,
    read_labels,
    read_row,
    write_rows,
    wrong_note,
)

R = TypeVar("R", bound=msgspec.Struct)


class ClubLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The club a tournament belongs to, for a database that has none yet."""

    id: UUID
    name: str
    slug: str
    time_zone: str
    language: str


class PersonLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who a player of the file is, for whoever has to tell which of their own that is."""

    first_name: str
    last_name: str
    nickname: str
    display: str
    guest: bool
    bot: str
    """Which bot it is; empty for a person."""
    same_as: UUID | None
    """Another player of the file, whom this one turned out to be."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: whose logs they are, how long each must be and how it must end."""

    kaiten_tournament: int
    tournament: UUID
    club: ClubLine
    labels: dict[str, str]
    logs: tuple[StreamHead, ...]
    """The tournament's own log first, then those of its matches."""
    notes: int
    check: str = ""
    people: dict[str, PersonLine] | msgspec.UnsetType = msgspec.UNSET
    """By player; of whom the label says everything there is no line, as in files of 0.1."""


class TournamentFile(msgspec.Struct, frozen=True):
    """Everything a file holds."""

    tournament: UUID
    club: ClubLine
    labels: dict[UUID, str]
    logs: tuple[WholeLog, ...]
    notes: tuple[NoteRow, ...]
    people: dict[UUID, PersonLine]


def write_tournament(
    *,
    club: ClubLine,
    labels: Mapping[UUID, str],
    people: Mapping[UUID, PersonLine],
    logs: Sequence[WholeLog],
    notes: Sequence[NoteRow],
) -> str:
    """Return the file of a tournament; the first log is its own."""
    header = Header(
        kaiten_tournament=FORMAT,
        tournament=logs[0].stream_id,
        club=club,
        labels={str(player): label for player, label in labels.items()},
        logs=tuple(log.head for log in logs),
        notes=len(notes),
        people={str(player): person for player, person in people.items()} or msgspec.UNSET,
    )
    header = msgspec.structs.replace(header, check=_check(header))
    return write_rows([header, *(row for log in logs for row in log.rows), *notes])


def read_tournament(text: str) -> TournamentFile:
    """Return what a file holds, or raise the code of what is wrong with it and where."""
    lines = lines_of(text)
    refusal = KaitenError("not_a_tournament_file", 422, line=1)
    header = read_header(lines[0], Header, "kaiten_tournament", refusal)
    if not _is_sound(header):
        raise refusal
    expected = 1 + sum(log.version for log in header.logs) + header.notes
    if len(lines) < expected:
        raise KaitenError("tournament_file_truncated", 422, line=len(lines), expected=expected)
    if len(lines) > expected:
        raise KaitenError("tournament_file_surplus", 422, line=expected + 1)
    numbered = iter(enumerate(lines[1:], 2))
    logs = tuple(
        _log(head, _read(islice(numbered, head.version), RecordedEvent)) for head in header.logs
    )
    notes = tuple(_read(numbered, NoteRow))
    if wrong := wrong_note(logs, notes):
        raise KaitenError(
            "tournament_file_note", 422, stream=str(wrong.stream), version=wrong.version
        )
    labels = read_labels(header.labels, refusal)
    people = _people(header, labels, refusal)
    return TournamentFile(header.tournament, header.club, labels, logs, notes, people)


def _people(
    header: Header, labels: Mapping[UUID, str], refusal: KaitenError
) -> dict[UUID, PersonLine]:
    """Return who the players are; nobody is somebody of whom the file says nothing."""
    lines = {} if header.people is msgspec.UNSET else header.people
    by_text = {str(player): player for player in labels}
    if not lines.keys() <= by_text.keys():
        raise refusal
    merged = {text for text, line in lines.items() if line.same_as is not None}
    if not {str(lines[text].same_as) for text in merged} <= by_text.keys() - merged:
        raise refusal
    return {by_text[text]: line for text, line in lines.items()}


def _check(header: Header) -> str:
    """Return the checksum of everything else in a header."""
    return digest(canonical_json(msgspec.structs.replace(header, check="")))


def _is_sound(header: Header) -> bool:
    own = [log.stream for log in header.logs[:1]]
    return (
        header.check == _check(header)
        and own == [header.tournament]
        and len({log.stream for log in header.logs}) == len(header.logs)
        and all(log.version > 0 for log in header.logs)
        and header.notes >= 0
    )


def _read(lines: Iterable[tuple[int, str]], cls: type[R]) -> Iterable[R]:
    for number, line in lines:
        yield read_row(line, cls, KaitenError("tournament_file_line", 422, line=number))


def _log(head: StreamHead, rows: Iterable[RecordedEvent]) -> WholeLog:
    log = WholeLog(head.stream, head.kind, tuple(rows))
    problem = log_problem(log, head)
    if problem is not None:
        raise KaitenError(
            "tournament_file_chain",
            422,
            stream=str(head.stream),
            version=problem.version,
            problem=problem.code,
        )
    return log
