"""Who is what in a club: roles given, changed and taken; a club that has an owner keeps one."""

from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.people.models import Club, Membership, Role, User
from tournaments.people.policy import may_grant


def read_role(text: str) -> Role:
    """Return the role that a word names, or raise `unknown_role`."""
    if text not in Role.values:
        raise KaitenError("unknown_role", known=", ".join(Role.values))
    return Role(text)


def make_owner(*, club: Club, user: User, now: datetime) -> Membership:
    """Let whoever made a club own it."""
    return _saved(club, user, Role.OWNER, Envelope(f"user:{user.pk}", now))


def set_role(*, club_id: UUID, user_id: UUID, role: Role, envelope: Envelope) -> Membership:
    """Give a member another role.

    Raises `unknown_member`, `role_not_yours_to_give` or `last_owner`.
    """
    with transaction.atomic():
        member = _locked(club_id, user_id)
        before = Role(member.role)
        _require_granting(envelope, club_id, before, role)
        if before == role:
            return member
        if before == Role.OWNER:
            _require_other_owner(member)
        return _saved(member.club, member.user, role, envelope)


def remove_member(*, club_id: UUID, user_id: UUID, envelope: Envelope) -> None:
    """Take an account's role in a club away; everybody may give up their own.

    Raises `unknown_member`, `role_not_yours_to_give` or `last_owner`.
    """
    with transaction.atomic():
        member = _locked(club_id, user_id)
        if envelope.actor != f"user:{user_id}":
            _require_granting(envelope, club_id, Role(member.role))
        if member.role == Role.OWNER:
            _require_other_owner(member)
        member.delete()


def join(*, club: Club, user: User, role: Role, envelope: Envelope) -> Membership:
    """Give an account a role in a club unless it has a higher one there already."""
    member = Membership.objects.filter(club=club, user=user).first()
    if member is not None and Role.values.index(member.role) <= Role.values.index(role):
        return member
    return _saved(club, user, role, envelope)


def _locked(club_id: UUID, user_id: UUID) -> Membership:
    """Return a membership while nobody else changes the roles of its club."""
    Club.objects.select_for_update().filter(pk=club_id).first()
    members = Membership.objects.select_related("club", "user")
    member = members.filter(club_id=club_id, user_id=user_id).first()
    if member is None:
        raise KaitenError("unknown_member", 404)
    return member


def _require_granting(envelope: Envelope, club_id: UUID, *roles: Role) -> None:
    if not may_grant(envelope.actor, club_id, *roles):
        raise KaitenError("role_not_yours_to_give", 403)


def _require_other_owner(member: Membership) -> None:
    owners = Membership.objects.filter(
        club_id=member.club_id, role=Role.OWNER, user__is_active=True
    )
    if not owners.exclude(pk=member.pk).exists():
        raise KaitenError("last_owner", 409)


def _saved(club: Club, user: User, role: Role, envelope: Envelope) -> Membership:
    member, _made = Membership.objects.update_or_create(
        club=club,
        user=user,
        defaults={"role": role, "granted_by": envelope.actor, "granted_at": envelope.now},
        create_defaults={
            "id": uuid4(),
            "role": role,
            "granted_by": envelope.actor,
            "granted_at": envelope.now,
        },
    )
    return member
