"""The clubs of this server."""

from datetime import UTC, datetime
from typing import cast
from uuid import UUID, uuid4

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.conditional import stamped
from replays.http.pagination import CursorPagination
from replays.http.schema import operation
from replays.http.views import ApiView, ListView
from tournaments.people.api.access import permitted
from tournaments.people.api.answers import ClubAnswer
from tournaments.people.api.bodies import CLUB_CHANGE, NEW_CLUB, ClubChange, NewClub
from tournaments.people.models import User
from tournaments.people.policy import CLUB_WRITE
from tournaments.people.selectors.clubs import club_list, club_of
from tournaments.people.services.clubs import change_club, create_club


class ByName(CursorPagination):
    """By name, the id as tie-break."""

    ordering = ("name", "id")


class ClubsView(ListView):
    """All clubs."""

    pagination_class = ByName

    @operation("clubs_list", "List clubs", list[ClubAnswer])
    def get(self, request: Request) -> Response:
        """List clubs by name, page by page."""
        return self.paged(club_list(), lambda rows: map(ClubAnswer.from_object, rows))

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
        permitted(request, CLUB_WRITE, None)
        sent = NewClub.read(request)
        owner = cast(User, request.user)
        club = create_club(club_id=uuid4(), now=datetime.now(UTC), owner=owner, **sent)
        place = {"Location": reverse("api-club", args=[club.id])}
        return Response(ClubAnswer.from_object(club), status=201, headers=place)


class ClubView(ApiView):
    """One club."""

    address = {"club_id": "The id of the club."}

    @operation("clubs_read", "Read one club", ClubAnswer, 404)
    def get(self, request: Request, club_id: UUID) -> Response:
        """Return a club."""
        return stamped(ClubAnswer.from_object(club_of(club_id)))

    @operation(
        "clubs_change",
        "Change a club",
        ClubAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        request=ClubChange,
        example=CLUB_CHANGE,
    )
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change what was sent; a token needs the scope admin."""
        permitted(request, CLUB_WRITE, club_id)
        sent = ClubChange.read(request)
        club = club_of(club_id)
        stored = {name: getattr(club, name) for name in map(str, ClubChange().fields)}
        return Response(ClubAnswer.from_object(change_club(club=club, **stored | sent)))
