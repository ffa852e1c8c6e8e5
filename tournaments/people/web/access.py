"""Who is asking, and for which clubs they may write."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from replays.web import access
from replays.web.access import actor_of, refusal
from tournaments.people.models import Club
from tournaments.people.onlooker import Onlooker
from tournaments.people.policy import clubs_permitting, may
from tournaments.people.rights import PLAYER_READ_PRIVATE, PLAYER_WRITE
from tournaments.people.selectors.players import player_of

View = Callable[..., HttpResponseBase]


def onlooker_of(request: HttpRequest) -> Onlooker:
    """Return what there is for the visitor; looked up once."""
    return cast(Onlooker, access.onlooker_of(request))


def chosen_club(request: HttpRequest, clubs: Iterable[Club]) -> Club | None:
    """Return the club of this address, or outside of all the one that `?club=` names."""
    here, slug = club_here(request), request.GET.get("club", "")
    place: Any = getattr(request, "place", None)
    if not slug or (place is not None and place.prefix):
        return here
    listed = next((club for club in clubs if club.slug == slug), None)
    return listed or onlooker_of(request).visible_clubs().filter(slug=slug).first() or here


def may_write(request: HttpRequest, club_id: UUID | None) -> bool:
    return may(actor_of(request), PLAYER_WRITE, club_id)


def may_read_private(request: HttpRequest, club_id: UUID) -> bool:
    """Say whether the visitor may know what is not public about a club's players."""
    return may(actor_of(request), PLAYER_READ_PRIVATE, club_id)


def clubs_read_privately(request: HttpRequest) -> set[UUID]:
    """Return the clubs of whose players the visitor may know what is not public."""
    return clubs_permitting(actor_of(request), PLAYER_READ_PRIVATE)


def club_here(request: HttpRequest) -> Club | None:
    """Return the club within whose address the visitor is; None outside of all."""
    return cast("Club | None", getattr(request, "club", None))


def clubs_here(request: HttpRequest) -> list[Club]:
    """Return the club within whose address the visitor is, or outside those that they find."""
    club = club_here(request)
    return [club] if club else onlooker_of(request).found_clubs()


def clubs_to_write(request: HttpRequest, action: str = PLAYER_WRITE) -> list[Club]:
    """Return the clubs in which the visitor may do something here, such as change players."""
    standing = onlooker_of(request).standing
    return [club for club in clubs_here(request) if standing.may(action, club.id)]


def only_for(
    action: str | Callable[..., str], find: Callable[[UUID], Any]
) -> Callable[[View], View]:
    """Give a view what the first id of its address names, and refuse whoever may not do `action`
    in its club, before anything that was sent is looked at; the rest of the address may say it."""

    def decorator(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **address: Any) -> HttpResponseBase:
            found = find(address.pop(next(iter(address))))
            needed = action if isinstance(action, str) else action(**address)
            if not may(actor_of(request), needed, found.club_id):
                return refusal(request)
            return view(request, found, **address)

        return guarded

    return decorator


for_writers = only_for(PLAYER_WRITE, player_of)
