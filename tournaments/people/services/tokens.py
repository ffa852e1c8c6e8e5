"""API tokens: `kaiten_<prefix>_<secret>`; only the digest of the secret is stored."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from replays.errors import KaitenError
from replays.questions import Question
from tournaments.people.account_models import SecurityKind
from tournaments.people.models import ApiToken, Club, Scope, User
from tournaments.people.policy import may_give_token
from tournaments.people.selectors.tokens import open_tokens_of
from tournaments.people.services.names import clean_text
from tournaments.people.services.security import note_security

BRAND = "kaiten"
MOST_OPEN = 50
"""So many tokens of an account may open something at once."""
MOST_DAYS = 3650
# A token used all evening writes its row now and then, not at every request.
USE_NOTED_EVERY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token and its text, which nobody can see again."""

    token: ApiToken
    text: str


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token to be made: whose it is, and what it opens."""

    user: User
    name: str
    scopes: Sequence[str]
    club: Club | None = None
    expires_at: datetime | None = None


@transaction.atomic
def make_own_token(*, token_id: UUID, wanted: NewToken, actor: str, now: datetime) -> IssuedToken:
    """Make a token for one's own account, never wider than whoever makes it.

    Raises `token_too_wide`, `too_many_tokens` or what `issue_token` does.
    """
    club_id = wanted.club.id if wanted.club is not None else None
    scopes = [scope for scope in Scope if scope in wanted.scopes]
    if not all(may_give_token(actor, scope, club_id, wanted.expires_at) for scope in scopes):
        raise KaitenError("token_too_wide", 403)
    # Of two made at once, the second one counts the first.
    User.objects.select_for_update().get(pk=wanted.user.pk)
    if open_tokens_of(wanted.user, now).count() >= MOST_OPEN:
        raise KaitenError("too_many_tokens", 409, limit=MOST_OPEN)
    return issue_token(token_id=token_id, wanted=wanted, actor=actor, now=now)


@transaction.atomic
def issue_token(*, token_id: UUID, wanted: NewToken, actor: str, now: datetime) -> IssuedToken:
    """Make a token for whomever the operator says; its text is in the answer and nowhere else."""
    scopes, expires_at = wanted.scopes, wanted.expires_at
    unknown = [scope for scope in scopes if scope not in Scope.values]
    if unknown:
        raise KaitenError("unknown_scope", known=", ".join(Scope.values))
    if not scopes:
        raise KaitenError("scopes_missing")
    if expires_at is not None and expires_at <= now:
        raise KaitenError("expiry_in_the_past")
    prefix, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        id=token_id,
        user=wanted.user,
        club=wanted.club,
        name=clean_text(wanted.name, field="name", limit=80),
        prefix=prefix,
        digest=_digest(secret),
        scopes=[scope for scope in Scope.values if scope in scopes],
        created_at=now,
        expires_at=expires_at,
    )
    note_security(account=wanted.user, kind=SecurityKind.TOKEN_MADE, actor=actor, now=now)
    return IssuedToken(token, f"{BRAND}_{prefix}_{secret}")


@transaction.atomic
def revoke_token(*, token: ApiToken, actor: str, now: datetime) -> None:
    """End a token for good; revoking it twice keeps the first moment."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        note_security(account=token.user, kind=SecurityKind.TOKEN_REVOKED, actor=actor, now=now)


def find_token(*, text: str, now: datetime) -> ApiToken:
    """Return the token a text belongs to, or raise `token_invalid`, whatever is wrong with it."""
    brand, _, rest = text.partition("_")
    prefix, _, secret = rest.partition("_")
    token = None
    if brand == BRAND and len(prefix) == 8 and prefix.isascii() and prefix.isalnum():
        token = _TOKEN.answer(prefix)
    known = token.digest if token else _digest("")
    genuine = hmac.compare_digest(known, _digest(secret))
    if token is None or not genuine or token.revoked_at or not token.user.is_active:
        raise KaitenError("token_invalid", 401)
    if token.expires_at is not None and token.expires_at <= now:
        raise KaitenError("token_invalid", 401)
    return token


_TOKEN = Question(str, lambda prefix: ApiToken.objects.select_related("user").filter(prefix=prefix))


def note_use(*, token: ApiToken, now: datetime) -> None:
    """Remember that a token was used just now, to within a few minutes."""
    if token.last_used_at is not None and now - token.last_used_at < USE_NOTED_EVERY:
        return
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
