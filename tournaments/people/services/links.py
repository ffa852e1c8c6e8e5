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

from replays.errors import KaitenError
from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.models import Player, User

MOST_DAYS = 90


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
    player: Player | None = None


def issue_link(*, link_id: UUID, wanted: NewLink, actor: str, now: datetime) -> IssuedLink:
    """Make a link; its secret is in the answer and nowhere else."""
    secret = new_secret()
    link = OneTimeLink.objects.create(
        id=link_id,
        purpose=wanted.purpose,
        account=wanted.account,
        player=wanted.player,
        digest=digest_of(secret),
        created_by=actor,
        created_at=now,
        expires_at=now + wanted.valid_for,
    )
    return IssuedLink(link, secret)


def find_link(*, secret: str, now: datetime) -> OneTimeLink | None:
    """Return the link of a secret if it can be used now."""
    may_be_used = Q(account=None) | Q(account__is_active=True)
    links = open_links(now).filter(may_be_used, digest=digest_of(secret))
    return links.select_related("account", "player__club", "player__merged_into").first()


def use_link(*, link: OneTimeLink, now: datetime) -> bool:
    """Use a link up and say whether that was still possible: of two at once, one may."""
    return bool(open_links(now).filter(pk=link.pk).update(used_at=now))


def revoke_links(*, account: User, purpose: Purpose, now: datetime) -> int:
    """End every open link of an account for one purpose; return how many that were."""
    return open_links(now).filter(account=account, purpose=purpose).update(revoked_at=now)


def revoke_player_links(*, player: Player, now: datetime) -> int:
    """End every open link to become a player's account; return how many that were."""
    return open_links(now).filter(player=player).update(revoked_at=now)


def has_open_link(player: Player, *, now: datetime) -> bool:
    return open_links(now).filter(player=player).exists()


def require_days(days: int) -> None:
    """Raise `bad_link_days` unless a link may work for so many days."""
    if not 1 <= days <= MOST_DAYS:
        raise KaitenError("bad_link_days", limit=MOST_DAYS)


def with_open_links(
    accounts: Collection[User], purpose: Purpose, *, now: datetime
) -> set[UUID | None]:
    """Return the ids of those accounts for which a link can be used now."""
    links = open_links(now).filter(account__in=accounts, purpose=purpose)
    return set(links.values_list("account_id", flat=True))


def open_links(now: datetime) -> QuerySet[OneTimeLink]:
    """Return the links that can be used now."""
    # The row's own columns alone: what is asked of other tables PostgreSQL does not ask again
    # when another transaction has just changed the row, and then all of many uses at once win.
    return OneTimeLink.objects.filter(used_at=None, revoked_at=None, expires_at__gt=now)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
