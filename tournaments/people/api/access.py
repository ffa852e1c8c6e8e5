"""Who asks, what they may do in a club, and how the description of the API names our tokens."""

from collections.abc import Collection
from typing import Any, cast
from uuid import UUID

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from replays.errors import KaitenError
from replays.http import actors
from replays.http.actors import actor_of, refuse
from replays.http.views import ApiView
from replays.ports import Actor
from tournaments.people.onlooker import Onlooker
from tournaments.people.policy import clubs_permitting, may
from tournaments.people.rights import PLAYER_READ_PRIVATE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.players import player_of

LONGEST_SEARCH = 100
CLUB = OpenApiParameter(
    "club",
    str,
    OpenApiParameter.PATH,
    description="The short name of a club, a former one, or its id.",
)
IN_CLUB = OpenApiParameter("club", OpenApiTypes.UUID, description="The id of a club.")


def onlooker_of(request: Request) -> Onlooker:
    """Return what there is for whoever asks; looked up once."""
    return cast(Onlooker, actors.onlooker_of(request))


class InClub(ApiView):
    """A view of something in a club; the first part of its address says what."""

    @staticmethod
    def club_of(named: Any, /) -> UUID:
        """Return the club of what the address names, or answer 404."""
        raise NotImplementedError

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may do this in that club."""
        return may(actor, action, self.club_of(next(iter(address.values()))))


class OfClub(InClub):
    """A view below the address of a club."""

    @staticmethod
    def club_of(club: Any, /) -> UUID:
        return club_by_name(club).id


class OfPlayer(InClub):
    """A view of one player."""

    address = {"player_id": "The id of the player."}

    @staticmethod
    def club_of(player_id: Any, /) -> UUID:
        return player_of(player_id).club_id


def require_right(request: Request, action: str, club_id: UUID) -> None:
    """Answer 403 unless whoever asks may do this in the club that a body names."""
    actor = actor_of(request)
    if not may(actor, action, club_id):
        refuse(actor)


def may_read_private(request: Request, club_id: UUID) -> bool:
    """Say whether whoever asks may know what is not public about a club's players."""
    return may(actor_of(request), PLAYER_READ_PRIVATE, club_id)


def clubs_read_privately(request: Request) -> set[UUID]:
    """Return the clubs of whose players whoever asks may know what is not public."""
    return clubs_permitting(actor_of(request), PLAYER_READ_PRIVATE)


def text_of(request: Request, name: str, most: int = LONGEST_SEARCH) -> str:
    """Return a text from the query, empty when it was not sent, or `bad_text`."""
    text = request.query_params.get(name, "")
    if len(text) > most or "\0" in text:
        raise KaitenError("bad_text", 400, parameter=name, most=most)
    return text


def choice_of(request: Request, name: str, known: Collection[str]) -> str:
    """Return one of a few words from the query, empty when none was sent, or `bad_choice`."""
    sent = request.query_params.get(name, "")
    if sent and sent not in known:
        raise KaitenError("bad_choice", 400, parameter=name, known=", ".join(known))
    return sent


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer kaiten_<prefix>_<secret>`."""

    target_class = "tournaments.people.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "kaiten_<prefix>_<secret>",
            "description": "An API token of the scope read, record, organise or admin, each of "
            "which holds those before it.",
        }
