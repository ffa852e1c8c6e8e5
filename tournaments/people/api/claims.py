"""Who says that they are which player: asking, deciding, and links that need no asking."""

from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.urls import reverse
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.actors import actor_of
from replays.http.answers import Answer
from replays.http.conditional import stamped
from replays.http.fields import StrictSerializer, WholeNumber
from replays.http.idempotency import envelope_of
from replays.http.schema import operation
from replays.ports import Actor
from tournaments.people.api.access import CLUB, OfClub, OfPlayer
from tournaments.people.api.answers import PlayerAnswer, PlayerId, PlayerLabel
from tournaments.people.labels import public_label
from tournaments.people.models import Claim, User
from tournaments.people.policy import own_account
from tournaments.people.rights import PLAYER_LINK
from tournaments.people.selectors.accounts import account_of
from tournaments.people.selectors.claims import claim_of, claims_by, open_claims
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.players import player_of
from tournaments.people.services import claims
from tournaments.people.services.links import MOST_DAYS, revoke_player_links

ONESELF = "oneself"
"""What takes no role: whoever asks speaks for their own account."""
TWO_WEEKS = "A link for two weeks", {"days": 14}


class NewLink(StrictSerializer):
    """A link by which its holder becomes a player's account."""

    days = WholeNumber(
        required=False,
        default=14,
        min_value=1,
        max_value=MOST_DAYS,
        help_text="How many days it works.",
    )


class ClaimAnswer(Answer, frozen=True):
    """An account that says it is a player."""

    id: UUID
    """The claim."""
    player: PlayerId
    label: PlayerLabel
    account: UUID
    """The account that asks."""
    account_name: str
    """The name it signs in with."""
    asked_at: datetime
    """Since when."""
    granted: bool | None
    """Whether it was believed; null while nobody has decided."""

    @classmethod
    def of(cls, claim: Claim) -> Self:
        """Return a claim as who asked and who decides may know it."""
        return cls.from_object(
            claim,
            player=claim.player_id,
            label=public_label(claim.player),
            account=claim.account_id,
            account_name=claim.account.username,
        )


class ClaimsAnswer(Answer, frozen=True):
    """Claims."""

    claims: list[ClaimAnswer]
    """In the order in which they are answered: of a club the oldest first, one's own the latest."""


class MadeLinkAnswer(Answer, frozen=True):
    """A new link, which nobody can see again."""

    player: PlayerId
    label: PlayerLabel
    link: str
    """The address to give to the person, and to nobody else."""
    expires_at: datetime
    """Until when it works."""


class PlayerClaimsView(OfPlayer):
    """Claims to one player."""

    requires = {"GET": ONESELF, "POST": ONESELF}

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor speaks for an account, which may be anybody's."""
        return own_account(actor, self.club_of(address["player_id"])) is not None

    @operation("players_claims", "Read one's claims to a player", ClaimsAnswer, *(401, 403, 404))
    def get(self, request: Request, player_id: UUID) -> Response:
        """Return what whoever asks has claimed of this player, the latest first."""
        player = player_of(player_id)
        account = _account(request, player.club_id)
        return stamped(ClaimsAnswer([ClaimAnswer.of(one) for one in claims_by(account, player)]))

    @operation(
        "players_claim",
        "Say that one is a player",
        {201: ClaimAnswer},
        *(401, 403, 404, 409),
        request=None,
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Ask the organisers to link one's account to this player; asking twice is asking once."""
        player = player_of(player_id)
        account = _account(request, player.club_id)
        claim = claims.ask_for_player(player=player, account=account, envelope=envelope_of(request))
        return Response(ClaimAnswer.of(claim), status=201)


class ClaimLinkView(OfPlayer):
    """Links by which somebody becomes a player's account without asking."""

    requires = {"POST": PLAYER_LINK, "DELETE": PLAYER_LINK}

    @operation(
        "players_claim_link",
        "Make a link for a player",
        {201: MadeLinkAnswer},
        *(401, 403, 404, 409, 413, 415, 422),
        request=NewLink,
        example=TWO_WEEKS,
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Make a link that works once, for the first who follows it; earlier ones end.

        It is in the answer and nowhere else. A token needs the scope admin.
        """
        player = player_of(player_id)
        days: int = NewLink.read(request)["days"]
        made = claims.make_claim_link(player=player, days=days, envelope=envelope_of(request))
        path = reverse("tournaments:one-time-link", args=[made.secret])
        answer = MadeLinkAnswer(
            player.id,
            public_label(player),
            request.build_absolute_uri(path),
            made.link.expires_at,
        )
        return Response(answer, status=201)

    @operation(
        "players_claim_link_revoke", "End the links for a player", {204: None}, *(401, 403, 404)
    )
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Let nobody become this player's account by a link that is open."""
        player = player_of(player_id)
        revoke_player_links(player=player, now=envelope_of(request).now)
        return Response(status=204)


class ClubClaimsView(OfClub):
    """Claims to the players of a club."""

    requires = {"GET": PLAYER_LINK}

    @operation("claims_list", "List open claims", ClaimsAnswer, *(401, 403, 404), parameters=[CLUB])
    def get(self, request: Request, club: str) -> Response:
        """Return who waits to be believed, the oldest first. A token needs the scope admin."""
        home = club_by_name(club)
        return stamped(ClaimsAnswer([ClaimAnswer.of(one) for one in open_claims(home.id)]))


class ClaimView(OfClub):
    """One claim."""

    requires = {"DELETE": ONESELF}
    address = {"claim_id": "The id of the claim."}

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor speaks for an account."""
        return own_account(actor, self.club_of(address["club"])) is not None

    @operation(
        "claims_withdraw",
        "Withdraw one's claim",
        {204: None},
        *(401, 403, 404, 409),
        parameters=[CLUB],
    )
    def delete(self, request: Request, club: str, claim_id: UUID) -> Response:
        """Take back a claim of one's own that nobody has decided."""
        home = club_by_name(club)
        account = _account(request, home.id)
        claims.withdraw_claim(claim=claim_of(home.id, claim_id, by=account))
        return Response(status=204)


class ApproveView(OfClub):
    """A claim believed."""

    requires = {"POST": PLAYER_LINK}

    address = {"claim_id": "The id of the claim."}

    @operation(
        "claims_approve",
        "Believe a claim",
        PlayerAnswer,
        *(401, 403, 404, 409),
        request=None,
        parameters=[CLUB],
    )
    def post(self, request: Request, club: str, claim_id: UUID) -> Response:
        """Link the account to the player, and refuse whoever else asked for that player."""
        home = club_by_name(club)
        claim = claim_of(home.id, claim_id)
        player = claims.approve_claim(claim=claim, envelope=envelope_of(request))
        return Response(PlayerAnswer.from_player(player, private=True))


class RefuseView(OfClub):
    """A claim not believed."""

    requires = {"POST": PLAYER_LINK}

    address = {"claim_id": "The id of the claim."}

    @operation(
        "claims_refuse",
        "Refuse a claim",
        {204: None},
        *(401, 403, 404, 409),
        request=None,
        parameters=[CLUB],
    )
    def post(self, request: Request, club: str, claim_id: UUID) -> Response:
        """Say that the account is not this player."""
        home = club_by_name(club)
        claim = claim_of(home.id, claim_id)
        claims.refuse_claim(claim=claim, envelope=envelope_of(request))
        return Response(status=204)


def _account(request: Request, club_id: UUID) -> User:
    """Return the account that whoever asks speaks for, or answer 403."""
    own = own_account(actor_of(request), club_id)
    if own is None:
        raise PermissionDenied
    return account_of(own)
