"""Who is what in a club, and which links lead into it."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.people.models import Invitation, Membership, Role, User


def members_of(club_id: UUID) -> list[Membership]:
    """Return the members of a club, owners first, then by name."""
    members = Membership.objects.filter(club_id=club_id).select_related("user")
    return sorted(members, key=lambda one: (Role.values.index(one.role), one.user.username))


def memberships_of(user: User) -> QuerySet[Membership]:
    """Return what an account is in which clubs, by the clubs' names."""
    return user.memberships.select_related("club").order_by("club__name", "club")


def working_invitations(now: datetime) -> QuerySet[Invitation]:
    """Return the links into clubs that still work, the newest first."""
    unused = Q(single=False) | Q(uses=0)
    return Invitation.objects.filter(unused, revoked_at=None, expires_at__gt=now)
