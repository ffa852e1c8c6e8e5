"""Who is asking, and for which clubs they may write."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from replays.web.access import actor_of, refusal
from tournaments.people.models import Club
from tournaments.people.policy import PLAYER_READ_PRIVATE, PLAYER_WRITE, may, standing_of
from tournaments.people.selectors.clubs import club_list
from tournaments.people.selectors.players import player_of

View = Callable[..., HttpResponseBase]


def may_write(request: HttpRequest, club_id: UUID | None) -> bool:
    return may(actor_of(request), PLAYER_WRITE, club_id)


def may_read_private(request: HttpRequest, club_id: UUID | None) -> bool:
    """Say whether the visitor may know what is not public about a club's players."""
    return may(actor_of(request), PLAYER_READ_PRIVATE, club_id)


def clubs_to_write(request: HttpRequest, action: str = PLAYER_WRITE) -> list[Club]:
    """Return the clubs in which the visitor may do something, such as change players."""
    standing = standing_of(actor_of(request))
    return [club for club in club_list() if standing.may(action, club.id)]


def for_writers(view: View) -> View:
    """Let a view of one player be used by those only who may change them."""

    @wraps(view)
    def guarded(request: HttpRequest, player_id: UUID, **kwargs: Any) -> HttpResponseBase:
        player = player_of(player_id)
        if not may_write(request, player.club_id):
            return refusal(request)
        return view(request, player, **kwargs)

    return guarded
