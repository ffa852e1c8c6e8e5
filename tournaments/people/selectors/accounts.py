"""Accounts as their owners and organisers look at them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from replays.errors import KaitenError
from tournaments.people.account_models import SecondFactor, SecurityEvent
from tournaments.people.models import Player, User
from tournaments.people.names import fold


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One thing that happened to an account, in words for its owner."""

    what: str
    by: str
    at: datetime


def second_factor_of(account: User) -> SecondFactor | None:
    """Return the second factor that an account has to show, if it has one."""
    return SecondFactor.objects.filter(account=account, confirmed_at__isnull=False).first()


def unconfirmed_factor_of(account: User) -> SecondFactor | None:
    return SecondFactor.objects.filter(account=account, confirmed_at=None).first()


def trace_of(account: User, *, most: int = 20) -> list[TraceLine]:
    """Return the last things that happened to an account, the latest first."""
    events = SecurityEvent.objects.filter(account=account)[:most]
    return [TraceLine(event.get_kind_display(), _by(event), event.at) for event in events]


def account_of(user_id: UUID) -> User:
    """Return an account or raise `unknown_user`."""
    account = User.objects.filter(pk=user_id).first()
    if account is None:
        raise KaitenError("unknown_user", 404)
    return account


def account_named(username: str) -> User:
    """Return the account of a user name or raise `unknown_user`."""
    account = User.objects.filter(username=username).first()
    if account is None:
        raise KaitenError("unknown_user", 404)
    return account


def accounts_called(search: str, *, clubs: Collection[UUID] | None = None) -> QuerySet[User]:
    """Return active accounts by user name, whole address, or the name of a player of theirs.

    With clubs named, their members alone, and players of other clubs are not looked at.
    """
    players = Player.objects.select_related("club")
    accounts = User.objects.filter(is_active=True)
    if clubs is not None:
        players = players.filter(club__in=clubs)
        accounts = accounts.filter(memberships__club__in=clubs)
    for word in search.split():
        found = Q(username__icontains=word) | Q(email__iexact=word)
        if letters := fold(word):
            named = players.filter(search_name__contains=letters, user__isnull=False)
            found |= Q(pk__in=named.values("user"))
        accounts = accounts.filter(found)
    known = accounts.prefetch_related(Prefetch("players", players))
    return known.distinct().order_by("username")


def _by(event: SecurityEvent) -> str:
    kind, _colon, id_ = event.actor.partition(":")
    if id_ == str(event.account_id):
        return _("you")
    words = {
        "user": _("an organiser"),
        "token": _("one of your API tokens"),
        "cli": _("the operator, on the command line"),
        "link": _("whoever held the link"),
    }
    return words.get(kind, "")
