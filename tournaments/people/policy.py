"""Who may do what: the one module of permissions.

What is public is readable by anyone. Writing takes a role in the club, in a session or with a token
that holds the scope `write` (and is not bound to another club); how a table of a tournament ended
may also be said by whoever sits there. Staff are the operators of the server: with the command
line and the system itself they may do everything.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from games.core.viewer import PUBLIC, Viewer, seat_viewer
from replays import actions
from replays.models import Match
from replays.ports import ENDED_STATUSES, Actor, every_viewer
from tournaments.people.models import ApiToken, Club, Membership, Player, Role, Scope, User
from tournaments.people.selectors.players import players_of_user

PLAYER_WRITE = "player.write"
PLAYER_MERGE = "player.merge"
PLAYER_LINK = "player.link"
PLAYER_READ_PRIVATE = "player.read_private"
CLUB_WRITE = "club.write"
CLUB_MEMBERS = "club.members"
BATCH_WRITE = "batch.write"
TOURNAMENT_WRITE = "tournament.write"
TOURNAMENT_REPORT = "tournament.report"
TOURNAMENT_READ_PRIVATE = "tournament.read_private"
MATCH_READ_SECRETS = "match.read_secrets"
"""To see every seat of a match that goes on."""

OPERATORS = frozenset({"cli", "system"})
EVERY_SCOPE = frozenset(Scope.values)
_NEEDS_ADMIN = frozenset({CLUB_WRITE, CLUB_MEMBERS, PLAYER_LINK})
_NEEDS_READ = frozenset({PLAYER_READ_PRIVATE, TOURNAMENT_READ_PRIVATE, MATCH_READ_SECRETS})
GRANTED: Mapping[Role, frozenset[str]] = {
    Role.MEMBER: frozenset(),
    Role.SCOREKEEPER: frozenset(
        {actions.CREATE, actions.PLAY, actions.REPORT, actions.STOP, actions.TAKE_OVER}
        | {actions.REWIND, actions.AMEND, actions.ANNOTATE}
        | {TOURNAMENT_REPORT}
    ),
    Role.ARBITER: frozenset(
        {actions.RULE, actions.REOPEN, actions.ABANDON, actions.VOID, actions.OVERRIDE}
        | {MATCH_READ_SECRETS}
    ),
    Role.ORGANISER: frozenset(
        {actions.IMPORT, BATCH_WRITE, CLUB_MEMBERS, TOURNAMENT_WRITE, TOURNAMENT_READ_PRIVATE}
        | {PLAYER_WRITE, PLAYER_MERGE, PLAYER_LINK, PLAYER_READ_PRIVATE}
    ),
    Role.OWNER: frozenset({CLUB_WRITE}),
}
"""What each role may do besides what those below it may."""


def permissions_of(role: Role) -> frozenset[str]:
    """Return everything that a role may do in its club."""
    below = Role.values[Role.values.index(role) :]
    return frozenset[str]().union(*(GRANTED[Role(value)] for value in below))


_PERMISSIONS: Mapping[str, frozenset[str]] = {role.value: permissions_of(role) for role in Role}


@dataclass(frozen=True, slots=True)
class Standing:
    """What an actor brings along."""

    user_id: UUID | None = None
    is_staff: bool = False
    scopes: frozenset[str] = frozenset()
    club_id: UUID | None = None
    """The only club a token is for, or None for all."""
    roles: Mapping[UUID, str] = field(default_factory=dict)
    """What the account is, by club."""

    def may(self, action: str, club_id: UUID | None) -> bool:
        """Say whether this standing permits an action in a club, or in all when none is named."""
        if not self.is_for(club_id) or _scope_for(action) not in self.scopes:
            return False
        return self.is_staff or (club_id is not None and action in self.permissions(club_id))

    def permissions(self, club_id: UUID) -> frozenset[str]:
        """Return what the role of this standing lets it do in a club."""
        return _PERMISSIONS.get(self.roles.get(club_id, ""), frozenset())

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
        if standing.may(MATCH_READ_SECRETS, match.club_id):
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


def _scope_for(action: str) -> Scope:
    """Return the scope that a token needs for an action; a session has every scope."""
    if action in _NEEDS_READ:
        return Scope.READ
    return Scope.ADMIN if action in _NEEDS_ADMIN else Scope.WRITE


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
    return Standing(user.id, user.is_staff, EVERY_SCOPE, roles=_roles_of(user))


def _of_token(token: ApiToken | None) -> Standing:
    if token is None or token.revoked_at is not None or not token.user.is_active:
        return NOBODY
    if token.expires_at is not None and token.expires_at <= datetime.now(UTC):
        return NOBODY
    user = token.user
    return Standing(user.id, user.is_staff, scopes_of(token), token.club_id, _roles_of(user))


def _roles_of(user: User) -> dict[UUID, str]:
    """Return the roles of an account by club; operators need none."""
    if user.is_staff:
        return {}
    return dict(Membership.objects.filter(user=user).values_list("club_id", "role"))


def may_find_accounts(actor: Actor) -> bool:
    """Say whether an actor is an organiser, who helps others to their accounts."""
    standing = standing_of(actor)
    if Scope.ADMIN not in standing.scopes or standing.club_id is not None:
        return False
    return standing.is_staff or bool(clubs_managed(standing))


def clubs_managed(standing: Standing) -> set[UUID]:
    """Return the clubs whose members a standing helps, by its role."""
    return {club for club in standing.roles if CLUB_MEMBERS in standing.permissions(club)}


def may_send_password_link(actor: Actor, account: User) -> bool:
    """Say whether an actor may let an account have a new password: never one that may do more."""
    return account in within_reach(actor, [account])


def within_reach(actor: Actor, accounts: Iterable[User]) -> list[User]:
    """Return those accounts that an actor may hand out links for, who could use them as well."""
    if not may_find_accounts(actor):
        return []
    standing = standing_of(actor)
    active = [account for account in accounts if account.is_active]
    if standing.user_id is None:
        return active
    own = User.objects.get(pk=standing.user_id)
    if not standing.is_staff:
        active = _below(standing, active)
    return [account for account in active if holds_no_more(account, than=own)]


def _below(standing: Standing, accounts: list[User]) -> list[User]:
    """Return who is somebody only in clubs in which this standing ranks as high."""
    managed, ranks = clubs_managed(standing), list(Role.values)
    roles: dict[UUID, list[tuple[UUID, str]]] = {}
    for user, club, role in Membership.objects.filter(user__in=accounts).values_list(
        "user_id", "club_id", "role"
    ):
        roles.setdefault(user, []).append((club, role))
    players = Player.objects.filter(user__in=accounts).exclude(club__in=managed)
    elsewhere = set(players.values_list("user_id", flat=True))
    return [
        account
        for account in accounts
        if account.id in roles
        and account.id not in elsewhere
        and all(
            club in managed and ranks.index(standing.roles[club]) <= ranks.index(role)
            for club, role in roles[account.id]
        )
    ]


def holds_no_more(account: User, *, than: User) -> bool:
    """Say whether everything that one account may do is open to another as well."""
    if than.is_superuser:
        return True
    if account.is_superuser or (account.is_staff and not than.is_staff):
        return False
    # What is granted in the admin means something to the staff alone.
    granted = account.get_all_permissions() if account.is_staff else set()
    return granted <= than.get_all_permissions()


def may_use_second_factor(account: User) -> bool:
    """Say whether an account is one of those a second factor is for: owners and operators."""
    owns = Membership.objects.filter(user=account, role=Role.OWNER)
    return account.is_active and (account.is_staff or owns.exists())
