"""An account says which player it is: by an organiser's link, or by asking and being believed.

Asking tells nothing: whoever has an account already can be asked for as well, and only those who
decide learn of it.
"""

from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.models import Claim, Kind, Player, Role, User
from tournaments.people.policy import may
from tournaments.people.rights import PLAYER_LINK
from tournaments.people.selectors.claims import open_claims
from tournaments.people.selectors.players import root_of
from tournaments.people.selectors.streams import is_anonymised
from tournaments.people.services.links import (
    IssuedLink,
    NewLink,
    issue_link,
    require_days,
    revoke_player_links,
    use_link,
)
from tournaments.people.services.members import join
from tournaments.people.services.players import link_account, require_named

MOST_OPEN = 5
"""How many claims of an account may be open in a club at once."""


def ask_for_player(*, player: Player, account: User, envelope: Envelope) -> Claim:
    """Ask to be linked to a player; asking again finds the claim that is open.

    Raises `account_taken`, `too_many_claims`, `bot_not_editable` or `player_anonymised`.
    """
    root = root_of(player)
    require_named(root)
    with transaction.atomic():
        # Of many at once, each sees those before it.
        User.objects.select_for_update().get(pk=account.pk)
        own = open_claims(root.club_id).filter(account=account)
        if (known := own.filter(player=root).first()) is not None:
            return known
        if Player.objects.filter(club_id=root.club_id, user=account).exists():
            raise KaitenError("account_taken", 409)
        if own.count() >= MOST_OPEN:
            raise KaitenError("too_many_claims", 409, limit=MOST_OPEN)
        return Claim.objects.create(id=uuid4(), player=root, account=account, asked_at=envelope.now)


def withdraw_claim(*, claim: Claim) -> None:
    """Take back what one has asked for; raises `claim_decided` once somebody has answered."""
    if not Claim.objects.filter(pk=claim.pk, decided_at=None).delete()[0]:
        raise KaitenError("claim_decided", 409)


def approve_claim(*, claim: Claim, envelope: Envelope) -> Player:
    """Believe an account that it is a player; every other claim to that player is refused.

    Raises `claim_decided`, `player_taken`, `account_taken` or `player_anonymised`.
    """
    with transaction.atomic():
        _decide(claim, envelope, granted=True)
        return _linked(root_of(claim.player), claim.account, envelope)


def refuse_claim(*, claim: Claim, envelope: Envelope) -> None:
    """Say that an account is not this player; raises `claim_decided`."""
    _decide(claim, envelope, granted=False)


def make_claim_link(*, player: Player, days: int, envelope: Envelope) -> IssuedLink:
    """Make a link by which its holder becomes a player's account; earlier ones end.

    Raises `bad_link_days`, `player_taken`, `bot_not_editable` or `player_anonymised`.
    """
    require_days(days)
    root = root_of(player)
    require_named(root)
    if root.user_id is not None:
        raise KaitenError("player_taken", 409)
    wanted = NewLink(Purpose.CLAIM, None, timedelta(days=days), player=root)
    with transaction.atomic():
        revoke_player_links(player=root, now=envelope.now)
        return issue_link(link_id=uuid4(), wanted=wanted, actor=envelope.actor, now=envelope.now)


def player_of_link(link: OneTimeLink) -> Player | None:
    """Return the player that a link is for, if its maker may still link them and nobody is."""
    if link.purpose != Purpose.CLAIM or link.player is None:
        return None
    player = root_of(link.player)
    if player.user_id is not None or player.kind == Kind.BOT:
        return None
    if not may(link.created_by, PLAYER_LINK, player.club_id):
        return None
    return None if is_anonymised(player.club_id, player.id) else player


def use_claim_link(*, link: OneTimeLink, account: User, envelope: Envelope) -> Player:
    """Link whoever holds a link to its player, once; raises `link_used` or `account_taken`."""
    player = player_of_link(link)
    with transaction.atomic():
        if player is None or not use_link(link=link, now=envelope.now):
            raise KaitenError("link_used", 404)
        return _linked(player, account, Envelope(link.created_by, envelope.now))


def _decide(claim: Claim, envelope: Envelope, *, granted: bool) -> None:
    decided = {"granted": granted, "decided_by": envelope.actor, "decided_at": envelope.now}
    if not Claim.objects.filter(pk=claim.pk, decided_at=None).update(**decided):
        raise KaitenError("claim_decided", 409)


def _linked(player: Player, account: User, envelope: Envelope) -> Player:
    locked = Player.objects.select_for_update().select_related("club").get(pk=player.pk)
    if locked.user_id not in (None, account.pk):
        raise KaitenError("player_taken", 409)
    linked = link_account(player=locked, user=account)
    join(club=locked.club, user=account, role=Role.MEMBER, envelope=envelope)
    # Nobody else can be this player now, nor this account anybody else of the club.
    settled = open_claims(locked.club_id).filter(Q(player=locked) | Q(account=account))
    settled.update(granted=False, decided_by=envelope.actor, decided_at=envelope.now)
    revoke_player_links(player=locked, now=envelope.now)
    return linked
