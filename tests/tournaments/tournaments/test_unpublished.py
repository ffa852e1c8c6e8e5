"""Nobody but organisers learns of a proposal: worlds that differ in nothing else are the same."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.clients import SignedIn
from tests.factories import bearer, make_token, make_user
from tests.tournaments.tournaments.doors import Evening

pytestmark = pytest.mark.django_db

Step = tuple[str, dict[str, Any]]
WORLDS: dict[str, list[Step]] = {
    "computed": [("propose", {"stage": 1}), ("lock", {"stage": 1, "table": 1})],
    "split otherwise": [
        ("propose", {"stage": 1}),
        ("propose", {"stage": 1, "split": "3+3+3+3"}),
    ],
    "discarded": [("propose", {"stage": 1}), ("discard", {"stage": 1})],
    "none": [("keep_apart", {"groups": [[1, 2]]}), ("fix_tables", {"entrant": 3, "tables": [1]})],
}
KNOWN = {"stage": 1, "round_": 1, "table": 1}
_OF_THE_REQUEST = re.compile(rb'(?:csrfmiddlewaretoken" value|nonce)="[^"]+"')


def addresses(evening: Evening) -> list[str]:
    """Return every address that says something about a tournament, of pages and of the API."""
    values = KNOWN | {"tournament_id": evening.id}
    about = [
        re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(values[part[1]]), route)
        for route in _routes(get_resolver().url_patterns)
        if "tournament_id>" in route
        and set(re.findall(r"<(?:\w+:)?(\w+)>", route)) <= set(values)
        and not re.search("/commands/|/move", route)
    ]
    assert len(about) >= 25
    return [*about, "", "tournaments/", f"api/v1/clubs/{evening.club.slug}/tournaments"]


def _routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield route


@contextmanager
def world(evening: Evening, steps: list[Step]) -> Iterator[None]:
    with transaction.atomic():
        for name, fields in steps:
            evening.do(name, **fields)
        yield
        transaction.set_rollback(True)


def seen(client: Client, evening: Evening, headers: dict[str, str]) -> dict[str, tuple[Any, ...]]:
    answers = {}
    for address in addresses(evening):
        answer = client.get(f"/{address}", headers=headers)
        body = b"".join(answer) if answer.streaming else answer.content
        said = sorted(pair for pair in answer.headers.items() if pair[0] != "Expires")
        answers[address] = (answer.status_code, said, _OF_THE_REQUEST.sub(b"", body))
    return answers


@pytest.fixture
def evening() -> Evening:
    evening = Evening(entrants=12).start()
    evening.play_round()
    return evening


@pytest.mark.parametrize("who", ["visitor", "player", "player's token"])
def test_worlds_that_differ_in_the_proposal_alone_are_the_same_to_others(
    client: Client, evening: Evening, who: str
) -> None:
    player = evening.players[0]
    player.user = make_user()
    player.save()
    asking = SignedIn(player.user) if who == "player" else client
    headers = bearer(make_token(player.user)[1]) if who == "player's token" else {}
    asking.get("/api/v1/clubs", headers=headers)  # the first use of a token is noted
    before = None
    for name, steps in WORLDS.items():
        with world(evening, steps):
            now = seen(asking, evening, headers)
        if before is not None:
            assert [address for address in now if now[address] != before[address]] == [], name
        before = now


def test_the_feed_has_every_version_and_says_nothing_of_a_proposal(
    client: Client, evening: Evening, staff_headers: dict[str, str]
) -> None:
    evening.do("propose", stage=1)
    evening.do("discard", stage=1)
    where = f"/api/v1/{evening.path}/events"
    public = client.get(where).json()["results"]
    assert [row["version"] for row in public] == [*range(evening.version, 0, -1)]
    for row in public[:2]:
        assert (row["type"], row["payload"], row["labels"]) == ("tournament.hidden", {}, {})
        assert (row["hidden"], row["actor"], row["note"]) == (True, None, None)
    told = client.get(where, headers=staff_headers).json()["results"]
    assert [row["type"] for row in told[:2]] == [
        "tournament.draft_discarded",
        "tournament.round_drafted",
    ]
    assert told[1]["payload"]["tables"]


def test_a_proposal_is_not_there_for_others_and_there_for_organisers(
    client: Client, evening: Evening, staff_headers: dict[str, str]
) -> None:
    where = f"/api/v1/{evening.path}"
    none = client.get(f"{where}/proposal")
    evening.do("propose", stage=1)
    hidden = client.get(f"{where}/proposal")
    assert hidden.json()["code"] == "no_proposal"
    assert (hidden.status_code, hidden.content) == (none.status_code, none.content)
    assert client.get(where).json()["stages"][0]["proposal"] is None
    assert client.get(where, headers=staff_headers).json()["stages"][0]["proposal"] == 2
    assert client.get(f"{where}/proposal", headers=staff_headers).json()["round"] == 2
