"""Rows made into cells: one request each, by one actor, with what it is to be answered."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from tests.access import rows
from tests.access.rows import LEVELS, ROLES, SCOPES

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
SESSIONS = ("visitor", "account", "player", "outsider", *ROLES, "staff")
"""Nobody, an account without a role, one whose player sits at the table, the owner of another club,
every role of the club, an operator: with a session."""
NARROW_TO_WIDE = list(dict.fromkeys(SCOPES.values()))
TOKENS = (*(f"token:{scope}" for scope in NARROW_TO_WIDE if scope), "token:elsewhere")
"""Tokens of the club's owner, the last with every scope but bound to another club."""
OUTSIDE = ("visitor", "account", "player", "outsider", "token:elsewhere")
"""Who may not know of what is the club's alone."""
OF_CLUB = frozenset(
    {"club", "club_id", "match_id", "tournament_id", "season_id", "ladder_id", "player_id"}
    | {"batch_id", "id_"}
)
"""Those parts of addresses that name a club or something of it."""
ALLOWED, DENIED, HIDDEN, NO_METHOD = "allowed", "denied", "hidden", "no such method"


class Row(NamedTuple):
    """Who may use one address by one method."""

    name: str
    case: str
    method: str
    who: str
    player: bool
    anywhere: bool
    scope: str
    empty: bool
    """Whether there may be nothing at the address."""

    def __str__(self) -> str:
        return f"{self.name}[{self.case}]" if self.case else self.name

    @property
    def is_api(self) -> bool:
        return ":" not in self.name and self.name.startswith(("api-", "schema"))


class Cell(NamedTuple):
    """One request and what becomes of it."""

    row: Row
    actor: str
    level: str
    expected: str


def stated_rows() -> list[Row]:
    """Return every row there is, those of the commands too."""
    found = [row for line in _lines(rows.PAGES + rows.API) for row in _read(line)]
    commands = dict(re.findall(r"(\w+) (\S+)", rows.TOURNAMENT_COMMANDS))
    for command, who in commands.items():
        found += _read(f"api-tournament-{command} POST {who}")
        found += _read(f"tournaments:tournament-do[{command}] POST {who}")
        found += _read(f"tournaments:tournament-preview[{command}] POST organiser")
    known = {(row.name, row.method) for row in found}
    for name, method in (*rows.SEASON_COMMANDS.values(), *rows.LADDER_COMMANDS.values()):
        if (name, method) not in known:
            found += _read(f"{name} {method} organiser")
    return found


def cells() -> Iterator[Cell]:
    """Yield every cell: role x route x method x visibility."""
    stated = stated_rows()
    for level in LEVELS:
        for row in stated:
            for actor in (*SESSIONS, *TOKENS) if row.is_api else SESSIONS:
                yield Cell(row, actor, level, expected(row, actor, level))
        limited = {(row.name, row.case) for row in stated if row.name not in rows.ANY_METHOD}
        for name, case in sorted(limited):
            mine = [row for row in stated if (row.name, row.case) == (name, case)]
            taken = {row.method for row in mine}
            for method in (one for one in METHODS if one not in taken):
                other = mine[0]._replace(method=method)
                for actor in ("visitor", "owner"):
                    yield Cell(other, actor, level, NO_METHOD)


def expected(row: Row, actor: str, level: str) -> str:
    """Return what a row says of an actor: the whole rule, without exceptions."""
    if level == "club" and is_of_club(row) and actor in OUTSIDE:
        # Nobody is asked to log in before an address of the API is looked up, whatever is there.
        asked = row.is_api and row.who != "anyone" and row.name not in rows.SECRETS
        return DENIED if asked and actor == "visitor" else HIDDEN
    return ALLOWED if _may(row, actor) else DENIED


def _may(row: Row, actor: str) -> bool:
    kind, _, scope = actor.partition(":")
    if row.who == "anyone" or actor == "staff":
        return True
    if kind == "token":
        if scope == "elsewhere" and row.who == "account" and not is_of_club(row):
            # One's own account is in no club.
            return (row.name, row.method) not in rows.WIDER
        if scope == "elsewhere" or row.who == "staff":
            return False
        return NARROW_TO_WIDE.index(scope) >= NARROW_TO_WIDE.index(row.scope)
    if row.who == "account":
        return actor != "visitor"
    if actor == "player":
        return row.player
    if actor == "outsider":
        return row.anywhere and row.who in ROLES
    return actor in ROLES and row.who in ROLES and ROLES.index(actor) >= ROLES.index(row.who)


def is_of_club(row: Row) -> bool:
    """Say whether the address of a row names a club or something of it."""
    return not OF_CLUB.isdisjoint(routes()[row.name].pattern.converters)


@cache
def routes() -> dict[str, URLPattern]:
    """Return every address outside the admin by its name, which no two of them may share."""
    found = list(_walk(get_resolver(), ()))
    assert len(found) == len(dict(found)), "two addresses have one name: which row is theirs?"
    return dict(found)


def admin_routes() -> dict[str, URLPattern]:
    """Return every named address of the admin by its name."""
    return dict(_walk(get_resolver(), (), admin=True))


def _walk(
    resolver: URLResolver, namespaces: tuple[str, ...], *, admin: bool = False
) -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            inner = (*namespaces, entry.namespace) if entry.namespace else namespaces
            yield from _walk(entry, inner, admin=admin)
        elif ("admin" in namespaces) == admin and (entry.name or not admin):
            yield ":".join((*namespaces, entry.name or str(entry.pattern))), entry


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _read(line: str) -> Iterator[Row]:
    address, *words = line.split()
    name, _, case = address.rstrip("]").partition("[")
    for method, said in zip(words[::2], words[1::2], strict=True):
        who, player, scope, anywhere, empty = _parts(said)
        yield Row(name, case, method, who, player, anywhere, scope or SCOPES[who], empty)


def _parts(said: str) -> tuple[str, bool, str, bool, bool]:
    parsed = re.fullmatch(r"(\w+)(/player)?(?::(\w+))?(\+)?(\?)?", said)
    assert parsed is not None, said
    who, player, scope, anywhere, empty = parsed.groups()
    return who, bool(player), scope or "", bool(anywhere), bool(empty)
