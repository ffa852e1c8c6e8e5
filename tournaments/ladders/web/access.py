"""Who may change ladders, and which."""

from uuid import UUID

from django.http import Http404, HttpRequest

from replays.errors import KaitenError
from replays.web.access import actor_of
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.ladders import ladder_of
from tournaments.people.models import Club
from tournaments.people.policy import TOURNAMENT_WRITE, may, standing_of
from tournaments.people.selectors.clubs import club_list


def find_ladder(ladder_id: UUID) -> Ladder:
    """Return a ladder or raise Http404."""
    try:
        return ladder_of(ladder_id)
    except KaitenError:
        raise Http404 from None


def may_lead(request: HttpRequest, club_id: UUID) -> bool:
    """Say whether the visitor may change the ladders of a club."""
    actor = actor_of(request)
    return bool(actor) and may(actor, TOURNAMENT_WRITE, club_id)


def clubs_to_lead(request: HttpRequest) -> list[Club]:
    """Return the clubs whose ladders the visitor may change."""
    actor = actor_of(request)
    if not actor:
        return []
    standing = standing_of(actor)
    return [club for club in club_list() if standing.may(TOURNAMENT_WRITE, club.id)]
