"""The members of a club and the links by which people join it."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from django.urls import reverse
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.answers import Answer
from replays.http.conditional import stamped
from replays.http.fields import Choice, Flag, StrictSerializer, WholeNumber
from replays.http.idempotency import envelope_of
from replays.http.schema import operation
from tournaments.people.api.access import CLUB, OfClub
from tournaments.people.models import Invitation, Membership, Role
from tournaments.people.rights import CLUB_MEMBERS
from tournaments.people.selectors.actors import actor_words
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.members import members_of, working_invitations
from tournaments.people.services import invitations, members
from tournaments.people.services.links import MOST_DAYS

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
        max_value=MOST_DAYS,
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
    granted_by: str
    """Who gave the role, in words."""

    @classmethod
    def of_all(cls, members: Collection[Membership]) -> "list[MemberAnswer]":
        """Return members as others who manage the club know them."""
        givers = actor_words({one.granted_by for one in members})
        return [
            cls(
                one.user_id,
                one.user.username,
                Role(one.role),
                one.granted_at,
                givers[one.granted_by],
            )
            for one in members
        ]


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


class OfMembers(OfClub):
    """A view of a club's members, for those who manage them."""

    requires = dict.fromkeys(["GET", "POST", "PUT", "DELETE"], CLUB_MEMBERS)
    address = {
        "user_id": "The id of the account.",
        "invitation_id": "The id of the invitation.",
    }


class MembersView(OfMembers):
    """Everybody who has a role."""

    @operation("members_list", "List members", MembersAnswer, *(401, 403, 404), parameters=[CLUB])
    def get(self, request: Request, club: str) -> Response:
        """Return who is what in a club, for those who manage it."""
        home = club_by_name(club)
        return stamped(MembersAnswer(MemberAnswer.of_all(members_of(home.id))))


class MemberView(OfMembers):
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
        home = club_by_name(club)
        role = Role(RoleBody.read(request)["role"])
        member = members.set_role(
            club_id=home.id, user_id=user_id, role=role, envelope=envelope_of(request)
        )
        [answer] = MemberAnswer.of_all([member])
        return Response(answer)

    @operation(
        "members_remove",
        "Remove a member",
        {204: None},
        *(401, 403, 404, 409),
        parameters=[CLUB],
    )
    def delete(self, request: Request, club: str, user_id: UUID) -> Response:
        """Take a role away; a club keeps at least one owner."""
        home = club_by_name(club)
        members.remove_member(club_id=home.id, user_id=user_id, envelope=envelope_of(request))
        return Response(status=204)


class InvitationsView(OfMembers):
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
        home = club_by_name(club)
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
        home = club_by_name(club)
        sent = NewInvitation.read(request)
        made = invitations.invite(
            club=home,
            role=Role(sent["role"]),
            single=sent["single"],
            days=sent["days"],
            envelope=envelope_of(request),
        )
        return Response(_made(request, made.invitation, made.secret), status=201)


class InvitationView(OfMembers):
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
        home = club_by_name(club)
        envelope: Envelope = envelope_of(request)
        invitations.revoke_invitation(
            club_id=home.id, invitation_id=invitation_id, now=envelope.now
        )
        return Response(status=204)


def _made(request: Request, invitation: Invitation, secret: str) -> MadeInvitationAnswer:
    link = request.build_absolute_uri(reverse("tournaments:join", args=[secret]))
    return MadeInvitationAnswer.from_object(invitation, link=link)
