"""Matches are created and played here; every door calls these functions."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import get_args
from uuid import UUID, uuid4

import msgspec
from django.db import transaction

from games.core.events import Event
from games.core.matches import make_setup
from games.core.replay import checked_fold
from games.core.rng import Rng
from games.core.setup import Setup, with_box
from games.registry import rules_for, rules_of
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict
from replays.events import MatchCreated, Source, usually_rated
from replays.legality import require_players
from replays.life import finished
from replays.log import Log
from replays.moves import added_moves
from replays.ports import people
from replays.selectors.logs import KIND, load_log
from replays.services.append import Appended, answered_once, append_events, new_event

SOURCES = frozenset(get_args(Source))


class NewMatch(msgspec.Struct, frozen=True):
    """A match to be begun: one player (or nobody) per seat, options as far as they are chosen.

    What is not chosen is as the club's box says, or as the game has it.
    """

    club_id: UUID
    game: str
    players: Sequence[UUID | None]
    options: Mapping[str, object] = MappingProxyType({})
    source: str = "table"
    rated: bool | None = None
    """Decides for good whether it counts for ratings; None does so for a match at the table."""
    rules: int | None = None
    """The version of the rules it is played by, where it was begun by older ones; None: today's."""


@answered_once
def create_match(
    *,
    match: NewMatch,
    envelope: Envelope,
    match_id: UUID | None = None,
    guests: Mapping[UUID, str] = MappingProxyType({}),
) -> Appended:
    """Start a match of a game, every option resolved.

    `guests` are players made on the spot, by their labels; a refused match leaves none behind.
    """
    created = begun(match)
    with transaction.atomic():
        seat_guests(match.club_id, guests)
        require_members(match.club_id, match.players)
        require_seatable(match.source, match.players)
        return append_events(
            stream_id=match_id or uuid4(),
            kind=KIND,
            expected_version=0,
            events=[new_event(created)],
            envelope=envelope,
        )


def begun(match: NewMatch) -> MatchCreated:
    """Return how a match begins, every option resolved, or raise what is wrong with it."""
    rules = rules_of(match.game)
    options = with_box(rules.options(), people().box(match.club_id, match.game), match.options)
    seats = len(match.players)
    setup = make_setup(rules, seats=seats, options=options, version=match.rules)
    return created_event(setup, match.club_id, match.players, match.source, match.rated)


@answered_once
def play(
    *,
    match_id: UUID,
    expected_version: int,
    events: Sequence[Event],
    envelope: Envelope,
    unseen: bool = False,
) -> Appended:
    """Add game events, each checked against the state it meets; the rules' end ends the match.

    With `unseen` what chance does next stays unknown, as far as the rules let it, in one append
    with what was entered. Raises RuleViolation, StreamConflict, UnknownStream, `match_ended`, or
    `chance_drawn_here` where only the server draws; nothing is written then.
    """
    log = load_at(match_id, expected_version)
    return add_moves(log, events, envelope, unseen=unseen)


@answered_once
def play_drawn(
    *, match_id: UUID, expected_version: int, events: Sequence[Event], envelope: Envelope
) -> Appended:
    """Do the same with events whose chance this server drew itself.

    Only for services that draw: whatever a door was sent goes through `play`.
    """
    return add_moves(load_at(match_id, expected_version), events, envelope, drawn=True)


def add_moves(  # noqa: PLR0913  (what is added, by whom, and who tells what chance does)
    log: Log,
    events: Sequence[Event],
    envelope: Envelope,
    *,
    drawn: bool = False,
    luck: Rng | None = None,
    unseen: bool = False,
) -> Appended:
    """Write what `moves.added_moves` makes of some game events."""
    added = added_moves(log, events, drawn=drawn, luck=luck, unseen=unseen)
    return extend(log, added, envelope)


@answered_once
def record_bot_match(
    *,
    match_id: UUID,
    created: MatchCreated,
    events: Sequence[Event],
    envelope: Envelope,
    beside: Callable[[], None] | None = None,
) -> Appended:
    """Store a whole match in one append: created, every event checked, finished.

    `beside` writes what belongs to the match, in the same transaction.
    """
    setup = created.setup()
    rules = rules_for(setup)
    state = checked_fold(rules, setup, events)
    if rules.reported_only or rules.needs(state):
        raise KaitenError("match_incomplete", 422)
    require_seatable(created.source, created.players)
    all_events = [created, *events, finished(rules.outcome(state))]
    return append_events(
        stream_id=match_id,
        kind=KIND,
        expected_version=0,
        events=[new_event(event) for event in all_events],
        envelope=envelope,
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
    envelope: Envelope,
    notes: Mapping[int, str] = MappingProxyType({}),
) -> Appended:
    """Append judged events to the version of a log they were judged by."""
    return append_events(
        stream_id=log.stream_id,
        kind=KIND,
        expected_version=log.version,
        events=[new_event(event) for event in events],
        envelope=envelope,
        notes=notes,
    )


def created_event(
    setup: Setup,
    club_id: UUID,
    players: Sequence[UUID | None],
    source: str = "bots",
    rated: bool | None = None,
) -> MatchCreated:
    """Return how a match begins, or raise what is wrong with its players or its source."""
    require_players(players, setup.seats)
    if source not in SOURCES:
        raise KaitenError("unknown_source", 422, source=source[:40])
    return MatchCreated(
        **msgspec.structs.asdict(setup),
        players=tuple(players),
        club=club_id,
        source=source,  # type: ignore[arg-type]
        rated=usually_rated(source) if rated is None else rated,
    )
