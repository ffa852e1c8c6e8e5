"""Links by which people join a club: for one or for many, with a role, for some days.

Whoever has the link has the key: it is shown once, only its digest is stored, and a link that was
never made, has ended or is used up answers in one and the same way.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db.models import F

from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.people.models import Club, Invitation, Membership, Role, User
from tournaments.people.policy import may_grant
from tournaments.people.selectors.members import working_invitations
from tournaments.people.services.links import digest_of, new_secret, require_days
from tournaments.people.services.members import join


@dataclass(frozen=True, slots=True)
class MadeInvitation:
    """A new invitation and the secret of its link, which nobody can see again."""

    invitation: Invitation
    secret: str


def invite(
    *, club: Club, role: Role, single: bool, days: int, envelope: Envelope
) -> MadeInvitation:
    """Make a link to join a club; raises `bad_link_days` or `role_not_yours_to_give`."""
    require_days(days)
    if not may_grant(envelope.actor, club.id, role):
        raise KaitenError("role_not_yours_to_give", 403)
    secret = new_secret()
    invitation = Invitation.objects.create(
        id=uuid4(),
        club=club,
        role=role,
        digest=digest_of(secret),
        single=single,
        created_by=envelope.actor,
        created_at=envelope.now,
        expires_at=envelope.now + timedelta(days=days),
    )
    return MadeInvitation(invitation, secret)


def revoke_invitation(*, club_id: UUID, invitation_id: UUID, now: datetime) -> None:
    """End a link; doing so twice keeps the first moment."""
    links = Invitation.objects.filter(pk=invitation_id, club_id=club_id)
    if not links.exists():
        raise KaitenError("invitation_invalid", 404)
    links.filter(revoked_at=None).update(revoked_at=now)


def find_invitation(*, secret: str, now: datetime) -> Invitation:
    """Return the invitation of a link that still works, or raise `invitation_invalid`."""
    links = working_invitations(now).filter(digest=digest_of(secret))
    link = links.select_related("club").first()
    # Whoever may no longer give a role has no links that do.
    if link is None or not may_grant(link.created_by, link.club_id, Role(link.role)):
        raise KaitenError("invitation_invalid", 404)
    return link


def accept_invitation(*, secret: str, user: User, now: datetime) -> Membership:
    """Let an account join; a link for one person works for the first only.

    Call it inside a transaction: of two at once, one finds the link used up.
    """
    link = find_invitation(secret=secret, now=now)
    used = working_invitations(now).filter(pk=link.pk).update(uses=F("uses") + 1)
    if not used:
        raise KaitenError("invitation_invalid", 404)
    return join(
        club=link.club, user=user, role=Role(link.role), envelope=Envelope(link.created_by, now)
    )
