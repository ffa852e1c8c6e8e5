"""Seasons are created and led here: every door sends its commands through `lead`."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError, refused
from replays.services.append import Appended, answered_once, append_events, new_event
from replays.services.decisions import Decision, append_decided
from tournaments.people.models import Club
from tournaments.seasons.commands import Command, Context, NewSeason
from tournaments.seasons.events import SEASON_STREAM, EveningAdded, SeasonEvent
from tournaments.seasons.selectors.seasons import count_of
from tournaments.seasons.selectors.states import SEASON
from tournaments.seasons.state import SeasonState
from tournaments.tournaments.models import Tournament


@answered_once
def create_season(
    *, club: Club, wanted: NewSeason, envelope: Envelope, season_id: UUID | None = None
) -> Appended:
    """Begin a season of a club.

    Raises `title_missing`, `title_too_long`, `bad_evening_count` or what the rules have wrong.
    """
    try:
        event = wanted.created(club.id)
    except RuleViolation as violation:
        raise refused(violation) from None
    return append_events(
        stream_id=season_id or uuid4(),
        kind=SEASON_STREAM,
        expected_version=0,
        events=[new_event(event)],
        envelope=envelope,
    )


@answered_once
def lead(
    *, season_id: UUID, command: Command, envelope: Envelope, expected_version: int | None = None
) -> Appended:
    """Do what a command says, all of it or nothing; what is so already writes nothing.

    Raises StreamConflict, or the code of what the command breaks.
    """

    def decide(state: SeasonState) -> Decision[SeasonEvent]:
        events = command.decide(state, Context(count_of(state) if command.counts else None))
        _require_tournaments(state, events)
        return Decision(events)

    return append_decided(SEASON, season_id, decide, envelope, expected_version)


def _require_tournaments(state: SeasonState, events: Sequence[SeasonEvent]) -> None:
    """Raise `evening_of_another_club` for what is no tournament of the season's club."""
    added = [event.tournament for event in events if isinstance(event, EveningAdded)]
    for tournament in added:
        if not Tournament.objects.filter(pk=tournament, club_id=state.club).exists():
            raise KaitenError("evening_of_another_club", 422, tournament=str(tournament))
