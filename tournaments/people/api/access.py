"""Who asks, what they may do in a club, and how the description of the API names our tokens."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from replays.errors import KaitenError
from replays.http.actors import actor_of, refuse
from replays.http.problems import Refusal
from tournaments.people.policy import PLAYER_READ_PRIVATE, may

LONGEST_SEARCH = 100
CLUB = OpenApiParameter(
    "club", str, OpenApiParameter.PATH, description="The short name or the id of a club."
)
IN_CLUB = OpenApiParameter("club", OpenApiTypes.UUID, description="The id of a club.")


def permitted(request: Request, action: str, club_id: UUID | None) -> str:
    """Return the actor if the policy lets it do this; otherwise answer 401 or 403."""
    actor = actor_of(request)
    if not may(actor, action, club_id):
        refuse(actor)
    return actor


def may_read_private(request: Request, club_id: UUID | None) -> bool:
    """Say whether whoever asks may know what is not public about a club's players."""
    return may(actor_of(request), PLAYER_READ_PRIVATE, club_id)


def id_of(request: Request, name: str) -> UUID | None:
    """Return an id from the query, None when it was not sent, or `bad_id`."""
    sent = request.query_params.get(name)
    if sent is None:
        return None
    try:
        # 36 characters: the form every other address uses, not the many that Python reads.
        return UUID(sent if len(sent) == 36 else "")
    except ValueError:
        raise Refusal("bad_id", parameter=name) from None


def required_id(request: Request, name: str) -> UUID:
    """Return an id from the query, or `missing_parameter`."""
    id_ = id_of(request, name)
    if id_ is None:
        raise Refusal("missing_parameter", parameter=name)
    return id_


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
            "description": "An API token with the scopes read, write or admin.",
        }
