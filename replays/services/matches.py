"""Matches are created and played here; every door calls these functions."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import get_args
from uuid import UUID, uuid4

from django.db import transaction

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.setup import Setup
from games.registry import rules_for, rules_of
from replays.errors import KaitenError, StreamConflict
from replays.events import MatchCreated, Source, usually_rated
from replays.legality import require_no_chance, require_players, require_timely
from replays.life import finished
from replays.log import Log
from replays.ports import people
from replays.selectors.logs import KIND, load_log
from replays.services.append import Appended, RequestKey, answered_once, append_events, new_event

SOURCES = frozenset(get_args(Source))


@answered_once
def create_match(
    *,
    club_id: UUID,
    game: str,
    players: Sequence[UUID | None],
    options: Mapping[str, object],
    actor: str,
    now: datetime,
    source: str = "table",
    rated: bool | None = None,
    request: RequestKey | None = None,
    match_id: UUID | None = None,
    guests: Mapping[UUID, str] = MappingProxyType({}),
) -> Appended:
    """Start a match of a game, one player (or nobody) per seat, every option resolved.

    `rated` decides for good whether it counts for ratings; by default a match at the table does,
    and any other one if a ladder asks for its kind.
    `guests` are players made on the spot, by their labels; a refused match leaves none behind.
    """
    setup = make_setup(rules_of(game), seats=len(players), options=options)
    with transaction.atomic():
        seat_guests(club_id, guests)
        require_members(club_id, players)
        require_seatable(source, players)
        return append_events(
            stream_id=match_id or uuid4(),
            kind=KIND,
            expected_version=0,
            events=[new_event(_created(setup, club_id, players, source, rated))],
            actor=actor,
            now=now,
            request=request,
        )


@answered_once
def play(
    *,
    match_id: UUID,
    expected_version: int,
    events: Sequence[Event],
    actor: str,
    now: datetime,
    request: RequestKey | None = None,
) -> Appended:
    """Add game events, each checked against the state it meets; the rules' end ends the match.

    Raises RuleViolation, StreamConflict, UnknownStream, `match_ended`, or `chance_drawn_here` where
    only the server draws; nothing is written then.
    """
    log = load_at(match_id, expected_version)
    return _add(log, events, actor=actor, now=now, request=request)


@answered_once
def play_drawn(
    *,
    match_id: UUID,
    expected_version: int,
    events: Sequence[Event],
    actor: str,
    now: datetime,
    request: RequestKey | None = None,
) -> Appended:
    """Do the same with events whose chance this server drew itself.

    Only for services that draw: whatever a door was sent goes through `play`.
    """
    log = load_at(match_id, expected_version)
    return _add(log, events, actor=actor, now=now, request=request, drawn=True)


def _add(
    log: Log,
    events: Sequence[Event],
    *,
    actor: str,
    now: datetime,
    request: RequestKey | None,
    drawn: bool = False,
) -> Appended:
    rules, state = log.rules, log.state_at(len(log.plies))
    for event in events:
        require_timely(log.life, event)
        if not drawn:
            require_no_chance(log, event)
        if rules.reported_only:
            raise RuleViolation("reported_only")
        rules.check(state, event)
        rules.apply(state, event)
    added: list[Event] = list(events)
    if added and not rules.needs(state):
        added.append(finished(rules.outcome(state)))
    return extend(log, added, actor=actor, now=now, request=request)


@answered_once
def record_bot_match(
    *,
    match_id: UUID,
    club_id: UUID,
    players: Sequence[UUID | None],
    setup: Setup,
    events: Sequence[Event],
    actor: str,
    now: datetime,
    source: str = "bots",
    rated: bool | None = None,
    request: RequestKey | None = None,
    beside: Callable[[], None] | None = None,
) -> Appended:
    """Store a whole match in one append: created, every event checked, finished.

    `beside` writes what belongs to the match, in the same transaction.
    """
    rules = rules_for(setup)
    state = rules.start(setup)
    for event in events:
        rules.check(state, event)
        rules.apply(state, event)
    if rules.reported_only or rules.needs(state):
        raise KaitenError("match_incomplete", 422)
    require_seatable(source, players)
    created = _created(setup, club_id, players, source, rated)
    whole = [created, *events, finished(rules.outcome(state))]
    return append_events(
        stream_id=match_id,
        kind=KIND,
        expected_version=0,
        events=[new_event(event) for event in whole],
        actor=actor,
        now=now,
        request=request,
        beside=beside,
    )


def seat_guests(club_id: UUID, guests: Mapping[UUID, str]) -> None:
    """Make a light player for each guest; to be called in the transaction that seats them."""
    if guests:
        people().ensure(club_id, guests)


def require_members(club_id: UUID, players: Sequence[UUID | None]) -> None:
    """Raise `unknown_player` if somebody is to be seated who is no player of the club."""
    strangers = people().strangers(club_id, {player for player in players if player is not None})
    if strangers:
        raise KaitenError("unknown_player", 422, player=str(min(strangers)))


def require_seatable(source: str, players: Sequence[UUID | None]) -> None:
    """Raise `bots_only` if a person is to be seated in a match between bots."""
    seated = {player for player in players if player is not None}
    if source != "bots" or not seated:
        return
    persons = seated - people().is_bot(seated)
    if persons:
        raise KaitenError("bots_only", 422, player=str(min(persons)))


def load_at(match_id: UUID, expected_version: int | None) -> Log:
    """Return a match's log if it is still at the version the caller saw (None: at any)."""
    log = load_log(match_id)
    if expected_version is not None and log.version != expected_version:
        raise StreamConflict(expected=expected_version, actual=log.version)
    return log


def extend(
    log: Log,
    events: Sequence[Event],
    *,
    actor: str,
    now: datetime,
    request: RequestKey | None,
    notes: Mapping[int, str] | None = None,
) -> Appended:
    """Append judged events to the version of a log they were judged by."""
    return append_events(
        stream_id=log.stream_id,
        kind=KIND,
        expected_version=log.version,
        events=[new_event(event) for event in events],
        actor=actor,
        now=now,
        request=request,
        notes=notes or {},
    )


def _created(
    setup: Setup, club_id: UUID, players: Sequence[UUID | None], source: str, rated: bool | None
) -> MatchCreated:
    require_players(players, setup.seats)
    if source not in SOURCES:
        raise KaitenError("unknown_source", 422, source=source[:40])
    return MatchCreated(
        game=setup.game,
        rules=setup.rules,
        seats=setup.seats,
        options=setup.options,
        players=tuple(players),
        club=club_id,
        source=source,  # type: ignore[arg-type]
        rated=usually_rated(source) if rated is None else rated,
    )
