"""The players of the clubs: lists, one of them, merges."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.actors import require_somebody
from replays.http.conditional import stamp
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, refusals
from replays.http.views import ApiView
from tournaments.people.api import answers
from tournaments.people.api.access import choice_of, id_of, may_read_private, permitted, text_of
from tournaments.people.api.bodies import Merge, NewPlayer, PlayerChange
from tournaments.people.models import Kind, Player
from tournaments.people.policy import PLAYER_MERGE, PLAYER_WRITE
from tournaments.people.selectors.clubs import club_of
from tournaments.people.selectors.players import player_list, player_of
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import add_or_find_player, rename_player


class ByLabel(CursorPagination):
    """By public name, the id as tie-break; a cursor tells nothing that the list does not."""

    ordering = ("search_label", "id")


class PlayersView(ApiView):
    """All players."""

    parameters = frozenset({"club", "kind", "search", "merged", "cursor", "limit"})
    pagination_class = ByLabel

    @extend_schema(
        operation_id="players_list",
        tags=["players"],
        summary="List players",
        parameters=[
            OpenApiParameter("club", OpenApiTypes.UUID),
            OpenApiParameter("kind", str, enum=Kind.values),
            OpenApiParameter("search", str, description="Words of the name, accents or not."),
            OpenApiParameter("merged", str, enum=["yes", "no"], description="Merged ones too."),
        ],
        responses={(200, "application/json"): answers.PlayerAnswer(many=True), **refusals()},
    )
    def get(self, request: Request) -> Response:
        """List players by public name, page by page; visitors search public names only."""
        club_id = id_of(request, "club")
        private = may_read_private(request, club_id)
        players = player_list(
            club_id=club_id,
            search=text_of(request, "search"),
            kind=choice_of(request, "kind", Kind.values),
            merged=choice_of(request, "merged", ["yes", "no"]) == "yes",
            private=private,
        )
        paginator = ByLabel()
        page = paginator.paginate_queryset(players, request, self)
        rows = [answers.player(player, private=private) for player in page or []]
        response = paginator.get_paginated_response(rows)
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="players_create",
        tags=["players"],
        summary="Add a person",
        request=NewPlayer,
        responses={
            200: answers.PlayerAnswer,
            201: answers.PlayerAnswer,
            **refusals(401, 403, 404, 409, 413, 415, 422),
        },
    )
    def post(self, request: Request) -> Response:
        """Add a person; a name like one in the club is `similar_player` until `confirm` is true."""
        require_somebody(request)
        body = NewPlayer(data=request.data)
        body.is_valid(raise_exception=True)
        data: dict[str, Any] = body.validated_data
        permitted(request, PLAYER_WRITE, data["club"])
        player, made = add_or_find_player(
            player_id=data.get("id") or uuid4(),
            club=club_of(data["club"]),
            name=_name_of(data),
            now=datetime.now(UTC),
            guest=data.get("guest", False),
            confirm=data["confirm"],
        )
        code = status.HTTP_201_CREATED if made else status.HTTP_200_OK
        response = Response(answers.player(player, private=True), status=code)
        response.headers["Location"] = reverse("api-player", args=[player.id])
        return response


class PlayerView(ApiView):
    """One player."""

    @extend_schema(
        operation_id="players_read",
        tags=["players"],
        summary="Read one player",
        responses={200: answers.PlayerAnswer, **refusals(404)},
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return a player as the public, or as the club's staff, may know them."""
        player = player_of(player_id)
        private = may_read_private(request, player.club_id)
        response = Response(answers.player(player, private=private))
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="players_change",
        tags=["players"],
        summary="Change a person",
        request=PlayerChange,
        responses={200: answers.PlayerAnswer, **refusals(401, 403, 404, 409, 413, 415, 422)},
    )
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Change what was sent of a person's names."""
        require_somebody(request)
        player = player_of(player_id)
        permitted(request, PLAYER_WRITE, player.club_id)
        body = PlayerChange(data=request.data)
        body.is_valid(raise_exception=True)
        data: dict[str, Any] = body.validated_data
        player = rename_player(
            player=player,
            name=_name_of(data, player),
            guest=data.get("guest"),
            confirm=data["confirm"],
        )
        return Response(answers.player(player, private=True))


class MergeView(ApiView):
    """Two entries that turned out to be one person."""

    @extend_schema(
        operation_id="players_merge",
        tags=["players"],
        summary="Merge a player into another",
        request=Merge,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: answers.MergedAnswer,
            **refusals(401, 403, 404, 409, 412, 413, 415, 422),
        },
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Read this player as another one from now on; an event, undone by another."""
        require_somebody(request)
        player = player_of(player_id)
        permitted(request, PLAYER_MERGE, player.club_id)
        body = Merge(data=request.data)
        body.is_valid(raise_exception=True)
        done = merge_players(
            player_id=player.id,
            into_id=body.validated_data["into"],
            envelope=envelope_of(request),
        )
        return Response(answers.merged(player_of(player_id), done), status=201)


class UnmergeView(ApiView):
    """A merge undone."""

    @extend_schema(
        operation_id="players_unmerge",
        tags=["players"],
        summary="Undo the merge of a player",
        request=None,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: answers.MergedAnswer, **refusals(401, 403, 404, 409, 412)},
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Make a merged player somebody of their own again."""
        require_somebody(request)
        player = player_of(player_id)
        permitted(request, PLAYER_MERGE, player.club_id)
        done = undo_merge(
            player_id=player.id,
            envelope=envelope_of(request),
        )
        return Response(answers.merged(player_of(player_id), done), status=201)


def _name_of(data: dict[str, Any], player: Player | None = None) -> PersonName:
    """Return the name that was sent, on top of the one a player has."""
    defaults = {
        "first_name": player.first_name if player else "",
        "last_name": player.last_name if player else "",
        "nickname": player.nickname if player else "",
        "display": player.display if player else "initial",
    }
    return PersonName(**{name: data.get(name, value) for name, value in defaults.items()})
