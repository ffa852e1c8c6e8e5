"""A club in which there is one of everything, the people who knock at it, and their requests."""

import json
import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.core.cache import cache as counters
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from replays.envelope import Envelope
from replays.services.matches import NewMatch, create_match
from tests.access.addresses import Addresses
from tests.access.matrix import NARROW_TO_WIDE, Row, routes
from tests.access.rows import ROLES
from tests.described import api_description
from tests.factories import NOW, bearer, make_club, make_member, make_player, make_token, make_user
from tests.tournaments.batches.batch_runs import make_batch
from tests.tournaments.ladders.nights import begun, played
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.play import FINAL, Friday, swiss
from tournaments.people.account_models import Purpose
from tournaments.people.models import Club, Player, Role
from tournaments.people.services.invitations import invite
from tournaments.people.services.links import NewLink, issue_link
from tournaments.webhooks.models import Webhook

BROKEN: dict[str, tuple[str, bytes, str]] = {
    "nothing": ("application/json", b"", ""),
    "half a body": ("application/json", b'{"club":', ""),
    "a list": ("application/json", b"[1, 2]", ""),
    "wrong types": ("application/json", b'{"club": 1, "options": 3, "players": {}}', ""),
    "another type": ("application/xml", b"<club/>", ""),
    "too much": ("application/json", b'"' + b"x" * (5 * 1024 * 1024) + b'"', ""),
    "unknown parameters": ("application/json", b"{}", "nobody=knows&as=somebody&seat=x"),
    "empty parameters": ("application/json", b"{}", "club=&format=&stage="),
}
"""Requests that are wrong in themselves: type, body, query."""


SPOKEN: dict[str, dict[str, Any]] = {
    "api-tournament-report": {"scores": [4, 3, 2, 1]},
    "api-tournament-call_arbiter": {},
}
"""What is said at a table, besides which table and by whom."""


