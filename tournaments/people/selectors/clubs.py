from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from replays.errors import KaitenError
from replays.models import Stream
from replays.questions import Question
from replays.recall import recall
from tournaments.people.models import Club, FormerShortName, LinkedClub, StreamVisibility

DEMO_CLUB_ID = UUID("fb59eabb-87a5-5cee-8cd8-8c6d7e2fcec9")
"""The club that `manage.py demo` makes, wherever it does."""
DEMO_LOGIN = "organiser"
"""The account that comes with it."""


def every_club() -> dict[UUID, Club]:
    """Return every club by name, closed ones too, asked for once in a request.

    Each says as `varies` whether something of it has a level of its own.
    """
    return recall("clubs", lambda: {club.id: club for club in _EVERY_CLUB.answers()})


_EVERY_CLUB = Question(
    str,
    lambda _: Club.objects.annotate(
        varies=Exists(StreamVisibility.objects.filter(club=OuterRef("pk")))
    ).order_by("name", "id"),
)


def club_list() -> QuerySet[Club]:
    """Return every club that is not closed, by name."""
    return Club.objects.filter(closed_at=None).order_by("name", "id")


def demo_club() -> Club | None:
    """Return the demo's club while it is shown."""
    return club_list().filter(pk=DEMO_CLUB_ID).first()


def has_own_club() -> bool:
    """Say whether there is a club besides the demo's, closed or not."""
    return Club.objects.exclude(pk=DEMO_CLUB_ID).exists()


def is_empty() -> bool:
    """Say whether nothing was ever stored here."""
    return not Club.objects.exists() and not Stream.objects.exists()


def club_of(club_id: UUID) -> Club:
    """Return a club or raise `unknown_club`."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise KaitenError("unknown_club", 404)
    return club


def clubs_of(user_id: UUID) -> QuerySet[Club]:
    """Return the open clubs in which an account has a role or is a player, by name."""
    own = Q(memberships__user=user_id) | Q(players__user=user_id)
    return club_list().filter(own, closed_at=None).distinct()


def home_of(club_id: UUID) -> UUID:
    """Return the club of here that a log's club is: another one where that was linked."""
    home = LinkedClub.objects.filter(pk=club_id).values_list("club_id", flat=True).first()
    return home or club_id


def club_by_name(text: str) -> Club:
    """Return the club with a short name, a former one or an id, or raise `unknown_club`."""
    club = Club.objects.filter(slug=text).first()
    if club is not None:
        return club
    former = FormerShortName.objects.select_related("club").filter(pk=text).first()
    if former is not None:
        return former.club
    try:
        return club_of(UUID(text))
    except ValueError:
        raise KaitenError("unknown_club", 404) from None
