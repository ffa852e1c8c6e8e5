"""What happened in a tournament, event by event, as organisers or everybody may know it."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from msgspec import structs

from replays.http.answers import Answer
from replays.models import Note, StoredEvent
from tournaments.people.selectors.actors import actor_words
from tournaments.tournaments.director.events import (
    DraftDiscarded,
    KeptApart,
    ResultReported,
    RoundDrafted,
    TablesFixed,
)
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.selectors.answers import Labels, Moment, Names, named
from tournaments.tournaments.selectors.states import reading

NEWEST = 200
"""How many events a page shows unless told otherwise."""
_NUMBERS = frozenset(
    {
        "absent",
        "alternates",
        "by",
        "byes",
        "entrant",
        "entrants",
        "groups",
        "lots",
        "play_off",
        "seeds",
    }
)
"""Under these names an event has the numbers of entrants."""
_SECRET = frozenset(
    {KeptApart.type, TablesFixed.type, RoundDrafted.type, DraftDiscarded.type, ResultReported.type}
)
"""Constraints, proposals and what each at a table reports: the public learns only that something
was written."""
HIDDEN = "tournament.hidden"
"""What the public reads as the type of these, so that it cannot tell one from another."""


class LogEntryAnswer(Answer, frozen=True):
    """One event of a tournament's log."""

    version: int
    """Its number in the log, from 1."""
    type: str
    """What happened; `tournament.hidden` where that is for organisers only."""
    at: Moment
    """When it was recorded: UTC, microseconds, `Z`."""
    actor: str | None
    """Who did it, by id, for those who have a role in the club; null for others."""
    by: str | None
    """Who did it, in words, for those who have a role in the club; null for others."""
    payload: dict[str, Any]
    """What is stored of it."""
    note: str | None
    """The reason that was given, for organisers only; null for others, without one, and once it
    was erased."""
    hidden: bool
    """Whether something was left out."""
    counts: bool
    """Whether it still counts: false once it was undone."""
    labels: Names


class LogReader(NamedTuple):
    """What somebody may know of a log."""

    organiser: bool = False
    """What is for organisers only, and the reasons."""
    actors: bool = False
    """Who did it."""


EVERYBODY = LogReader()
ORGANISER = LogReader(organiser=True, actors=True)


def logged_events(tournament_id: UUID) -> QuerySet[StoredEvent]:
    """Return the events of a tournament, the newest first."""
    return StoredEvent.objects.filter(stream_id=tournament_id).order_by("-version")


def log_entries(
    tournament_id: UUID,
    events: Iterable[StoredEvent],
    labels: Labels | None = None,
    *,
    reader: LogReader = EVERYBODY,
    undone: Collection[int] = (),
) -> list[LogEntryAnswer]:
    """Return events as they may be shown, in the same order, with the names that are known.

    `undone` are the versions of those that do not count any more.
    """
    shown = list(events)
    notes: dict[int, str] = {}
    if reader.organiser and shown:
        versions = [event.version for event in shown]
        stored = Note.objects.filter(stream_id=tournament_id, version__in=versions)
        notes = dict(stored.values_list("version", "text"))
    # Who wrote what is hidden would tell whether it is a report or a constraint.
    named = [event for event in shown if reader.organiser or event.type not in _SECRET]
    words = actor_words({event.actor for event in named}) if reader.actors else {}
    told = {event.version: event.actor for event in named if reader.actors}
    return [
        structs.replace(
            _entry(event, labels or {}, organiser=reader.organiser),
            actor=told.get(event.version),
            by=words[event.actor] if event.version in told else None,
            note=notes.get(event.version) or None,
            counts=event.version not in undone,
        )
        for event in shown
    ]


def audit_log(tournament_id: UUID, *, limit: int = NEWEST) -> list[LogEntryAnswer]:
    """Return the newest events of a tournament as its organisers know them, the newest first."""
    with reading(tournament_id) as state:
        undone = undone_in(state.log)
    newest = logged_events(tournament_id)[:limit]
    return log_entries(tournament_id, newest, reader=ORGANISER, undone=undone)


def _entry(event: StoredEvent, labels: Labels, *, organiser: bool) -> LogEntryAnswer:
    data: dict[str, Any] = msgspec.json.decode(event.payload)
    hidden = not organiser and event.type in _SECRET
    if not organiser:
        # The digest of a short reason could be guessed from.
        data = {} if hidden else {name: value for name, value in data.items() if name != "note"}
    return LogEntryAnswer(
        version=event.version,
        type=HIDDEN if hidden else event.type,
        at=event.recorded_at,
        actor=None,
        by=None,
        payload=data,
        note=None,
        hidden=hidden,
        counts=True,
        labels=named(labels, _numbers(data)),
    )


def _numbers(data: Any, *, inside: bool = False) -> Iterator[int]:
    """Yield the entrants that a payload names by number."""
    match data:
        case dict():
            for name, value in data.items():
                # The rules of a stage speak of byes and absence too, and of nobody.
                if name != "rules":
                    yield from _numbers(value, inside=name in _NUMBERS)
        case list():
            for value in data:
                yield from _numbers(value, inside=inside)
        case int() if inside:
            yield data
        case _:
            pass
