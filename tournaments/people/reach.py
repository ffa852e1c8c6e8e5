"""Whose accounts somebody helps with: new passwords, second factors, the staff's own pages."""

from collections.abc import Iterable
from uuid import UUID

from replays.ports import Actor
from tournaments.people.models import Membership, Player, Role, Scope, User
from tournaments.people.rights import CLUB_MEMBERS
from tournaments.people.standing import Standing, standing_of


def may_find_accounts(actor: Actor) -> bool:
    """Say whether an actor is an organiser, who helps others to their accounts."""
    standing = standing_of(actor)
    if Scope.ADMIN not in standing.scopes or standing.club_id is not None:
        return False
    return standing.is_staff or bool(clubs_managed(standing))


def clubs_managed(standing: Standing) -> set[UUID]:
    """Return the clubs whose members a standing helps, by its role."""
    return {club for club in standing.roles if CLUB_MEMBERS in standing.permissions(club)}


def may_send_password_link(actor: Actor, account: User) -> bool:
    """Say whether an actor may let an account have a new password: never one that may do more."""
    return account in within_reach(actor, [account])


def within_reach(actor: Actor, accounts: Iterable[User]) -> list[User]:
    """Return those accounts that an actor may hand out links for, who could use them as well."""
    if not may_find_accounts(actor):
        return []
    standing = standing_of(actor)
    active = [account for account in accounts if account.is_active]
    if standing.user_id is None:
        return active
    own = User.objects.get(pk=standing.user_id)
    if not standing.is_staff:
        active = _below(standing, active)
    return [account for account in active if holds_no_more(account, than=own)]


def _below(standing: Standing, accounts: list[User]) -> list[User]:
    """Return who is somebody only in clubs in which this standing ranks as high."""
    managed, ranks = clubs_managed(standing), list(Role.values)
    roles: dict[UUID, list[tuple[UUID, str]]] = {}
    for user, club, role in Membership.objects.filter(user__in=accounts).values_list(
        "user_id", "club_id", "role"
    ):
        roles.setdefault(user, []).append((club, role))
    players = Player.objects.filter(user__in=accounts).exclude(club__in=managed)
    elsewhere = set(players.values_list("user_id", flat=True))
    return [
        account
        for account in accounts
        if account.id in roles
        and account.id not in elsewhere
        and all(
            club in managed and ranks.index(standing.roles[club]) <= ranks.index(role)
            for club, role in roles[account.id]
        )
    ]


def holds_no_more(account: User, *, than: User) -> bool:
    """Say whether everything that one account may do is open to another as well."""
    if than.is_superuser:
        return True
    if account.is_superuser or (account.is_staff and not than.is_staff):
        return False
    # What is granted in the admin means something to the staff alone.
    granted = account.get_all_permissions() if account.is_staff else set()
    return granted <= than.get_all_permissions()


def may_use_second_factor(account: User) -> bool:
    """Say whether an account is one of those a second factor is for: owners and operators."""
    owns = Membership.objects.filter(user=account, role=Role.OWNER)
    return account.is_active and (account.is_staff or owns.exists())
