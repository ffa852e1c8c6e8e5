"""The API tokens that an account makes for itself: listed, made, revoked."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, cast
from uuid import UUID, uuid4

from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from replays.errors import KaitenError
from replays.http.actors import actor_of
from replays.http.answers import Answer
from replays.http.conditional import stamped
from replays.http.fields import Choice, StrictSerializer, Text, WholeNumber
from replays.http.schema import operation
from replays.http.views import ApiView
from replays.ports import Actor
from tournaments.people.models import ApiToken, Club, Scope, User
from tournaments.people.policy import clubs_to_bind, may_have_tokens
from tournaments.people.selectors.tokens import own_token, tokens_of
from tournaments.people.services.tokens import (
    MOST_DAYS,
    NewToken,
    make_own_token,
    revoke_token,
)
from tournaments.people.standing import widest_scope

ScopeName = Annotated[
    Scope, Meta(description="What it may be used for; each scope holds those before it.")
]
SCOPES = Scope.values
USUAL_DAYS = 90
RECORDER = (
    "A tablet that records tonight's tables",
    {"name": "tablet at the bar", "scope": "record", "days": 7},
)


class NewTokenBody(StrictSerializer):
    """A token to be made for one's own account."""

    name = Text(max_length=80, help_text="What it is for.")
    scope = Choice(
        choices=Scope.choices,
        help_text="What it may be used for: read, record, organise or admin.",
    )
    club = Text(
        max_length=60,
        required=False,
        allow_null=True,
        default=None,
        help_text="The short name or the id of the only club it is for; left out, all of yours.",
    )
    days = WholeNumber(
        required=False,
        allow_null=True,
        default=USUAL_DAYS,
        min_value=1,
        max_value=MOST_DAYS,
        help_text="After how many days it expires; null: never.",
    )


class TokenAnswer(Answer, frozen=True):
    """A token of one's own account; what it is stands nowhere."""

    id: UUID
    """The token."""
    name: str
    """What it is for."""
    scope: ScopeName
    club: UUID | None
    """The only club it is for; null: all of one's own."""
    created_at: datetime
    """When it was made."""
    expires_at: datetime | None
    """Until when it works; null: it does not expire."""
    last_used_at: datetime | None
    """When it was used last, to within a few minutes; null: not yet."""

    @classmethod
    def of(cls, token: ApiToken) -> "TokenAnswer":
        """Return a token as its owner knows it."""
        return cls.from_object(token, scope=widest_scope(token), club=token.club_id)


class MadeTokenAnswer(TokenAnswer, frozen=True):
    """A new token, which nobody can see again."""

    token: str
    """What to send as `Authorization: Bearer …`."""


class TokensAnswer(Answer, frozen=True):
    """The tokens of an account that were not revoked."""

    tokens: list[TokenAnswer]
    """The newest first."""


class OfAccount(ApiView):
    """A view of one's own account."""

    address = {"token_id": "The id of the token."}
    requires = {"GET": "tokens", "POST": "tokens", "DELETE": "tokens"}

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor makes and ends tokens of its own account."""
        return may_have_tokens(actor)


class TokensView(OfAccount):
    """The tokens of one's own account."""

    @operation("account_tokens", "List your tokens", TokensAnswer, *(401, 403))
    def get(self, request: Request) -> Response:
        """Return the tokens that were not revoked; a token needs the scope admin to do so."""
        tokens = tokens_of(cast(User, request.user))
        return stamped(TokensAnswer([TokenAnswer.of(token) for token in tokens]))

    @operation(
        "account_make_token",
        "Make a token",
        {201: MadeTokenAnswer},
        *(401, 403, 409, 413, 415, 422),
        request=NewTokenBody,
        example=RECORDER,
    )
    def post(self, request: Request) -> Response:
        """Make a token for your own account; its text is in the answer and nowhere else.

        It never may more than your account may. A token that makes another one needs the scope
        admin, and the new one is no wider: neither its club nor its expiry.
        """
        sent = NewTokenBody.read(request)
        now = datetime.now(UTC)
        wanted = NewToken(
            user=cast(User, request.user),
            name=sent["name"],
            scopes=[sent["scope"]],
            club=_own_club(request, sent["club"]) if sent["club"] else None,
            expires_at=now + timedelta(days=sent["days"]) if sent["days"] else None,
        )
        made = make_own_token(token_id=uuid4(), wanted=wanted, actor=actor_of(request), now=now)
        answer = MadeTokenAnswer.from_object(
            made.token,
            scope=widest_scope(made.token),
            club=made.token.club_id,
            token=made.text,
        )
        return Response(answer, status=201)


class TokenView(OfAccount):
    """One token."""

    @operation("account_revoke_token", "Revoke a token", {204: None}, *(401, 403, 404))
    def delete(self, request: Request, token_id: UUID) -> Response:
        """End a token of your own for good."""
        token = own_token(cast(User, request.user), token_id)
        revoke_token(token=token, actor=actor_of(request), now=datetime.now(UTC))
        return Response(status=204)


def _own_club(request: Request, name: str) -> Club:
    """Return a club of one's own; one of somebody else's answers as one that does not exist."""
    for club in clubs_to_bind(actor_of(request)):
        if name in (club.slug, str(club.id)):
            return club
    raise KaitenError("not_your_club")
