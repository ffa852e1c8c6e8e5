"""The API tokens of an account, as its owner looks at them."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from replays.errors import KaitenError
from tournaments.people.models import ApiToken, User


def tokens_of(account: User) -> QuerySet[ApiToken]:
    """Return the tokens of an account that were not revoked, the newest first."""
    return ApiToken.objects.filter(user=account, revoked_at=None).select_related("club")


def open_tokens_of(account: User, now: datetime) -> QuerySet[ApiToken]:
    """Return the tokens of an account that still open something."""
    return tokens_of(account).filter(Q(expires_at=None) | Q(expires_at__gt=now))


def own_token(account: User, token_id: UUID) -> ApiToken:
    """Return a token of an account, or raise `unknown_token`, whoever else may have it."""
    token = ApiToken.objects.filter(user=account, pk=token_id).select_related("club").first()
    if token is None:
        raise KaitenError("unknown_token", 404)
    return token
