"""Who asks to be which player."""

from uuid import UUID

from django.db.models import QuerySet

from replays.errors import KaitenError
from tournaments.people.models import Claim, Player, User


def open_claims(club_id: UUID | None = None) -> QuerySet[Claim]:
    """Return the claims that nobody has decided, the oldest first; of one club if one is named."""
    claims = Claim.objects.filter(decided_at=None).select_related("player__club", "account")
    if club_id is not None:
        claims = claims.filter(player__club_id=club_id)
    return claims.order_by("asked_at", "id")


def claims_by(account: User, player: Player | None = None) -> QuerySet[Claim]:
    """Return what an account has asked for, the latest first."""
    claims = Claim.objects.filter(account=account).select_related("player__club", "account")
    if player is not None:
        claims = claims.filter(player=player)
    return claims.order_by("-asked_at", "id")


def claim_of(club_id: UUID, claim_id: UUID, *, by: User | None = None) -> Claim:
    """Return a claim to a player of a club or raise `unknown_claim`, also for one of others."""
    claims = Claim.objects.select_related("player__club", "player__merged_into", "account")
    if by is not None:
        claims = claims.filter(account=by)
    claim = claims.filter(pk=claim_id, player__club_id=club_id).first()
    if claim is None:
        raise KaitenError("unknown_claim", 404)
    return claim
