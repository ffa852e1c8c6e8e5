"""A club with an arbiter's token, and matches to look at through the API."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.test import Client

from games.bots.random_bot import RandomBot
from games.core.matches import make_setup, play_match
from games.registry import rules_of
from tests.answers import Answer
from tests.factories import bearer, make_club, make_player, make_token, make_user
from tournaments.people.models import Club, Player

API = "/api/v1"
PROBLEM = "application/problem+json"


@dataclass
class Door:
    """One caller of the API: a client and the headers it always sends."""

    client: Client
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, params: dict[str, Any] | None = None, /, **headers: str) -> Answer:
        return self.client.get(API + path, params, headers=self.headers | headers)

    def post(self, path: str, body: Any, version: int | None = None, /, **headers: str) -> Answer:
        """Send a body as JSON; `version` becomes If-Match, underscores in headers hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if version is not None:
            named["If-Match"] = f'"{version}"'
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        kind = named.pop("Content-Type", "application/json")
        return self.client.post(API + path, text, content_type=kind, headers=self.headers | named)


@dataclass
class Table:
    """A club, its players, and whoever asks."""

    club: Club
    players: list[Player]
    arbiter: Door
    public: Door

    def seats(self, count: int = 2) -> list[str]:
        return [str(player.id) for player in self.players[:count]]

    def begin(self, game: str = "sushi_bar", seats: int = 2, **fields: Any) -> UUID:
        """Create a match through the API and return its id."""
        body = {"club": str(self.club.id), "game": game, "players": self.seats(seats)} | fields
        answer = self.arbiter.post("/matches", body)
        assert answer.status_code == 201, answer.content
        return UUID(answer.json()["id"])

    def play(self, match: UUID, events: list[dict[str, Any]], version: int) -> Answer:
        return self.arbiter.post(f"/matches/{match}/events", {"events": events}, version)

    def whole(self, game: str = "sushi_bar", seats: int = 2, seed: int = 1) -> UUID:
        """Record a whole match through the API and return its id."""
        match = self.begin(game, seats)
        answer = self.play(match, script(game, seats, seed), 1)
        assert answer.status_code == 201, answer.content
        return match


def script(game: str = "sushi_bar", seats: int = 2, seed: int = 1) -> list[dict[str, Any]]:
    """Return the events of a whole random match as the API takes them."""
    rules = rules_of(game)
    setup = make_setup(rules, seats=seats, options={})
    events = play_match(rules, setup, [RandomBot()] * seats, seed)
    return [
        {"type": event.type, "payload": json.loads(msgspec.json.encode(event))} for event in events
    ]


@pytest.fixture
def table(db: None) -> Table:
    club = make_club()
    players = [make_player(club, f"Player{number} Test") for number in range(8)]
    _token, text = make_token(make_user(staff=True))
    return Table(club, players, Door(Client(), bearer(text)), Door(Client()))


def refused(response: Answer, status: int, code: str) -> dict[str, Any]:
    """Return the problem of an answer after checking that it is one."""
    assert response.status_code == status, (response.status_code, response.content[:500])
    assert response.headers["Content-Type"] == PROBLEM
    problem = response.json()
    assert problem["code"] == code, problem
    assert problem["status"] == status
    assert problem["type"] == f"urn:kaiten:problem:{code}"
    assert problem["title"]
    assert problem["detail"]
    assert isinstance(problem["params"], dict)
    return problem
