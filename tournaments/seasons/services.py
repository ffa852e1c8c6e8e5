"""Seasons are created and led here: every door sends its commands through `lead`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from games.core.errors import RuleViolation
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, StreamConflict, refused
from replays.models import StoredEvent
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.people.models import Club
from tournaments.seasons.commands import Command, Context, create
from tournaments.seasons.events import SEASON_STREAM, EveningAdded, SeasonEvent
from tournaments.seasons.selectors.seasons import count_of
from tournaments.seasons.selectors.states import season_state
from tournaments.seasons.state import SeasonState
from tournaments.tournaments.models import Tournament


@answered_once
def create_season(
    *,
    club: Club,
    title: str,
    rules: Mapping[str, Any],
    planned: int,
    actor: str,
    now: datetime,
    season_id: UUID | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Begin a season of a club; `rules` as `SeasonRules.to_data` writes them, all optional.

    Raises `title_missing`, `title_too_long`, `bad_evening_count` or what the rules have wrong.
    """
    try:
        event = create(club=club.id, title=title, rules=rules, planned=planned)
    except RuleViolation as violation:
        raise refused(violation) from None
    return append_events(
        stream_id=season_id or uuid4(),
        kind=SEASON_STREAM,
        expected_version=0,
        events=[new_event(event)],
        envelope=Envelope(actor, now, request),
    )


@answered_once
def lead(
    *,
    season_id: UUID,
    command: Command,
    actor: str,
    now: datetime,
    expected_version: int | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Do what a command says, all of it or nothing; what is so already writes nothing.

    Raises StreamConflict, or the code of what the command breaks.
    """
    state = season_state(season_id)
    if expected_version is not None and expected_version != state.version:
        raise StreamConflict(expected=expected_version, actual=state.version)
    context = Context(count_of(state) if command.counts else None)
    try:
        events = command.decide(state, context)
    except RuleViolation as violation:
        raise refused(violation) from None
    if not events:
        head = StoredEvent.objects.get(stream_id=season_id, version=state.version)
        return Appended(season_id, state.version, state.version, head.hash, True)
    _require_tournaments(state, events)
    return append_events(
        stream_id=season_id,
        kind=SEASON_STREAM,
        expected_version=state.version,
        events=[new_event(event) for event in events],
        envelope=Envelope(actor, now, request),
    )


def _require_tournaments(state: SeasonState, events: Sequence[SeasonEvent]) -> None:
    """Raise `evening_of_another_club` for what is no tournament of the season's club."""
    added = [event.tournament for event in events if isinstance(event, EveningAdded)]
    for tournament in added:
        if not Tournament.objects.filter(pk=tournament, club_id=state.club).exists():
            raise KaitenError("evening_of_another_club", 422, tournament=str(tournament))
