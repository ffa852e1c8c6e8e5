from uuid import UUID

from django.db.models import QuerySet

from replays.errors import KaitenError
from tournaments.people.models import Club, LinkedClub


def club_list() -> QuerySet[Club]:
    """Return every club by name."""
    return Club.objects.order_by("name", "id")


def club_of(club_id: UUID) -> Club:
    """Return a club or raise `unknown_club`."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise KaitenError("unknown_club", 404)
    return club


def home_of(club_id: UUID) -> UUID:
    """Return the club of here that a log's club is: another one where that was linked."""
    home = LinkedClub.objects.filter(pk=club_id).values_list("club_id", flat=True).first()
    return home or club_id


def club_by_name(text: str) -> Club:
    """Return the club with a short name or an id, or raise `unknown_club`."""
    club = Club.objects.filter(slug=text).first()
    if club is not None:
        return club
    try:
        return club_of(UUID(text))
    except ValueError:
        raise KaitenError("unknown_club", 404) from None
