"""Who answers for which seat of a match: people for their own, scorekeepers where nobody can."""

from collections.abc import Mapping
from uuid import UUID

from replays import actions
from replays.models import Match
from replays.ports import Actor
from tournaments.people.policy import is_owner, may, may_as_owner
from tournaments.people.rights import MATCH_READ_SECRETS, scope_for
from tournaments.people.selectors.players import players_of_user, with_accounts
from tournaments.people.standing import Standing, standing_of

ONLINE = Match.Source.ONLINE
AS_SEATED: Mapping[str, frozenset[str]] = {
    Match.Source.ONLINE: frozenset({actions.PLAY, actions.REWIND}),
    Match.Source.TABLE: frozenset({actions.CONFIRM}),
}
"""What those who sit at a match may do there without any role, each for their own seat."""


def may_to_match(actor: Actor, action: str, match: Match) -> bool:
    """Say whether an actor may do something to a match: by role, as its owner, or from a seat.

    Nobody corrects a match online who answers for some of its seats only: what others chose there
    is not theirs to see or to change.
    """
    if match.owner and may_as_owner(actor, action, match.club_id, match.owner):
        return True
    if may(actor, action, match.club_id):
        corrects = action == actions.AMEND and match.source == ONLINE
        return not corrects or hand_of(standing_of(actor), match) is None
    # A branch is its owner's, who may know all of it: sitting there is no right to it.
    if match.owner or action not in AS_SEATED.get(match.source, ()):
        return False
    standing = standing_of(actor)
    permitted = standing.is_for(match.club_id) and scope_for(action) in standing.scopes
    return permitted and bool(seats_of(standing, match))


def hand_of(standing: Standing, match: Match) -> frozenset[int] | None:
    """Return the only seats that a standing answers for at a match; None for every seat.

    At a table whoever records answers for everybody. Online each account plays the seat of its
    player, and an arbiter any; seats without an account are played by scorekeepers who do not sit
    there themselves.
    """
    if match.owner and is_owner(standing, match.owner):
        return None
    records = standing.may(actions.PLAY, match.club_id)
    if records and (match.source != ONLINE or standing.may(MATCH_READ_SECRETS, match.club_id)):
        return None
    own = seats_of(standing, match)
    if own or not records:
        return frozenset(own)
    seated = {row.seat: row.player_id for row in match.seatings.all()}
    played = with_accounts([player for player in seated.values() if player is not None])
    if not played:
        return None
    return frozenset(seat for seat, player in seated.items() if player not in played)


def seats_of(standing: Standing, match: Match) -> set[int]:
    """Return the seats of a match at which the account of a standing sits in person."""
    if standing.user_id is None:
        return set()
    own: set[UUID | None] = {*players_of_user(standing.user_id)}
    if match.owner and is_owner(standing, match.owner):
        own.add(None)  # of a branch, the seat that is no bot's
    return {row.seat for row in match.seatings.all() if row.player_id in own}
