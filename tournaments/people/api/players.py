"""The players of the clubs: lists, one of them, merges."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from replays.api.access import id_of
from replays.http.conditional import stamped
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, operation
from replays.http.views import ListView
from replays.ports import Actor
from tournaments.people.api import access, bodies
from tournaments.people.api.answers import AnonymisedAnswer, MergedAnswer, PlayerAnswer
from tournaments.people.models import Kind, Player
from tournaments.people.policy import may_show, may_unlink
from tournaments.people.rights import PLAYER_ANONYMISE, PLAYER_LINK, PLAYER_MERGE, PLAYER_WRITE
from tournaments.people.selectors.clubs import club_of
from tournaments.people.selectors.players import player_list, player_of
from tournaments.people.services.anonymising import anonymise_player
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import NAME_PARTS, PersonName
from tournaments.people.services.players import (
    add_or_find_player,
    link_account,
    link_account_by_name,
    rename_player,
    show_as,
)

WRITTEN = (401, 403, 404, 409, 413, 415, 422)


class ByLabel(CursorPagination):
    """By public name, the id as tie-break; a cursor tells nothing that the list does not."""

    ordering = ("search_label", "id")


class PlayersView(ListView):
    """All players."""

    requires = {"POST": PLAYER_WRITE}
    parameters = frozenset({"club", "kind", "search", "merged"})
    pagination_class = ByLabel

    @operation(
        "players_list",
        "List players",
        list[PlayerAnswer],
        parameters=[
            access.IN_CLUB,
            OpenApiParameter("kind", str, enum=Kind.values, description="People or bots only."),
            OpenApiParameter("search", str, description="Words of the name, accents or not."),
            OpenApiParameter("merged", str, enum=["yes", "no"], description="Merged ones too."),
        ],
    )
    def get(self, request: Request) -> Response:
        """List players by public name, page by page; visitors search public names only."""
        club_id = id_of(request, "club")
        private = access.clubs_read_privately(request)
        players = player_list(
            club_id=club_id,
            search=access.text_of(request, "search"),
            kind=access.choice_of(request, "kind", Kind.values),
            merged=access.choice_of(request, "merged", ["yes", "no"]) == "yes",
            private=private,
        )
        return self.paged(
            access.onlooker_of(request).in_clubs(players, club_id),
            lambda rows: (
                PlayerAnswer.from_player(row, private=row.club_id in private) for row in rows
            ),
        )

    @operation(
        "players_create",
        "Add a person",
        {200: PlayerAnswer, 201: PlayerAnswer},
        *WRITTEN,
        request=bodies.NewPlayer,
        example=bodies.NEW_PLAYER,
    )
    def post(self, request: Request) -> Response:
        """Add a person; a name like one in the club is `similar_player` until `confirm` is true."""
        data = bodies.NewPlayer.read(request)
        access.require_right(request, PLAYER_WRITE, data["club"])
        player, made = add_or_find_player(
            player_id=data.get("id") or uuid4(),
            club=club_of(data["club"]),
            name=_name_of(data),
            now=datetime.now(UTC),
            guest=data.get("guest", False),
            confirm=data["confirm"],
        )
        answer = PlayerAnswer.from_player(player, private=True)
        place = {"Location": reverse("api-player", args=[player.id])}
        return Response(answer, status=201 if made else 200, headers=place)


class PlayerView(access.OfPlayer):
    """One player."""

    requires = {"PATCH": PLAYER_WRITE}

    @operation("players_read", "Read one player", PlayerAnswer, 404)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return a player as the public, or as the club's staff, may know them."""
        player = player_of(player_id)
        private = access.may_read_private(request, player.club_id)
        return stamped(PlayerAnswer.from_player(player, private=private))

    @operation(
        "players_change",
        "Change a person",
        PlayerAnswer,
        *WRITTEN,
        request=bodies.PlayerChange,
        example=bodies.PLAYER_CHANGE,
    )
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Change what was sent of a person's names."""
        player = player_of(player_id)
        data = bodies.PlayerChange.read(request)
        player = rename_player(
            player=player,
            name=_name_of(data, player),
            guest=data.get("guest"),
            confirm=data["confirm"],
        )
        return Response(PlayerAnswer.from_player(player, private=True))


