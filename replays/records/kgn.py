"""`.kgn`: the effective log in the game's notation, life events as `%` lines. Text only, no I/O.

After an override the notation cannot be read by the rules any more, so from there on every event
stands in a `%` line. A note on a move is a comment after it, a note on the creation of the match a
comment before the first move, a note on an event in a `%` line a JSON text in the next `%` line.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec

from games.core.canonical import canonical_json, digest, require_plain
from games.core.events import Event
from games.core.matches import content_hash
from games.core.notation import Record, labels_from, read_record, write_record
from games.core.setup import Setup
from replays import events
from replays.chain import is_timestamp
from replays.errors import KaitenError
from replays.installed import installed_rules
from replays.life import finished
from replays.log import Log
from replays.notes import LONGEST_NOTE, note_digest

NAMESPACE = UUID("6f1b2c1e-54a5-5d0f-8a83-9f2a6f0c7d11")
"""The root of the ids that matches without an id of their own get from their content."""

NOBODY = "-"
_RATED: Mapping[bool | None, str] = {True: "yes", False: "no", None: "ladder"}
"""Whether a match counts for ratings, where it is not as usual for its source."""
LONGEST_LABEL = 80

_quoted = msgspec.json.Decoder(events.Quoted)
_text = msgspec.json.Decoder(str)


class _Step(NamedTuple):
    """An event that counts, after so many plies; version 0 if it was never recorded like this."""

    ply: int
    version: int
    event: Event


class KgnRecord(msgspec.Struct, frozen=True):
    """A match as a notation file tells it: every move checked, life events not yet judged."""

    match_id: UUID
    club_id: UUID | None
    date: str | None
    setup: Setup
    source: events.Source
    rated: bool | None
    parent: events.Parent | None
    players: tuple[UUID | None, ...]
    labels: dict[UUID, str]
    steps: tuple[Event, ...]
    """Game, life and overriding events in their order, without `match.created`."""
    notes: dict[int, tuple[str, ...]] = {}
    """Texts by the number of the step they are about; 0 is `match.created`."""

    @property
    def content_hash(self) -> str:
        return content_hash(self.setup, game_events(self.steps))


def game_events(steps: Sequence[Event]) -> list[Event]:
    """Return the game events among the steps of a record, overriding ones too."""
    moves: list[Event] = []
    for step in steps:
        if isinstance(step, events.LogOverridden):
            moves.append(step.event.event())
        elif events.is_game_event(step.type):
            moves.append(step)
    return moves


def write_kgn(
    log: Log, labels: Mapping[UUID, str], notes: Mapping[int, str] = MappingProxyType({})
) -> str:
    """Return the notation file of a match as its log stands.

    `notes` are texts by the version of their `log.annotated`; one on what no longer counts, or that
    is not the text the log knows, stays out.
    """
    texts = _texts_by_target(log, notes)
    moves: list[Event] = []
    comments: dict[int, list[str]] = {0: texts.get(1, [])}
    remarks: dict[int, list[str]] = {}
    after_override = False
    for _, version, event in _steps_that_count(log):
        event_texts = texts.get(version, [])
        after_override = after_override or isinstance(event, events.LogOverridden)
        if events.is_game_event(event.type) and not after_override:
            moves.append(event)
            comments[len(moves)] = event_texts
        else:
            lines = [canonical_json(events.quote(event)), *map(canonical_json, event_texts)]
            remarks.setdefault(len(moves), []).extend(lines)
    names = _names(log.created.players, labels)
    record = Record(
        setup=log.setup,
        labels=labels_from(names),
        events=moves,
        headers=_headers(log, names),
        comments=comments,
        remarks=remarks,
    )
    return write_record(log.rules, record)


def seat_words_of(players: Sequence[UUID | None], labels: Mapping[UUID, str]) -> tuple[str, ...]:
    """Return the one word by which the moves of a record call each seat."""
    return labels_from(_names(players, labels))


def _names(players: Sequence[UUID | None], labels: Mapping[UUID, str]) -> list[str]:
    return [labels.get(player, "") if player else "" for player in players]


def _texts_by_target(log: Log, notes: Mapping[int, str]) -> dict[int, list[str]]:
    texts: dict[int, list[str]] = {}
    for entry in log.entries if notes else ():
        event, text = entry.event, notes.get(entry.version)
        if (
            isinstance(event, events.LogAnnotated)
            and text is not None
            and note_digest(text) == event.note
        ):
            texts.setdefault(event.target, []).append(text)
    return texts


def steps_of(log: Log) -> list[Event]:
    """Return the game and life events that count, in one order, `match.created` left out."""
    return [step.event for step in _steps_that_count(log)]


def _steps_that_count(log: Log) -> list[_Step]:
    steps: list[_Step] = []
    life = _life_that_counts(log)
    for index in range(len(log.plies) + 1):
        while life and life[0].ply == index:
            steps.append(life.pop(0))
        if index < len(log.plies):
            ply = log.plies[index]
            event = events.LogOverridden(events.quote(ply.event)) if ply.overridden else ply.event
            steps.append(_Step(index, ply.version, event))
    return steps


def _life_that_counts(log: Log) -> list[_Step]:
    """Return life events by ply; an end that was undone by a reopening is left out.

    Such an end may no longer fit the amended moves before it. A report survives its reopening, and
    so does the fact that a match which is over was opened again.
    """
    life = [_Step(at.ply, at.entry.version, at.entry.event) for at in log.line.life[1:]]
    reopenings = [
        at for at, step in enumerate(life) if isinstance(step.event, events.MatchReopened)
    ]
    if not reopenings:
        return life
    last = reopenings[-1]
    reopened = life[last]
    lasting = events.SeatTakenOver | events.MatchCounted
    counting = [step for step in life[:last] if isinstance(step.event, lasting)]
    reports = [step for step in life[:last] if isinstance(step.event, events.MatchReported)]
    if reports:
        counting += [reports[-1]._replace(ply=reopened.ply), reopened]
    elif log.life.reopened and log.over:
        counting += [_Step(reopened.ply, 0, finished(log.outcome)), reopened]
    return counting + life[last + 1 :]


def _headers(log: Log, names: Sequence[str]) -> dict[str, str]:
    headers = {
        "Match": str(log.stream_id),
        "Club": str(log.club_id),
        "Date": log.created_at,
        "Source": log.source,
    }
    if log.created.rated != events.usually_rated(log.source):
        headers["Rated"] = _RATED[log.created.rated]
    if (parent := log.created.parent) is not None:
        headers["Parent"] = f"{parent.match} {parent.version} {parent.ply}"
    for seat, (player, name) in enumerate(zip(log.created.players, names, strict=True), 1):
        headers[f"Player{seat}"] = f"{player} {name}".rstrip() if player else NOBODY
    headers["Content"] = log.content_hash
    headers["Status"] = log.status
    if log.result is not None:
        headers["Result"] = log.result.kind
        headers["Places"] = " ".join(map(str, log.result.places))
        if log.result.scores is not None:
            headers["Scores"] = " ".join(map(str, log.result.scores))
    return headers


def _rated(headers: Mapping[str, str], source: str) -> bool | None:
    if "Rated" not in headers:
        return events.usually_rated(source)
    for rated, word in _RATED.items():
        if headers["Rated"] == word:
            return rated
    raise KaitenError("record_header", 422, header="Rated")


def _parent(headers: Mapping[str, str]) -> events.Parent | None:
    if "Parent" not in headers:
        return None
    named, _, rest = headers["Parent"].partition(" ")
    numbers = rest.split(" ")
    match_id = _uuid({"Parent": named}, "Parent")
    if match_id is None or len(numbers) != 2 or not all(one.isdecimal() for one in numbers):
        raise KaitenError("record_header", 422, header="Parent")
    return events.Parent(match_id, int(numbers[0]), int(numbers[1]))


def read_kgn(text: str) -> KgnRecord:
    """Return the match that a notation file tells, or raise the code of what is wrong with it."""
    record = read_record(text, installed_rules)
    headers = record.headers
    match_id = _uuid(headers, "Match") or uuid5(NAMESPACE, digest(text))
    players, labels = _players(record, match_id)
    steps, notes = _steps(record)
    source = headers.get("Source", "table")
    if source not in ("table", "online", "bots"):
        raise KaitenError("record_header", 422, header="Source")
    parsed = KgnRecord(
        match_id=match_id,
        club_id=_uuid(headers, "Club"),
        date=_date(headers.get("Date")),
        setup=record.setup,
        source=source,  # type: ignore[arg-type]
        rated=_rated(headers, source),
        parent=_parent(headers),
        players=players,
        labels=labels,
        steps=steps,
        notes=notes,
    )
    if headers.get("Content", parsed.content_hash) != parsed.content_hash:
        raise KaitenError("record_content", 422)
    return parsed


def _steps(record: Record) -> tuple[tuple[Event, ...], dict[int, tuple[str, ...]]]:
    steps: list[Event] = []
    notes: dict[int, list[str]] = {}
    for ply in range(len(record.events) + 1):
        if ply:
            steps.append(record.events[ply - 1])
        notes[len(steps)] = list(record.comments.get(ply, []))
        before_remarks = len(steps)
        for line in record.remarks.get(ply, []):
            if line.startswith("{"):
                steps.append(_remark(line, ply))
            elif line.startswith('"'):
                if len(steps) == before_remarks:
                    raise KaitenError("record_remark", 422, ply=ply, text=line[:80])
                notes.setdefault(len(steps), []).append(_note(line, ply))
    if any(len(text) > LONGEST_NOTE for texts in notes.values() for text in texts):
        raise KaitenError("note_too_long", 422, limit=LONGEST_NOTE)
    return tuple(steps), {number: tuple(texts) for number, texts in notes.items() if texts}


def _note(line: str, ply: int) -> str:
    try:
        text = _text.decode(line)
        require_plain(text)
    except (msgspec.DecodeError, UnicodeError):
        raise KaitenError("record_remark", 422, ply=ply, text=line[:80]) from None
    return text


def _remark(line: str, ply: int) -> Event:
    try:
        quoted = _quoted.decode(line)
        require_plain(quoted.payload)
        event = quoted.event()
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise KaitenError("record_remark", 422, ply=ply, text=line[:80]) from None
    if isinstance(
        event, events.MatchCreated | events.LogRewound | events.LogAmended | events.LogAnnotated
    ):
        raise KaitenError("record_remark", 422, ply=ply, text=line[:80])
    return event


def _players(record: Record, match_id: UUID) -> tuple[tuple[UUID | None, ...], dict[UUID, str]]:
    players: list[UUID | None] = []
    labels: dict[UUID, str] = {}
    for seat, token in enumerate(record.labels):
        header = record.headers.get(f"Player{seat + 1}")
        if header == NOBODY:
            players.append(None)
            continue
        if header is None:  # written by hand: the seat's label is all that is known of the player
            identity, label = str(uuid5(match_id, f"player/{seat}")), token
        else:
            identity, _, label = header.partition(" ")
        player = _uuid({"Player": identity}, "Player")
        if player is None:
            raise KaitenError("record_header", 422, header=f"Player{seat + 1}")
        players.append(player)
        if label:
            labels[player] = label[:LONGEST_LABEL]
    return tuple(players), labels


def _uuid(headers: Mapping[str, str], name: str) -> UUID | None:
    value = headers.get(name)
    if value is None:
        return None
    with suppress(ValueError):
        if str(id_ := UUID(value)) == value:
            return id_
    raise KaitenError("record_header", 422, header=name)


def _date(text: str | None) -> str | None:
    if text is None:
        return None
    written = f"{text}T00:00:00.000000Z" if len(text) == len("2024-05-01") else text
    if not is_timestamp(written):
        raise KaitenError("record_header", 422, header="Date")
    return written
