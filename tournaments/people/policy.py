"""Who may do what: the one module of permissions; `onlooker.py` says who finds what.

What is public is readable by anyone; what is for the club is not there for others. Writing takes a
role in the club, in a session or with a token that holds the scope of the action (and is not bound
to another club); how a table of a tournament ended may also be said by whoever sits there. Staff
are the operators of the server: with the command line and the system itself they may do everything.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from replays import actions
from replays.events import Audience
from replays.ports import Actor
from replays.recall import recall
from tournaments.people.models import (
    ApiToken,
    Club,
    Membership,
    Openness,
    Player,
    Role,
    Scope,
    User,
)
from tournaments.people.selectors.actors import accounts_of
from tournaments.people.selectors.clubs import every_club
from tournaments.people.selectors.players import players_of_user

PLAYER_WRITE = "player.write"
PLAYER_MERGE = "player.merge"
PLAYER_LINK = "player.link"
PLAYER_READ_PRIVATE = "player.read_private"
PLAYER_ANONYMISE = "player.anonymise"
CLUB_WRITE = "club.write"
CLUB_MEMBERS = "club.members"
BATCH_WRITE = "batch.write"
TOURNAMENT_WRITE = "tournament.write"
"""To begin and import tournaments, seasons and ladders; each of their commands is its own."""
TOURNAMENT_READ_PRIVATE = "tournament.read_private"
TOURNAMENT_READ_REPORTS = "tournament.read_reports"
"""To see what everybody at a table says of it."""
VISIBILITY_WRITE = "visibility.write"
"""To say who finds a match, a tournament, a season or a ladder."""
MATCH_READ_SECRETS = "match.read_secrets"
"""To see every seat of a match, whether it goes on or is over."""


def command_action(noun: str, command: str) -> str:
    """Return what sending a command to a tournament, season or ladder is called here."""
    return f"{noun}.{command}"


def _commands(noun: str, names: str) -> frozenset[str]:
    return frozenset(command_action(noun, name) for name in names.split())


OPERATORS = frozenset({"cli", "system"})
EVERY_SCOPE = frozenset(Scope.values)
GRANTED: Mapping[Role, Mapping[Scope, frozenset[str]]] = {
    Role.MEMBER: {
        Scope.READ: frozenset({actions.READ_ACTORS, actions.READ_COMMENTS}),
        Scope.RECORD: frozenset({actions.COMMENT, actions.BRANCH}),
    },
    Role.SCOREKEEPER: {
        Scope.RECORD: frozenset(
            {actions.CREATE, actions.PLAY, actions.REPORT, actions.STOP, actions.TAKE_OVER}
            | {actions.REWIND, actions.AMEND, actions.ANNOTATE}
        )
        | _commands("tournament", "check_in check_out begin_table start_table")
        | _commands("tournament", "record report confirm call_arbiter"),
    },
    Role.ARBITER: {
        Scope.READ: frozenset({MATCH_READ_SECRETS, TOURNAMENT_READ_REPORTS}),
        Scope.RECORD: frozenset(
            {actions.RULE, actions.REOPEN, actions.ABANDON, actions.VOID, actions.OVERRIDE}
        )
        | _commands("tournament", "drop bring_back correct accept_report withdraw_result")
        | _commands("tournament", "rule replay penalise")
        | _commands("tournament", "start_clock pause_clock resume_clock add_time"),
    },
    Role.ORGANISER: {
        Scope.READ: frozenset({TOURNAMENT_READ_PRIVATE, PLAYER_READ_PRIVATE}),
        Scope.ORGANISE: frozenset(
            {actions.IMPORT, BATCH_WRITE, TOURNAMENT_WRITE, PLAYER_WRITE, PLAYER_MERGE}
            | {VISIBILITY_WRITE, actions.ERASE}
        )
        | _commands("tournament", "rename set_stage drop_stage")
        | _commands("tournament", "enter remove keep_apart fix_tables affiliate")
        | _commands("tournament", "start_stage substitute close_stage reopen_stage unstart_stage")
        | _commands("tournament", "propose swap move lock edit discard publish withdraw_tables")
        | _commands("tournament", "reseat move_table repair finish reopen undo redo")
        | _commands("season", "revise add_evening remove_evening move_evening close reopen")
        | _commands("ladder", "revise start_list freeze thaw"),
        Scope.ADMIN: frozenset({CLUB_MEMBERS, PLAYER_LINK, PLAYER_ANONYMISE}),
    },
    Role.OWNER: {Scope.ADMIN: frozenset({CLUB_WRITE})},
}
"""What each role may do besides what those below it may, and the scope that a token needs for it;
a session has every scope."""
AT_THE_TABLE = _commands("tournament", "report call_arbiter")
"""What those who sit at a table may do there, without any role."""
_TERMS: Mapping[str, tuple[Role, Scope]] = {
    action: (role, scope)
    for role, granted in GRANTED.items()
    for scope, every in granted.items()
    for action in every
}


def lowest_role(action: str) -> Role:
    """Return the lowest role that may do something."""
    return _TERMS[action][0]


def scope_for(action: str) -> Scope:
    """Return the scope that a token needs for an action: the widest for what no role is granted."""
    return _TERMS[action][1] if action in _TERMS else Scope.ADMIN


def permissions_of(role: Role) -> frozenset[str]:
    """Return everything that a role may do in its club."""
    below = Role.values[Role.values.index(role) :]
    return frozenset(
        action for value in below for granted in GRANTED[Role(value)].values() for action in granted
    )


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
    until: datetime | None = None
    """When a token ends, or None for never."""

    def may(self, action: str, club_id: UUID | None) -> bool:
        """Say whether this standing permits an action in a club, or in all when none is named."""
        if not self.is_for(club_id) or scope_for(action) not in self.scopes:
            return False
        return self.is_staff or (club_id is not None and action in self.permissions(club_id))

    def permissions(self, club_id: UUID) -> frozenset[str]:
        """Return what the role of this standing lets it do in a club."""
        return _PERMISSIONS.get(self.roles.get(club_id, ""), frozenset())

    def commands(self, noun: str, names: Iterable[str], club_id: UUID) -> frozenset[str]:
        """Return those commands of a tournament, season or ladder that may be sent by role."""
        return frozenset(name for name in names if self.may(command_action(noun, name), club_id))

    def is_for(self, club_id: UUID | None) -> bool:
        """Say whether this standing means anything in a club."""
        return self.club_id is None or self.club_id == club_id

    def reads(self, club_id: UUID) -> bool:
        """Say whether this standing may look at anything of a club as somebody."""
        return Scope.READ in self.scopes and self.is_for(club_id)

    def belongs_to(self, club_id: UUID) -> bool:
        """Say whether this standing has a role in a club, or operates it."""
        return self.reads(club_id) and (self.is_staff or club_id in self.roles)


NOBODY = Standing()
OPERATOR = Standing(is_staff=True, scopes=EVERY_SCOPE)


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


def standing_of(actor: Actor) -> Standing:
    """Return what an actor brings along today; an unknown or locked account brings nothing."""
    return OPERATOR if actor in OPERATORS else recall(("standing", actor), lambda: _ask(actor))


def _ask(actor: Actor) -> Standing:
    kind, _, text = actor.partition(":")
    try:
        id_ = UUID(text)
    except ValueError:
        return NOBODY
    match kind:
        case "user":
            return _of_user(User.objects.filter(pk=id_).first())
        case "token":
            return standing_of_token(ApiToken.objects.select_related("user").filter(pk=id_).first())
        case _:
            return NOBODY


def scopes_of(token: ApiToken) -> frozenset[str]:
    """Return every scope a token holds: a wider one holds those that are narrower."""
    held = [place for place, scope in enumerate(Scope.values, 1) if scope in token.scopes]
    return frozenset(Scope.values[: max(held, default=0)])


def widest_scope(token: ApiToken) -> Scope:
    """Return the scope of a token that holds all its others."""
    held = scopes_of(token)
    return [scope for scope in Scope if scope in held][-1]


def _opens(standing: Standing, club_id: UUID, openness: str) -> bool:
    """Say whether a standing sees every hand of a club that does not show them to everybody."""
    if openness == Openness.CLUB:
        return standing.belongs_to(club_id)
    return standing.may(MATCH_READ_SECRETS, club_id)


def _of_user(user: User | None) -> Standing:
    if user is None or not user.is_active:
        return NOBODY
    return Standing(user.id, user.is_staff, EVERY_SCOPE, roles=_roles_of(user))


def standing_of_token(token: ApiToken | None) -> Standing:
    """Return what a token brings along today; one that was revoked or is too old brings nothing."""
    if token is None or token.revoked_at is not None or not token.user.is_active:
        return NOBODY
    if token.expires_at is not None and token.expires_at <= datetime.now(UTC):
        return NOBODY
    user = token.user
    return Standing(
        user.id, user.is_staff, scopes_of(token), token.club_id, _roles_of(user), token.expires_at
    )


def _roles_of(user: User) -> dict[UUID, str]:
    """Return the roles of an account by club; operators need none, a closed club has owners only,
    who may show it again."""
    if user.is_staff:
        return {}
    roles = Membership.objects.filter(Q(club__closed_at=None) | Q(role=Role.OWNER), user=user)
    return dict(roles.values_list("club_id", "role"))


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
