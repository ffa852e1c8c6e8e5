"""Every cell of the authorisation matrix, asked for over HTTP: role x route x method x visibility.

An ordinary run asks a sample that is spread over all rows, the same one until rows change; `make
soak` asks every cell. Where a request is refused, it is also sent broken in some way, to the same
end.
"""

import logging
import os
import random
from collections.abc import Iterator
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.urls.converters import UUIDConverter

from games.testing.scale import scaled
from tests.access import rows
from tests.access.matrix import (
    ALLOWED,
    DENIED,
    HIDDEN,
    NO_METHOD,
    Cell,
    Row,
    admin_routes,
    cells,
    routes,
    stated_rows,
)
from tests.access.world import BROKEN, World
from tests.clients import SignedIn
from tests.factories import make_club, make_member, make_user
from tournaments.ladders.commands import LADDER_COMMANDS
from tournaments.seasons.commands import SEASON_COMMANDS
from tournaments.tournaments.director.commands.catalogue import command_names

SOAK = os.environ.get("KAITEN_SOAK") == "1"
PARTS = scaled(10)
PER_ROW = 1
"""So many cells of each row are asked in an ordinary run."""
SEED = 19
"""What the sample is drawn by: a run that fails fails again."""


def test_every_address_has_its_row_and_every_row_its_address() -> None:
    stated, known = {row.name for row in stated_rows()}, set(routes())
    assert not known - stated, "say in tests/access/rows.py who may use these addresses"
    assert not stated - known, "these rows of tests/access/rows.py are of no address"


def test_every_command_has_its_row_and_every_row_its_command() -> None:
    stated = set(rows.TOURNAMENT_COMMANDS.split()[::2])
    assert stated == set(command_names()), "TOURNAMENT_COMMANDS in tests/access/rows.py"
    assert set(rows.SEASON_COMMANDS) == set(SEASON_COMMANDS.names()), "SEASON_COMMANDS there"
    assert set(rows.LADDER_COMMANDS) == set(LADDER_COMMANDS.names()), "LADDER_COMMANDS there"


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
def test_everybody_may_what_the_matrix_says_and_nothing_else(
    part: int, caplog: pytest.LogCaptureFixture
) -> None:
    # A line with a traceback for each refusal takes longer than the refusal.
    caplog.set_level(logging.CRITICAL, "django.request")
    worlds = {level: World(level) for level in rows.LEVELS}
    wrong = []
    for cell, broken in _asked(part):
        response = worlds[cell.level].ask(cell.row, cell.actor, broken)
        found = class_of(response, cell)
        if found != cell.expected:
            row = cell.row
            sent = f" with {broken}" if broken else ""
            wrong.append(
                f"{row.method} {row} by {cell.actor} ({cell.level}){sent}: {found} instead of "
                f"{cell.expected} ({response.status_code} {response.content[:90]!r})"
            )
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.django_db
def test_the_admin_is_for_staff() -> None:
    clients = [Client(), SignedIn(make_user()), SignedIn(make_member(make_club(), "owner"))]
    closed = {name: route for name, route in admin_routes().items() if name not in rows.ADMIN_OPEN}
    assert len(closed) > 100
    for name, route in closed.items():
        arguments: dict[str, Any] = {
            key: uuid4() if isinstance(kind, UUIDConverter) else 1
            for key, kind in route.pattern.converters.items()
        }
        if name == "admin:app_list":
            arguments["app_label"] = "tournaments"
        for client, method in product(clients, ("GET", "POST")):
            answer = client.generic(method, reverse(name, kwargs=arguments))
            assert answer.status_code == 302, name
            assert answer.headers["Location"].startswith("/admin/login/?next="), name


def class_of(response: HttpResponse, cell: Cell) -> str:
    """Return what kind of answer it is; what fits no kind is its status."""
    status, nobody = response.status_code, cell.actor == "visitor"
    if status == 405:
        return NO_METHOD
    if cell.row.empty and cell.expected == ALLOWED and status in (404, 503):
        return ALLOWED
    if status == 404:
        return HIDDEN
    unknown = nobody and cell.row.is_api and cell.row.name not in rows.SECRETS
    if status == (401 if unknown else 403):
        return DENIED
    if status == 302 and nobody and response.headers["Location"].startswith("/login/?next="):
        return DENIED
    return ALLOWED if status < 500 and status not in (401, 403) else str(status)


def _asked(part: int) -> Iterator[tuple[Cell, str]]:
    """Yield the cells of a run, and how the request is broken where it is refused anyway."""
    rng = random.Random(SEED)
    for cell in list(cells())[part::PARTS] if SOAK else _sample(rng):
        if cell.expected != DENIED:
            yield cell, ""
        elif SOAK:
            yield from [(cell, ""), (cell, rng.choice(_ways(cell)))]
        else:
            yield cell, rng.choice(["", *_ways(cell)])


def _sample(rng: random.Random) -> Iterator[Cell]:
    """Yield a few cells of each row; of the methods that an address does not have, one."""
    by_row: dict[object, list[Cell]] = {}
    for cell in cells():
        row = cell.row
        key: object = (row.name, row.case) if cell.expected == NO_METHOD else row
        by_row.setdefault(key, []).append(cell)
    for of, mine in by_row.items():
        yield from rng.sample(mine, PER_ROW if isinstance(of, Row) else 1)


def _ways(cell: Cell) -> list[str]:
    """Return in which ways a request can be broken: one without a body only in its query."""
    if (cell.row.name, cell.row.method) in rows.WIDER:
        return [""]  # How wide it is stands in a body that can be read.
    if cell.row.method == "GET":
        return [way for way in BROKEN if "parameters" in way]
    # Another query would name no club, and ask for a right in any.
    in_query = cell.row.name in {"api-imports", "api-players-import", "api-players-import-preview"}
    return [way for way in BROKEN if not (in_query and "parameters" in way)]
