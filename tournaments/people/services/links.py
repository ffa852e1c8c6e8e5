"""One-time links: made once, shown once, used once. Only the digest of a secret is stored.

A link that was guessed, used, revoked, has expired or belongs to somebody who is locked out is
always the same: nothing. Every one of them costs one look at an index.
"""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.models import User


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """A new link and its secret, which nobody can see again."""

    link: OneTimeLink
    secret: str


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link to be made: what for, for whom, and for how long."""

    purpose: Purpose
    account: User | None
    valid_for: timedelta


def issue_link(*, link_id: UUID, wanted: NewLink, actor: str, now: datetime) -> IssuedLink:
    """Make a link; its secret is in the answer and nowhere else."""
    secret = secrets.token_urlsafe(32)
    link = OneTimeLink.objects.create(
        id=link_id,
        purpose=wanted.purpose,
        account=wanted.account,
        digest=_digest(secret),
        created_by=actor,
        created_at=now,
        expires_at=now + wanted.valid_for,
    )
    return IssuedLink(link, secret)


def find_link(*, secret: str, now: datetime) -> OneTimeLink | None:
    """Return the link of a secret if it can be used now."""
    may_be_used = Q(account=None) | Q(account__is_active=True)
    links = _open(now).filter(may_be_used, digest=_digest(secret))
    return links.select_related("account").first()


def use_link(*, link: OneTimeLink, now: datetime) -> bool:
    """Use a link up and say whether that was still possible: of two at once, one may."""
    return bool(_open(now).filter(pk=link.pk).update(used_at=now))


def revoke_links(*, account: User, purpose: Purpose, now: datetime) -> int:
    """End every open link of an account for one purpose; return how many that were."""
    return _open(now).filter(account=account, purpose=purpose).update(revoked_at=now)


def with_open_links(
    accounts: Collection[User], purpose: Purpose, *, now: datetime
) -> set[UUID | None]:
    """Return the ids of those accounts for which a link can be used now."""
    links = _open(now).filter(account__in=accounts, purpose=purpose)
    return set(links.values_list("account_id", flat=True))


def _open(now: datetime) -> QuerySet[OneTimeLink]:
    # The row's own columns alone: what is asked of other tables PostgreSQL does not ask again
    # when another transaction has just changed the row, and then all of many uses at once win.
    return OneTimeLink.objects.filter(used_at=None, revoked_at=None, expires_at__gt=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
