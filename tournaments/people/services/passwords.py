"""New passwords: chosen by who knows the old one, or by who holds a one-time link.

A new password ends every other session of the account, because a session carries a digest of it.
"""

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction

from replays.errors import KaitenError
from tournaments.people.account_models import OneTimeLink, Purpose, SecurityKind
from tournaments.people.models import ApiToken, User
from tournaments.people.reach import may_send_password_link
from tournaments.people.services.links import (
    IssuedLink,
    NewLink,
    issue_link,
    revoke_links,
    use_link,
)
from tournaments.people.services.security import note_security

BY_HAND = timedelta(hours=24)
BY_MAIL = timedelta(hours=1)


@transaction.atomic
def change_password(
    *, account: User, password: str, revoke_tokens: bool, actor: str, now: datetime
) -> None:
    """Give an account another password; links that would set yet another one end."""
    _set(account, password)
    note_security(account=account, kind=SecurityKind.PASSWORD_CHANGED, actor=actor, now=now)
    if revoke_tokens:
        _revoke_tokens(account, actor, now)
    revoke_links(account=account, purpose=Purpose.PASSWORD, now=now)


@transaction.atomic
def reset_password(*, link: OneTimeLink, password: str, revoke_tokens: bool, now: datetime) -> None:
    """Use a link up for a new password; raises `link_dead` if it cannot be used any more."""
    account = link.account
    if account is None or link.purpose != Purpose.PASSWORD or not use_link(link=link, now=now):
        raise KaitenError("link_dead", 404)
    actor = f"link:{link.id}"
    _set(account, password)
    note_security(account=account, kind=SecurityKind.PASSWORD_RESET, actor=actor, now=now)
    if revoke_tokens:
        _revoke_tokens(account, actor, now)
    revoke_links(account=account, purpose=Purpose.PASSWORD, now=now)


@transaction.atomic
def make_password_link(
    *, account: User, actor: str, now: datetime, valid_for: timedelta = BY_HAND
) -> IssuedLink:
    """Make a link with which somebody sets a new password.

    Raises `account_out_of_reach` where the account may more than who asks, or is locked.
    """
    if not may_send_password_link(actor, account):
        raise KaitenError("account_out_of_reach", 403)
    wanted = NewLink(Purpose.PASSWORD, account, valid_for)
    issued = issue_link(link_id=uuid4(), wanted=wanted, actor=actor, now=now)
    note_security(account=account, kind=SecurityKind.LINK_MADE, actor=actor, now=now)
    return issued


@transaction.atomic
def revoke_password_links(*, account: User, actor: str, now: datetime) -> int:
    """End the open links of an account; raises `account_out_of_reach` as making one does."""
    if not may_send_password_link(actor, account):
        raise KaitenError("account_out_of_reach", 403)
    ended = revoke_links(account=account, purpose=Purpose.PASSWORD, now=now)
    if ended:
        note_security(account=account, kind=SecurityKind.LINKS_REVOKED, actor=actor, now=now)
    return ended


@transaction.atomic
def change_email(*, account: User, email: str, actor: str, now: datetime) -> None:
    """Say where mails for an account go; links that went to the old address end."""
    account.email = User.objects.normalize_email(email)
    account.save(update_fields=["email"])
    note_security(account=account, kind=SecurityKind.EMAIL_CHANGED, actor=actor, now=now)
    revoke_links(account=account, purpose=Purpose.PASSWORD, now=now)


def _set(account: User, password: str) -> None:
    account.set_password(password)
    account.save(update_fields=["password"])


def _revoke_tokens(account: User, actor: str, now: datetime) -> None:
    tokens = ApiToken.objects.filter(user=account, revoked_at=None)
    if tokens.update(revoked_at=now):
        note_security(account=account, kind=SecurityKind.TOKENS_REVOKED, actor=actor, now=now)
