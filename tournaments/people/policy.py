"""Who may do what; `onlooker.py` says who finds what, `rights.py` what each role is granted.

What is public is readable by anyone; what is for the club is not there for others. Writing takes a
role in the club, in a session or with a token that holds the scope of the action (and is not bound
to another club); how a table of a tournament ended may also be said by whoever sits there. Staff
are the operators of the server: with the command line and the system itself they may do everything.
"""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from replays import actions
from replays.events import Audience
from replays.ports import Actor
from tournaments.people.models import Club, Openness, Player, Role, Scope
from tournaments.people.rights import (
    AT_THE_TABLE,
    CLUB_MEMBERS,
    MATCH_READ_SECRETS,
    PLAYER_LINK,
    PLAYER_WRITE,
    scope_for,
)
from tournaments.people.selectors.actors import accounts_of
from tournaments.people.selectors.clubs import every_club
from tournaments.people.selectors.players import players_of_user
from tournaments.people.standing import Standing, standing_of


def may(actor: Actor, action: str, club_id: UUID | None) -> bool:
    """Say whether an actor may do something in a club, or in all of them when none is named."""
    return standing_of(actor).may(action, club_id)


def clubs_permitting(actor: Actor, action: str) -> set[UUID]:
    """Return the clubs in which an actor may do something; what is true of one is of no other."""
    standing = standing_of(actor)
    clubs = Club.objects.values_list("pk", flat=True) if standing.is_staff else standing.roles
    return {club for club in clubs if standing.may(action, club)}


def opened(actor: Actor, club_ids: Collection[UUID]) -> set[UUID]:
    """Return those clubs of which an actor sees every hand once a match is over."""
    clubs = (club for club in map(every_club().get, club_ids) if club is not None)
    openness = {club.id: club.open_hands for club in clubs if club.open_hands != Openness.EVERYBODY}
    if not openness:
        return set(club_ids)
    standing = standing_of(actor)
    closed = {club for club in openness if not _opens(standing, club, openness[club])}
    return set(club_ids) - closed


def audiences(actor: Actor, club_id: UUID) -> set[Audience]:
    """Return whom an actor may write for about a match of a club that is over.

    Whoever sees hands that others do not may not write for those others.
    """
    standing = standing_of(actor)
    found: set[Audience] = set()
    if standing.may(actions.ANNOTATE, club_id):
        found.add("scorekeepers")
    if not standing.may(actions.COMMENT, club_id):
        return found
    club = every_club().get(club_id)
    openness = club.open_hands if club is not None else None
    sees = openness is None or _opens(standing, club_id, openness)
    if openness == Openness.EVERYBODY or not sees:
        found.add("public")
    if openness in (Openness.EVERYBODY, Openness.CLUB) or not sees:
        found.add("club")
    return found


AS_OWNER = frozenset(
    {actions.PLAY, actions.REWIND, actions.AMEND, actions.REPORT, actions.STOP, actions.ABANDON}
)
"""What whoever plays on from a match may do to what became of it."""


def may_as_owner(actor: Actor, action: str, club_id: UUID, owner: Actor) -> bool:
    """Say whether an actor may do something to a branch because it is theirs."""
    standing = standing_of(actor)
    return (
        action in AS_OWNER and standing.may(actions.BRANCH, club_id) and is_owner(standing, owner)
    )


def is_owner(standing: Standing, owner: Actor) -> bool:
    """Say whether a standing is of the account that made something."""
    return standing.user_id is not None and accounts_of([owner]).get(owner) == standing.user_id


def may_take_away(actor: Actor, author: Actor, club_id: UUID) -> bool:
    """Say whether an actor may erase a comment: the account that wrote it, or organisers."""
    standing = standing_of(actor)
    if standing.may(actions.ERASE, club_id):
        return True
    if scope_for(actions.COMMENT) not in standing.scopes or not standing.is_for(club_id):
        return False
    return is_owner(standing, author)


def may_at_table(actor: Actor, action: str, club_id: UUID, players: Collection[UUID]) -> bool:
    """Say whether an actor may do something at a table: by role, or as one of these players."""
    standing = standing_of(actor)
    if standing.may(action, club_id):
        return True
    if action not in AT_THE_TABLE or scope_for(action) not in standing.scopes:
        return False
    own = players_of_user(standing.user_id) if standing.user_id is not None else set()
    return standing.is_for(club_id) and not own.isdisjoint(players)


def may_have_tokens(actor: Actor) -> bool:
    """Say whether an actor makes and ends the tokens of its own account."""
    standing = standing_of(actor)
    return standing.user_id is not None and Scope.ADMIN in standing.scopes


def clubs_to_bind(actor: Actor) -> QuerySet[Club]:
    """Return the clubs that an actor may bind a token of its own account to."""
    standing = standing_of(actor)
    clubs = Club.objects.order_by("name", "id")
    if not standing.is_staff:
        clubs = clubs.filter(pk__in=standing.roles)
    return clubs.filter(pk=standing.club_id) if standing.club_id is not None else clubs


def may_give_token(
    actor: Actor, scope: Scope, club_id: UUID | None, until: datetime | None
) -> bool:
    """Say whether a token would be no wider than whoever makes it for themselves."""
    standing = standing_of(actor)
    if scope not in standing.scopes or not standing.is_for(club_id):
        return False
    if club_id is not None and not (standing.is_staff or club_id in standing.roles):
        return False
    return standing.until is None or (until is not None and until <= standing.until)


def is_self(actor: Actor, player: Player) -> bool:
    """Say whether an actor is the account of a player, and may act as such."""
    own = own_account(actor, player.club_id)
    return own is not None and player.id in players_of_user(own)


def own_account(actor: Actor, club_id: UUID) -> UUID | None:
    """Return the account that an actor may speak for in a club; None for nobody's."""
    standing = standing_of(actor)
    if Scope.ORGANISE not in standing.scopes or not standing.is_for(club_id):
        return None
    return standing.user_id


def may_show(actor: Actor, player: Player) -> bool:
    """Say whether an actor may choose how a player is called: their own, or organisers."""
    return may(actor, PLAYER_WRITE, player.club_id) or is_self(actor, player)


def may_unlink(actor: Actor, player: Player) -> bool:
    """Say whether an actor may part a player from their account: their own, or organisers."""
    if may(actor, PLAYER_LINK, player.club_id):
        return True
    own = own_account(actor, player.club_id)
    return own is not None and own == player.user_id


def may_grant(actor: Actor, club_id: UUID, *roles: Role | None) -> bool:
    """Say whether an actor may give or take these roles: owners any, organisers those below."""
    standing = standing_of(actor)
    if not standing.may(CLUB_MEMBERS, club_id):
        return False
    if standing.is_staff or standing.roles.get(club_id) == Role.OWNER:
        return True
    return not {Role.OWNER, Role.ORGANISER} & set(roles)


def players_of(actor: Actor, club_id: UUID) -> set[UUID]:
    """Return the players that an actor may know the things of as their own in a club."""
    standing = standing_of(actor)
    if standing.user_id is None or Scope.READ not in standing.scopes:
        return set()
    return players_of_user(standing.user_id) if standing.is_for(club_id) else set()


def _opens(standing: Standing, club_id: UUID, openness: str) -> bool:
    """Say whether a standing sees every hand of a club that does not show them to everybody."""
    if openness == Openness.CLUB:
        return standing.belongs_to(club_id)
    return standing.may(MATCH_READ_SECRETS, club_id)
