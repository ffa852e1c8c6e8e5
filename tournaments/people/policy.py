"""Who may do what: the one module of permissions.

What is public is readable by anyone. Writing takes a member of staff, in a session or with a token
that holds the scope `write` (and is not bound to another club); how a table of a tournament ended
may also be said by whoever sits there. The operator's command line and the system itself may do
everything.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from games.core.viewer import PUBLIC, Viewer, seat_viewer
from replays.models import Match
from replays.ports import ENDED_STATUSES, Actor, every_viewer
from tournaments.people.models import ApiToken, Club, Scope, User
from tournaments.people.selectors.players import players_of_user

PLAYER_WRITE = "player.write"
PLAYER_MERGE = "player.merge"
PLAYER_READ_PRIVATE = "player.read_private"
CLUB_WRITE = "club.write"
TOURNAMENT_WRITE = "tournament.write"
TOURNAMENT_REPORT = "tournament.report"
TOURNAMENT_READ_PRIVATE = "tournament.read_private"

OPERATORS = frozenset({"cli", "system"})
EVERY_SCOPE = frozenset(Scope.values)
_NEEDS_ADMIN = frozenset({CLUB_WRITE})
_NEEDS_READ = frozenset({PLAYER_READ_PRIVATE, TOURNAMENT_READ_PRIVATE})


@dataclass(frozen=True, slots=True)
class Standing:
    """What an actor brings along."""

    user_id: UUID | None = None
    is_staff: bool = False
    scopes: frozenset[str] = frozenset()
    club_id: UUID | None = None
    """The only club a token is for, or None for all."""

    def may(self, action: str, club_id: UUID | None) -> bool:
        """Say whether this standing permits an action in a club, or in all when none is named."""
        if not self.is_staff or not self.is_for(club_id):
            return False
        if action in _NEEDS_READ:
            return Scope.READ in self.scopes
        return (Scope.ADMIN if action in _NEEDS_ADMIN else Scope.WRITE) in self.scopes

    def is_for(self, club_id: UUID | None) -> bool:
        """Say whether this standing means anything in a club."""
        return self.club_id is None or self.club_id == club_id


NOBODY = Standing()
OPERATOR = Standing(is_staff=True, scopes=EVERY_SCOPE)


class ClubPolicy:
    """The permissions of the clubs, as `replays.ports.Policy`."""

    def may(self, actor: Actor, action: str, club_id: UUID | None, match: Match | None) -> bool:
        if match is not None:
            return may(actor, action, match.club_id)
        # Nothing may be begun in a club that does not exist.
        known = club_id is None or Club.objects.filter(pk=club_id).exists()
        return known and may(actor, action, club_id)

    def viewers(self, actor: Actor, match: Match) -> set[Viewer]:
        if match.status in ENDED_STATUSES:
            return every_viewer(match.seats)
        standing = standing_of(actor)
        if Scope.READ not in standing.scopes or not standing.is_for(match.club_id):
            return {PUBLIC}
        if standing.is_staff:
            return every_viewer(match.seats)
        return {PUBLIC, *map(seat_viewer, _seats_of(standing, match))}

    def seats(self, actor: Actor, match: Match) -> set[int]:
        return _seats_of(standing_of(actor), match)


def may(actor: Actor, action: str, club_id: UUID | None) -> bool:
    """Say whether an actor may do something in a club, or in all of them when none is named."""
    return standing_of(actor).may(action, club_id)


def may_report(actor: Actor, club_id: UUID, player_id: UUID) -> bool:
    """Say whether an actor may tell how a table ended in the name of a player who sits there."""
    standing = standing_of(actor)
    if standing.may(TOURNAMENT_REPORT, club_id):
        return True
    if standing.user_id is None or Scope.WRITE not in standing.scopes:
        return False
    return standing.is_for(club_id) and player_id in players_of_user(standing.user_id)


def standing_of(actor: Actor) -> Standing:
    """Return what an actor brings along today; an unknown or locked account brings nothing."""
    if actor in OPERATORS:
        return OPERATOR
    kind, _, text = actor.partition(":")
    try:
        id_ = UUID(text)
    except ValueError:
        return NOBODY
    match kind:
        case "user":
            return _of_user(User.objects.filter(pk=id_).first())
        case "token":
            return _of_token(ApiToken.objects.select_related("user").filter(pk=id_).first())
        case _:
            return NOBODY


def scopes_of(token: ApiToken) -> frozenset[str]:
    """Return every scope a token holds: a wider one holds those that are narrower."""
    held = [place for place, scope in enumerate(Scope.values, 1) if scope in token.scopes]
    return frozenset(Scope.values[: max(held, default=0)])


def _seats_of(standing: Standing, match: Match) -> set[int]:
    if standing.user_id is None:
        return set()
    own = players_of_user(standing.user_id)
    return {row.seat for row in match.seatings.all() if row.player_id in own}


def _of_user(user: User | None) -> Standing:
    if user is None or not user.is_active:
        return NOBODY
    return Standing(user.id, user.is_staff, EVERY_SCOPE)


def _of_token(token: ApiToken | None) -> Standing:
    if token is None or token.revoked_at is not None or not token.user.is_active:
        return NOBODY
    if token.expires_at is not None and token.expires_at <= datetime.now(UTC):
        return NOBODY
    return Standing(token.user_id, token.user.is_staff, scopes_of(token), token.club_id)
