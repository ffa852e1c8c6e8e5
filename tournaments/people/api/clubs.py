"""The clubs of this server."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.conditional import stamp
from replays.http.pagination import CursorPagination
from replays.http.schema import refusals
from replays.http.views import ApiView
from tournaments.people.api import answers
from tournaments.people.api.access import permitted
from tournaments.people.api.bodies import ClubChange, NewClub
from tournaments.people.policy import CLUB_WRITE
from tournaments.people.selectors.clubs import club_list, club_of
from tournaments.people.services.clubs import change_club, create_club


class ByName(CursorPagination):
    """By name, the id as tie-break."""

    ordering = ("name", "id")


class ClubsView(ApiView):
    """All clubs."""

    parameters = frozenset({"cursor", "limit"})
    pagination_class = ByName

    @extend_schema(
        operation_id="clubs_list",
        tags=["clubs"],
        summary="List clubs",
        responses={(200, "application/json"): answers.ClubAnswer(many=True), **refusals()},
    )
    def get(self, request: Request) -> Response:
        """List clubs by name, page by page."""
        paginator = ByName()
        page = paginator.paginate_queryset(club_list(), request, self)
        response = paginator.get_paginated_response([answers.club(club) for club in page or []])
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="clubs_create",
        tags=["clubs"],
        summary="Make a club",
        request=NewClub,
        responses={201: answers.ClubAnswer, **refusals(401, 403, 409, 413, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Make a club; a token needs the scope admin."""
        permitted(request, CLUB_WRITE, None)
        body = NewClub(data=request.data)
        body.is_valid(raise_exception=True)
        club = create_club(club_id=uuid4(), now=datetime.now(UTC), **body.validated_data)
        response = Response(answers.club(club), status=status.HTTP_201_CREATED)
        response.headers["Location"] = reverse("api-club", args=[club.id])
        return response


class ClubView(ApiView):
    """One club."""

    @extend_schema(
        operation_id="clubs_read",
        tags=["clubs"],
        summary="Read one club",
        responses={200: answers.ClubAnswer, **refusals(404)},
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Return a club."""
        response = Response(answers.club(club_of(club_id)))
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="clubs_change",
        tags=["clubs"],
        summary="Change a club",
        request=ClubChange,
        responses={200: answers.ClubAnswer, **refusals(401, 403, 404, 409, 413, 415, 422)},
    )
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change what was sent; a token needs the scope admin."""
        permitted(request, CLUB_WRITE, club_id)
        body = ClubChange(data=request.data)
        body.is_valid(raise_exception=True)
        club = club_of(club_id)
        fields = ("name", "slug", "time_zone", "language")
        changed: dict[str, Any] = {name: getattr(club, name) for name in fields}
        club = change_club(club=club, **changed | body.validated_data)
        return Response(answers.club(club))
