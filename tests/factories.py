"""Builders for rows of the database; each takes only what a test cares about."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from tournaments.people.models import ApiToken, Club, Membership, Player, User
from tournaments.people.services.bots import bot_player
from tournaments.people.services.clubs import create_club
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import add_player
from tournaments.people.services.tokens import NewToken, issue_token

NOW = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
"""The evening on which everything in the tests happens."""


def make_club(name: str = "Test Club", **fields: Any) -> Club:
    """Return a new club."""
    usual: dict[str, Any] = {"club_id": uuid4(), "now": NOW, "slug": f"club-{uuid4().hex[:8]}"}
    return create_club(name=name, **usual | {"time_zone": "UTC"} | fields)


def make_player(club: Club | None = None, name: str = "", **fields: Any) -> Player:
    """Return a new person of a club; `name` is first name, space, last name."""
    first, _, last = (name or f"P{uuid4().hex[:8]}").partition(" ")
    person = PersonName(
        first, last, fields.pop("nickname", ""), display=fields.pop("display", "initial")
    )
    usual: dict[str, Any] = {"player_id": uuid4(), "now": NOW, "confirm": True}
    return add_player(club=club or make_club(), name=person, **usual | fields)


def make_bot(club: Club, bot: str = "greedy") -> Player:
    """Return the player a bot is in a club."""
    return bot_player(club=club, bot=bot, now=NOW)


def make_user(username: str = "", *, staff: bool = False, **fields: Any) -> User:
    """Return a new account, with the password `secret`."""
    name = username or f"u{uuid4().hex[:10]}"
    return User.objects.create_user(name, password="secret", is_staff=staff, **fields)


def make_member(club: Club, role: str = "member", username: str = "") -> User:
    """Return a new account with a role in a club."""
    user = make_user(username)
    Membership.objects.create(
        id=uuid4(), club=club, user=user, role=role, granted_by="system", granted_at=NOW
    )
    return user


def make_token(
    user: User | None = None, scopes: tuple[str, ...] = ("organise",), **fields: Any
) -> tuple[ApiToken, str]:
    """Return a new token and its text, by default of a member of staff who may write."""
    issued = issue_token(
        token_id=uuid4(),
        actor="cli",
        now=fields.pop("now", NOW),
        wanted=NewToken(
            user=user or make_user(staff=True),
            name=fields.pop("name", "test"),
            scopes=scopes,
            **fields,
        ),
    )
    return issued.token, issued.text


def bearer(text: str) -> dict[str, str]:
    """Return the headers of a request that carries a token."""
    return {"Authorization": f"Bearer {text}"}
