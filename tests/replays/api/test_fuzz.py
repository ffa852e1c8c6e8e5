"""Ten thousand malformed requests: no accident, and every refusal is a problem with a code."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client

from games.testing.scale import scaled
from replays.models import StoredEvent
from tests.answers import Answer
from tests.described import api_description
from tests.replays.api.conftest import API, PROBLEM, Table, script
from tests.replays.api.mutations import Ask, damaged
from tests.replays.api.test_permissions import WRITES

pytestmark = [pytest.mark.django_db, pytest.mark.database]

PARTS = 10
READS = (
    *("", "/events", "/events?as=seat:0", "/events?as=arbiter&after=1", "/state", "/state?ply=1"),
    *("/state?version=2&as=seat:1", "/needs?as=arbiter", "/choices?seat=0", "/verify"),
    *("/export?format=kgn", "/export?format=jsonl"),
)


def valid_requests(table: Table) -> list[Ask]:
    """Return one valid request per operation and more, for an open, a young and an ended match."""
    token = table.arbiter.headers
    young, lanterns, ended = table.begin(), table.begin("hidden_game"), table.whole("hidden_game")
    table.play(lanterns, script("hidden_game")[:3], 1)
    found = [
        ask("GET", "/games"),
        ask("GET", "/games/sushi_bar"),
        ask("GET", "/matches?limit=2&status=open"),
        ask("POST", "/matches", token, new_match(table)),
    ]
    for match, version in ((lanterns, 4), (young, 1), (ended, 99)):
        found += [ask("GET", f"/matches/{match}{path}", token) for path in READS]
        named = token | {"If-Match": f'"{version}"', "Idempotency-Key": "fuzz"}
        found += [
            ask("POST", f"/matches/{match}/{action}", named, body)
            for action, body in WRITES.items()
        ]
    for format_, kind in (("kgn", "text/plain"), ("jsonl", "application/x-ndjson")):
        record = table.public.get(f"/matches/{ended}/export", {"format": format_}).content
        path = f"/imports?club={table.club.id}"
        found += [ask("POST", path, token, record, kind)] * 3
    return found + others(table, token)


def others(table: Table, token: dict[str, str]) -> list[Ask]:
    """Return a request to every other operation of the API, whatever app it belongs to."""
    description = api_description()
    return [
        ask(method.upper(), re.sub(r"\{\w+\}", str(table.players[0].id), path), token, {})
        for path, methods in description["paths"].items()
        for method in methods
        if "/matches" not in path
    ]


def new_match(table: Table) -> dict[str, Any]:
    return {
        "club": str(table.club.id),
        "game": "hidden_game",
        "players": table.seats(),
        "options": {"hand_size": 3, "box": [6, 5, 4, 3], "scoring": "sets"},
        "source": "table",
    }


def ask(
    method: str,
    path: str,
    headers: dict[str, str] | None = None,
    body: Any = None,
    kind: str = "application/json",
) -> Ask:
    where, _, query = path.removeprefix(API).partition("?")
    text = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
    return Ask(method, API + where, query, dict(headers or {}), kind, text)


def send(client: Client, one: Ask) -> Answer:
    path = f"{one.path}?{one.query}" if one.query else one.path
    body = b"" if one.method in {"GET", "HEAD", "TRACE"} else one.body
    return client.generic(one.method, path, body, one.kind, headers=one.headers)


def wrong_with(one: Ask, answer: Answer, before: int) -> str | None:
    """Return what an answer may not be, or None."""
    if answer.status_code >= 500:
        return "accident"
    if answer.status_code < 400:
        return None
    if answer.headers["Content-Type"] != PROBLEM:
        return "no problem"
    if StoredEvent.objects.count() != before:
        return "written"
    if one.method == "HEAD":
        return None
    problem = json.loads(answer.content)
    if not re.fullmatch("[a-z][a-z0-9_]+", problem["code"]) or not problem["detail"]:
        return "no code"
    return None


@pytest.mark.parametrize("part", range(PARTS))
def test_a_malformed_request_is_refused_and_never_an_accident(table: Table, part: int) -> None:
    rng = random.Random(f"malformed/{part}")
    requests = valid_requests(table)
    client = Client(raise_request_exception=False)
    refused = 0
    for number in range(scaled(10_000) // PARTS):
        one = damaged(rng.choice(requests), rng)
        before = StoredEvent.objects.count()
        answer = send(client, one)
        wrong = wrong_with(one, answer, before)
        assert wrong is None, (part, number, wrong, one, answer.status_code, answer.content[:2000])
        refused += answer.status_code >= 400
    assert refused > scaled(10_000) // PARTS // 2


def test_the_requests_that_are_damaged_are_sound_before(table: Table) -> None:
    """Otherwise the test above would only see the outermost check."""
    client = Client()
    statuses = [send(client, one).status_code for one in valid_requests(table)[:16]]
    assert statuses == [200, 200, 200, 201, *[200] * 12]