class World:
    """One club of a level of visibility, with a door for everybody who may knock."""

    def __init__(self, level: str, friday: Friday | None = None) -> None:
        friday = friday or _friday()
        self.club = friday.club
        self.elsewhere = make_club()
        people = [make_player(self.club, f"Ana{number} A") for number in range(4)]
        table = friday.table(2)
        self.seated = Player.objects.get(pk=friday.state.entrants[table.entrants[0]].player)
        opened = create_match(
            match=NewMatch(
                self.club.id, "sushi_go_party", [self.seated.id, *(one.id for one in people[:3])]
            ),
            envelope=Envelope("cli", NOW),
        ).stream_id
        online = create_match(
            match=NewMatch(
                self.club.id, "sushi_bar", [self.seated.id, people[0].id], source="online"
            ),
            envelope=Envelope("cli", NOW),
        ).stream_id
        over = played(self.club, [self.seated, people[1]], [30, 20])
        ladder = begun(self.club, "Open")
        member = make_member(self.club)
        issued = issue_link(
            link_id=uuid4(),
            wanted=NewLink(Purpose.PASSWORD, member, timedelta(hours=1)),
            actor="cli",
            now=datetime.now(UTC),
        )
        made = invite(
            club=self.club,
            role=Role.MEMBER,
            single=False,
            days=2,
            envelope=Envelope("cli", datetime.now(UTC)),
        )
        places: dict[str, Any] = {
            "batch_id": make_batch(club=self.club).id,
            "claim_id": uuid4(),
            "club": self.club.slug,
            "club_id": self.club.id,
            "game": "sushi_bar",
            "invitation_id": made.invitation.id,
            "kind": "csv",
            "part": 0,
            "ladder_id": ladder,
            "match_id": opened,
            "player_id": people[0].id,
            "round_": 1,
            "season_id": make_season(self.club, evenings=[friday.id]),
            "secret": made.secret,
            "slug": "sushi_bar",
            "digest": "x",
            "stage": 1,
            "table": 2,
            "token_id": uuid4(),
            "tournament_id": friday.id,
            "user_id": member.id,
            "version": 2,
            "webhook_id": self._webhook(),
            "delivery_id": uuid4(),
        }
        own = {"player_id": self.seated.id}
        special: dict[str, dict[str, Any]] = {
            "over": {"match_id": over},
            "online": {"match_id": online},
            "match": {"kind": "match", "id_": opened},
            "recorder": {"kind": "recorder", "id_": opened},
            "tournament": {"kind": "tournament", "id_": friday.id},
            "boards": {"kind": "boards", "id_": friday.id},
            "ladder": {"kind": "ladder", "id_": ladder},
            "club": {"kind": "club", "id_": self.club.id},
            "show": own,
            "unlink": own,
            "api-player-account": own,
            "api-player-display": own,
            "tournaments:one-time-link": {"secret": issued.secret},
            "tournaments:tournament-cut": {"stage": 2},
        }
        self.addresses = Addresses(places, special)
        self.seat = {"stage": 1, "round": 1, "table": 2, "entrant": table.entrants[0]}
        self.actors = self._actors()
        Club.objects.filter(pk=self.club.id).update(visibility=level)

    def _webhook(self) -> UUID:
        """Return a webhook to an address that nobody allows: what is sent there goes nowhere."""
        return Webhook.objects.create(
            id=uuid4(),
            club=self.club,
            address="http://127.0.0.1:9/",
            kinds=["results"],
            secret="s",
            created_by="cli",
            created_at=NOW,
        ).id

    def _actors(self) -> dict[str, dict[str, Any]]:
        """Return what each actor brings along: a cookie, a header or nothing."""
        player = make_user()
        Player.objects.filter(pk=self.seated.pk).update(user=player)
        users = {
            "account": make_user(),
            "player": player,
            "outsider": make_member(self.elsewhere, "owner"),
            "staff": make_user(staff=True),
            **{role: make_member(self.club, role) for role in ROLES},
        }
        owner = users["owner"]
        brought = {"visitor": {}, **{name: _session(user) for name, user in users.items()}}
        for scope in filter(None, NARROW_TO_WIDE):
            brought[f"token:{scope}"] = bearer(make_token(owner, (scope,))[1])
        foreign = make_token(owner, ("admin",), club=self.elsewhere)
        return brought | {"token:elsewhere": bearer(foreign[1])}

    def client(self, actor: str) -> Client:
        """Return the browser of somebody with a session."""
        client = Client(raise_request_exception=False)
        client.cookies.load(self.actors[actor].get("cookies", {}))
        return client

    def ask(self, row: Row, actor: str, broken: str = "") -> HttpResponse:
        """Send the request of a row, as it should be or broken; nothing of it stays."""
        media_type, body, query = BROKEN[broken] if broken else self._good(row)
        address = self.addresses.of(row)
        if broken and query:
            address = f"{address.partition('?')[0]}?{query}"
        client = self.client(actor)
        headers = {name: text for name, text in self.actors[actor].items() if name != "cookies"}
        if not broken:
            headers["If-Match"] = '"1"'
        counters.clear()
        before = transaction.savepoint()
        try:
            return client.generic(  # type: ignore[return-value]
                row.method, address, body, content_type=media_type, headers=headers
            )
        finally:
            transaction.savepoint_rollback(before)

    def _good(self, row: Row) -> tuple[str, bytes, str]:
        if not row.is_api:
            fields = "&".join(f"{name}={value}" for name, value in self.seat.items())
            return "application/x-www-form-urlencoded", fields.encode(), ""
        sent: Any
        if row.name in SPOKEN:
            sent = self.seat | SPOKEN[row.name]
            return "application/json", json.dumps(sent).encode(), ""
        media_type, sent = _examples().get((row.name, row.method), ("application/json", {}))
        if row.anywhere or re.search("[0-9a-f]{8}-", json.dumps(sent)):
            sent = {}  # it would name somebody who is not here
        text = sent if isinstance(sent, str) else json.dumps(sent)
        return media_type, text.encode(), ""


def _friday() -> Friday:
    friday = Friday(8, swiss(), FINAL)
    friday.announce()
    friday.record(1, scores=[40, 30, 20, 10])
    return friday


@cache
def _examples() -> dict[tuple[str, str], tuple[str, Any]]:
    """Return the described example of every body, by the name of its address and its method."""
    by_address = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(entry.pattern)): name
        for name, entry in routes().items()
        if name.startswith("api-")
    }
    found = {}
    for address, methods in api_description()["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            for media_type, described in content.items():
                examples = [one["value"] for one in described.get("examples", {}).values()]
                examples += [one for one in [described.get("schema", {}).get("example")] if one]
                name = by_address.get(address.removeprefix("/api/v1/"))
                if examples and name:
                    found[name, method.upper()] = (media_type, examples[0])
    return found


def _session(user: Any) -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    return {"cookies": {name: morsel.value for name, morsel in client.cookies.items()}}
