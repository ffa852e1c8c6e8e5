"""What an actor brings along: an account, its roles by club, the scopes of a token."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID

from replays.ports import Actor
from replays.questions import Question
from replays.recall import recall
from tournaments.people.models import ApiToken, Role, Scope, User
from tournaments.people.rights import command_action, permissions_of, scope_for

OPERATORS = frozenset({"cli", "system"})
EVERY_SCOPE = frozenset(Scope.values)
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


def standing_of(actor: Actor) -> Standing:
    """Return what an actor brings along today; an unknown or locked account brings nothing."""
    return OPERATOR if actor in OPERATORS else recall(("standing", actor), lambda: _ask(actor))


_USER = Question(
    UUID,
    lambda id_: User.objects.filter(pk=id_, is_active=True).values_list(
        "is_staff", "memberships__club", "memberships__role", "memberships__club__closed_at"
    ),
)
"""An account with its roles, a row for each: pages ask for both at once."""


def _ask(actor: Actor) -> Standing:
    kind, _, text = actor.partition(":")
    try:
        id_ = UUID(text)
    except ValueError:
        return NOBODY
    match kind:
        case "user":
            return _of_account(id_, _USER.answers(id_))
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


def _of_account(
    user_id: UUID, rows: Sequence[tuple[bool, UUID | None, str | None, datetime | None]]
) -> Standing:
    if not rows:
        return NOBODY
    is_staff = rows[0][0]
    roles = {
        club: role
        for _staff, club, role, closed_at in rows
        if club and role and _stands(role, closed=closed_at is not None, is_staff=is_staff)
    }
    return Standing(user_id, is_staff, EVERY_SCOPE, roles=roles)


def standing_of_token(token: ApiToken | None) -> Standing:
    """Return what a token brings along today; one that was revoked or is too old brings nothing."""
    if token is None or token.revoked_at is not None or not token.user.is_active:
        return NOBODY
    if token.expires_at is not None and token.expires_at <= datetime.now(UTC):
        return NOBODY
    account = _of_account(token.user_id, _USER.answers(token.user_id))
    return replace(account, scopes=scopes_of(token), club_id=token.club_id, until=token.expires_at)


def _stands(role: str, *, closed: bool, is_staff: bool) -> bool:
    """Say whether a role means anything: operators need none, and a closed club has owners only,
    who may show it again."""
    return not is_staff and (not closed or role == Role.OWNER)
