"""Which tournament and stage a request is about, and who asks."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from replays.api.access import number_of
from replays.errors import KaitenError, refused
from replays.http.actors import actor_of
from replays.http.answers import Answer
from replays.http.conditional import etag_of, stamped
from tournaments.people.api.access import InClub, onlooker_of
from tournaments.people.policy import may, players_of
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE, TOURNAMENT_READ_REPORTS
from tournaments.tournaments.director.rules import MOST_STAGES
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.rounds import Reader, hidden_matches
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import tournament_of

_NOT_THERE = frozenset({"no_proposal", "no_bracket", "cut_without_former_stage"})
"""What the rules say of something that an address asks for in vain."""


class OfTournament(InClub):
    """A view of one tournament."""

    address = {"tournament_id": "The id of the tournament."}

    @staticmethod
    def club_of(tournament_id: Any, /) -> UUID:
        return tournament_of(tournament_id).club_id


@contextmanager
def state_or_refusal(tournament_id: UUID) -> Iterator[State]:
    """Lend the state of a tournament; a refusal has the words and the status of a tournament."""
    try:
        with reading(tournament_id) as state:
            yield state
    except RuleViolation as violation:
        raise refused(violation) from None


@contextmanager
def missing_as_404() -> Iterator[None]:
    """Answer 404 for a part of a tournament that is not there (yet)."""
    try:
        yield
    except RuleViolation as violation:
        if violation.code not in _NOT_THERE:
            raise
        raise KaitenError(violation.code, 404, **violation.params) from None


def organises(request: Request, club_id: UUID) -> bool:
    """Say whether whoever asks may know what is for organisers only."""
    actor = actor_of(request)
    return bool(actor) and may(actor, TOURNAMENT_READ_PRIVATE, club_id)


def reader_of(request: Request, state: State) -> Reader:
    """Return what whoever asks may know of the tables: as an organiser, or as one who plays."""
    actor = actor_of(request)
    players = players_of(actor, state.club) if actor else set()
    own = [number for number, entrant in state.entrants.items() if entrant.player in players]
    reports = bool(actor) and may(actor, TOURNAMENT_READ_REPORTS, state.club)
    return Reader(reports, tuple(own), hidden_matches(state, onlooker_of(request)))


def stage_or_current(request: Request, state: State) -> int:
    """Return the stage that `stage` names, by default the one that is or was played last."""
    requested = number_of(request, "stage", least=1, most=MOST_STAGES)
    if requested is not None:
        return requested
    return state.current.number if state.current is not None else 1


def answered(
    answer: Answer, state: State, *, organiser: bool = False, own: Sequence[int] = ()
) -> Response:
    """Return something about a tournament; its ETag is what a command takes as If-Match.

    `own` are the entrants whose things it holds, if it holds any.
    """
    viewer = ARBITER if organiser else seat_viewer(own[0]) if own else PUBLIC
    return stamped(answer, etag_of(state.version, viewer))


def fields_of(request: Request) -> dict[str, Any]:
    """Return the body of a request if it is an object, otherwise answer `invalid_input`."""
    body: Any = request.data
    if not isinstance(body, dict):
        raise ValidationError
    return dict(body)
