"""The members of a club and the links by which people join it."""

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from django.urls import reverse
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.actors import require_somebody
from replays.http.answers import Answer
from replays.http.conditional import stamped
from replays.http.fields import Choice, Flag, StrictSerializer, WholeNumber
from replays.http.idempotency import envelope_of
from replays.http.schema import operation
from replays.http.views import ApiView
from tournaments.people.api.access import CLUB, permitted
from tournaments.people.models import Club, Invitation, Membership, Role
from tournaments.people.policy import CLUB_MEMBERS
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.members import members_of, working_invitations
from tournaments.people.services import invitations, members

RoleName = Annotated[Role, Meta(description="What the account is in the club.")]
_ROLE: dict[str, Any] = {"choices": Role.choices, "help_text": "What the account is in the club."}
SCOREKEEPER = "A scorekeeper", {"role": "scorekeeper"}
ONE_EVENING = "Scorekeepers of one evening", {"role": "scorekeeper", "single": False, "days": 1}


class RoleBody(StrictSerializer):
    """Another role of a member."""

    role = Choice(**_ROLE)


class NewInvitation(StrictSerializer):
    """A link to join a club."""

    role = Choice(**_ROLE)
    single = Flag(required=False, default=True, help_text="Whether it works for one person only.")
    days = WholeNumber(
        required=False,
        default=14,
        min_value=1,
        max_value=invitations.MOST_DAYS,
        help_text="How many days it works.",
    )


class MemberAnswer(Answer, frozen=True):
    """An account and what it is in a club."""

    account: UUID
    """The id of the account."""
    name: str
    """The name it signs in with."""
    role: RoleName
    granted_at: datetime
    """Since when."""

    @classmethod
    def of(cls, member: Membership) -> "MemberAnswer":
        """Return a member as others who manage the club know them."""
        return cls(member.user_id, member.user.username, Role(member.role), member.granted_at)


class MembersAnswer(Answer, frozen=True):
    """Everybody who has a role in a club."""

    members: list[MemberAnswer]
    """Owners first, then by name."""


class InvitationAnswer(Answer, frozen=True):
    """A link by which people join a club; what it is stands nowhere."""

    id: UUID
    """The invitation."""
    role: RoleName
    single: bool
    """Whether it works for one person only."""
    uses: int
    """How many have joined by it."""
    created_at: datetime
    """When it was made."""
    expires_at: datetime
    """Until when it works."""


class MadeInvitationAnswer(InvitationAnswer, frozen=True):
    """A new link, which nobody can see again."""

    link: str
    """The address to send to whoever is to join."""


class InvitationsAnswer(Answer, frozen=True):
    """The links into a club that still work."""

    invitations: list[InvitationAnswer]
    """The newest first."""


class OfClub(ApiView):
    """A view of a club's members."""

    address = {
        "user_id": "The id of the account.",
        "invitation_id": "The id of the invitation.",
    }

    def club(self, request: Request, club: str) -> Club:
        """Return the club whose members may be managed, or answer 401, 403 or 404."""
        require_somebody(request)
        home = club_by_name(club)
        permitted(request, CLUB_MEMBERS, home.id)
        return home


class MembersView(OfClub):
    """Everybody who has a role."""

    @operation("members_list", "List members", MembersAnswer, *(401, 403, 404), parameters=[CLUB])
    def get(self, request: Request, club: str) -> Response:
        """Return who is what in a club, for those who manage it."""
        home = self.club(request, club)
        return stamped(MembersAnswer([MemberAnswer.of(one) for one in members_of(home.id)]))


class MemberView(OfClub):
    """One member."""

    @operation(
        "members_change",
        "Give a member another role",
        MemberAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        request=RoleBody,
        example=SCOREKEEPER,
        parameters=[CLUB],
    )
    def put(self, request: Request, club: str, user_id: UUID) -> Response:
        """Change a role; owners give any, organisers those below their own."""
        home = self.club(request, club)
        role = Role(RoleBody.read(request)["role"])
        member = members.set_role(
            club_id=home.id, user_id=user_id, role=role, envelope=envelope_of(request)
        )
        return Response(MemberAnswer.of(member))

    @operation(
        "members_remove",
        "Remove a member",
        {204: None},
        *(401, 403, 404, 409),
        parameters=[CLUB],
    )
    def delete(self, request: Request, club: str, user_id: UUID) -> Response:
        """Take a role away; a club keeps at least one owner."""
        home = self.club(request, club)
        members.remove_member(club_id=home.id, user_id=user_id, envelope=envelope_of(request))
        return Response(status=204)


class InvitationsView(OfClub):
    """Links to join a club."""

    @operation(
        "invitations_list",
        "List the links that work",
        InvitationsAnswer,
        *(401, 403, 404),
        parameters=[CLUB],
    )
    def get(self, request: Request, club: str) -> Response:
        """Return the links by which people may join now; the links themselves are not kept."""
        home = self.club(request, club)
        working = working_invitations(datetime.now(UTC)).filter(club=home)
        return stamped(InvitationsAnswer([InvitationAnswer.from_object(one) for one in working]))

    @operation(
        "invitations_create",
        "Make a link to join",
        {201: MadeInvitationAnswer},
        *(401, 403, 404, 413, 415, 422),
        request=NewInvitation,
        example=ONE_EVENING,
        parameters=[CLUB],
    )
    def post(self, request: Request, club: str) -> Response:
        """Make a link for one person or for many; it is in the answer and nowhere else."""
        home = self.club(request, club)
        sent = NewInvitation.read(request)
        made = invitations.invite(
            club=home,
            role=Role(sent["role"]),
            single=sent["single"],
            days=sent["days"],
            envelope=envelope_of(request),
        )
        return Response(_made(request, made.invitation, made.secret), status=201)


class InvitationView(OfClub):
    """One link."""

    @operation(
        "invitations_revoke",
        "End a link",
        {204: None},
        *(401, 403, 404),
        parameters=[CLUB],
    )
    def delete(self, request: Request, club: str, invitation_id: UUID) -> Response:
        """Let nobody join by it any more."""
        home = self.club(request, club)
        envelope: Envelope = envelope_of(request)
        invitations.revoke_invitation(
            club_id=home.id, invitation_id=invitation_id, now=envelope.now
        )
        return Response(status=204)


def _made(request: Request, invitation: Invitation, secret: str) -> MadeInvitationAnswer:
    link = request.build_absolute_uri(reverse("tournaments:join", args=[secret]))
    return MadeInvitationAnswer.from_object(invitation, link=link)
