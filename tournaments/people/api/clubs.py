"""The clubs of this server."""

from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.conditional import stamped, version_seen
from replays.http.idempotency import envelope_of
from replays.http.live import changes, streams
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, OPTIONAL_IF_MATCH, operation
from replays.http.views import ListView
from replays.ports import Actor
from tournaments.people.api.access import CLUB, OfClub, onlooker_of
from tournaments.people.api.answers import ClosableClubAnswer, ClubAnswer
from tournaments.people.api.bodies import CLUB_CHANGE, NEW_CLUB, ClubChange, NewClub
from tournaments.people.models import User
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import club_by_name, club_of
from tournaments.people.services.closing import close_club, reopen_club
from tournaments.people.services.clubs import change_club, create_club


class ByName(CursorPagination):
    """By name, the id as tie-break."""

    ordering = ("name", "id")


class ClubsView(ListView):
    """All clubs."""

    requires = {"POST": CLUB_WRITE}
    pagination_class = ByName

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may do this to clubs that are not theirs."""
        return may(actor, action, None)

    @operation("clubs_list", "List clubs", list[ClubAnswer])
    def get(self, request: Request) -> Response:
        """List clubs by name, page by page."""
        clubs = onlooker_of(request).listed_clubs()
        return self.paged(clubs, lambda rows: map(ClubAnswer.from_club, rows))

    @operation(
        "clubs_create",
        "Make a club",
        {201: ClubAnswer},
        *(401, 403, 409, 413, 415, 422),
        request=NewClub,
        example=NEW_CLUB,
    )
    def post(self, request: Request) -> Response:
        """Make a club, which then is the account's own; a token needs the scope admin."""
        sent = NewClub.read(request)
        owner = cast(User, request.user)
        club = create_club(club_id=uuid4(), now=datetime.now(UTC), owner=owner, **sent)
        place = {"Location": reverse("api-club", args=[club.id])}
        return Response(ClubAnswer.from_club(club), status=201, headers=place)


class ClubView(OfClub):
    """One club."""

    requires = {"PATCH": CLUB_WRITE}

    @operation("clubs_read", "Read one club", ClubAnswer, 404, parameters=[CLUB])
    def get(self, request: Request, club: str) -> Response:
        """Return a club."""
        return stamped(ClubAnswer.from_club(club_by_name(club)))

    @operation(
        "clubs_change",
        "Change a club",
        ClubAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        request=ClubChange,
        parameters=[CLUB],
        example=CLUB_CHANGE,
    )
    def patch(self, request: Request, club: str) -> Response:
        """Change what was sent; a token needs the scope admin.

        A former short name goes on leading to the club.
        """
        known = club_by_name(club)
        sent = ClubChange.read(request)
        stored = {name: getattr(known, name) for name in map(str, ClubChange().fields)}
        return Response(ClubAnswer.from_club(change_club(club=known, **stored | sent)))


class StreamView(OfClub):
    """What is going on in a club."""

    @streams("clubs_stream", "Follow a club", 404, parameters=[CLUB])
    def get(self, request: Request, club: str) -> HttpResponse:
        """Say at once and whenever a match begins or ends: `changed`, with a mark of how it is."""
        return changes(request, "club", club_by_name(club).id)


class CloseClubView(OfClub):
    """A club that is shown to nobody any more."""

    requires = {"POST": CLUB_WRITE}

    @operation(
        "clubs_close",
        "Close a club",
        ClosableClubAnswer,
        *(401, 403, 404, 409, 412),
        request=None,
        parameters=[CLUB, OPTIONAL_IF_MATCH, IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, club: str) -> Response:
        """Show a club to nobody any more; its logs stay. A token needs the scope admin."""
        home = club_by_name(club)
        close_club(club=home, envelope=envelope_of(request), expected_version=version_seen(request))
        return Response(ClosableClubAnswer.from_club(club_of(home.id)))


class ReopenClubView(OfClub):
    """A closed club that is shown again."""

    requires = {"POST": CLUB_WRITE}

    @operation(
        "clubs_reopen",
        "Show a closed club again",
        ClosableClubAnswer,
        *(401, 403, 404, 409, 412),
        request=None,
        parameters=[CLUB, OPTIONAL_IF_MATCH, IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, club: str) -> Response:
        """Show a club again; names that were erased stay erased. A token needs the scope admin."""
        home = club_by_name(club)
        reopen_club(
            club=home, envelope=envelope_of(request), expected_version=version_seen(request)
        )
        return Response(ClosableClubAnswer.from_club(club_of(home.id)))