class AccountView(access.OfPlayer):
    """The account a person signs in with."""

    requires = {"PUT": PLAYER_LINK, "DELETE": PLAYER_LINK}

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may, as an organiser or, to part from it, as this person."""
        if self.request.method == "DELETE":
            return may_unlink(actor, player_of(address["player_id"]))
        return super().permits(actor, action, **address)

    @operation(
        "players_link_account",
        "Link a person to an account",
        PlayerAnswer,
        *WRITTEN,
        request=bodies.Account,
        example=bodies.ACCOUNT,
    )
    def put(self, request: Request, player_id: UUID) -> Response:
        """Let whoever signs in under this user name report and look as this person.

        An account is linked to one player of a club. A token needs the scope admin.
        """
        username: str = bodies.Account.read(request)["username"]
        player = link_account_by_name(player=player_of(player_id), username=username)
        return Response(PlayerAnswer.from_player(player, private=True))

    @operation(
        "players_unlink_account",
        "Unlink a person from their account",
        PlayerAnswer,
        *(401, 403, 404, 409),
        request=None,
    )
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Say that a person has no account; the account stays, and may itself say so.

        For others than the person a token needs the scope admin.
        """
        player = link_account(player=player_of(player_id), user=None)
        private = access.may_read_private(request, player.club_id)
        return Response(PlayerAnswer.from_player(player, private=private))


class DisplayView(access.OfPlayer):
    """How a person is called in public."""

    requires = {"PUT": PLAYER_WRITE}

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may, as an organiser or as this person."""
        return may_show(actor, player_of(address["player_id"]))

    @operation(
        "players_show",
        "Choose how a person is called",
        PlayerAnswer,
        *WRITTEN,
        request=bodies.Shown,
        example=bodies.HIDE,
    )
    def put(self, request: Request, player_id: UUID) -> Response:
        """Change which name the public reads: everybody their own, organisers everybody's."""
        player = player_of(player_id)
        player = show_as(player=player, display=bodies.Shown.read(request)["display"])
        private = access.may_read_private(request, player.club_id)
        return Response(PlayerAnswer.from_player(player, private=private))


class AnonymiseView(access.OfPlayer):
    """A person of whom nothing is to be known any more."""

    requires = {"POST": PLAYER_ANONYMISE}

    @operation(
        "players_anonymise",
        "Anonymise a person",
        {201: AnonymisedAnswer},
        *(401, 403, 404, 409, 412),
        request=None,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Erase names, the link to an account and notes about a person, for good.

        An event without undoing; no log changes. A token needs the scope admin.
        """
        done = anonymise_player(player_id=player_id, envelope=envelope_of(request))
        return Response(AnonymisedAnswer.from_append(player_of(player_id), done), status=201)


class MergeView(access.OfPlayer):
    """Two entries that turned out to be one person."""

    requires = {"POST": PLAYER_MERGE}

    @operation(
        "players_merge",
        "Merge a player into another",
        {201: MergedAnswer},
        *(*WRITTEN, 412),
        request=bodies.Merge,
        parameters=[IDEMPOTENCY_KEY],
        example=bodies.MERGE,
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Read this player as another one from now on; an event, undone by another."""
        player = player_of(player_id)
        into: UUID = bodies.Merge.read(request)["into"]
        done = merge_players(player_id=player.id, into_id=into, envelope=envelope_of(request))
        return Response(MergedAnswer.from_append(player_of(player_id), done), status=201)


class UnmergeView(access.OfPlayer):
    """A merge undone."""

    requires = {"POST": PLAYER_MERGE}

    @operation(
        "players_unmerge",
        "Undo the merge of a player",
        {201: MergedAnswer},
        *(401, 403, 404, 409, 412),
        request=None,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Make a merged player somebody of their own again."""
        player = player_of(player_id)
        done = undo_merge(player_id=player.id, envelope=envelope_of(request))
        return Response(MergedAnswer.from_append(player_of(player_id), done), status=201)


def _name_of(data: dict[str, Any], player: Player | None = None) -> PersonName:
    """Return the name that was sent, on top of the one a player has."""
    stored = player or PersonName("")
    return PersonName(**{part: data.get(part, getattr(stored, part)) for part in NAME_PARTS})
