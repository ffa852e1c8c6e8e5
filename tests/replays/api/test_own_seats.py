"""The person at a seat plays it through the API: the same rules as on the pages, no secrets."""

import re
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.test import Client

from games.core.rng import SeededRng
from games.sushi_go_party.events import Dealt
from replays.envelope import Envelope
from replays.events import quote
from replays.selectors.logs import load_log
from replays.services.matches import play_drawn
from tests.answers import Answer
from tests.factories import NOW, bearer, make_token, make_user
from tests.replays.api.conftest import Door, Table, refused
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def doors(table: Table) -> list[Door]:
    """Three people without any role, each with a token for their own account."""
    users = [make_user() for _ in range(3)]
    for user, player in zip(users, table.players, strict=False):
        link_account(player=player, user=user)
    return [Door(Client(), bearer(make_token(user, scopes=("record",))[1])) for user in users]


def choices(door: Door, match: UUID, seat: int) -> Any:
    return door.get(f"/matches/{match}/choices", {"seat": seat}).json()


def choose(door: Door, match: UUID, seat: int) -> Answer:
    asked = choices(door, match, seat)
    chosen = {name: asked["choices"][0][name] for name in ("type", "payload")}
    return door.post(f"/matches/{match}/events", {"events": [chosen]}, asked["version"])


def test_two_play_a_whole_match_each_by_their_own_token(table: Table, doors: list[Door]) -> None:
    match = table.begin("sushi_bar", source="online")
    assert doors[1].post(f"/matches/{match}/chance", {}, 1).status_code == 201
    for _ in range(200):
        turn = [seat for seat in (0, 1) if choices(doors[seat], match, seat)["choices"]]
        if not turn:
            break
        assert choose(doors[turn[0]], match, turn[0]).status_code == 201
    answer = table.public.get(f"/matches/{match}").json()
    assert (answer["status"], answer["result_kind"]) == ("finished", "derived")


def test_no_other_seat_no_chance_no_correction(table: Table, doors: list[Door]) -> None:
    match = table.begin("sushi_go_party", source="online")
    assert doors[0].post(f"/matches/{match}/chance", {}, 1).status_code == 201
    version = load_log(match).version
    address = f"/matches/{match}"
    foreign = [
        {name: one[name] for name in ("type", "payload")}
        for one in choices(doors[1], match, 1)["choices"][:1]
    ]
    refused(doors[0].get(f"{address}/choices", {"seat": 1}), 403, "viewer_not_permitted")
    denied = (doors[2], 403, "permission_denied")
    for door, status, code in ((doors[0], 422, "not_your_seat"), denied):
        refused(door.post(f"{address}/events", {"events": foreign}, version), status, code)
    drawn = quote(load_log(match).events[0])
    dealt = {"type": drawn.type, "payload": drawn.payload}
    told = doors[0].post(f"{address}/events", {"events": [dealt]}, version)
    refused(told, 422, "chance_drawn_here")
    back = doors[0].post(f"{address}/rewind", {"to": 1}, version)
    refused(back, 409, "nothing_to_take_back")
    amended = {"target": 2, "replacement": dealt, "dropped": []}
    for path, body in (("amend", amended), ("report", {"scores": [1, 2]})):
        refused(doors[0].post(f"{address}/{path}", body, version), 403, "permission_denied")
    assert load_log(match).version == version


def test_what_a_write_answers_is_the_same_whatever_others_hold(
    table: Table, doors: list[Door]
) -> None:
    def told(swapped: bool) -> list[tuple[int, str]]:
        match = dealt(table, swapped)
        asked = [choose(doors[0], match, 0)]
        version = load_log(match).version
        asked.append(doors[0].post(f"/matches/{match}/rewind", {"to": version - 1}, version))
        # Another has chosen, and nobody knows what: not even whoever chooses last, before they do.
        choose(doors[1], match, 1)
        for path, more in (("state", {}), ("needs", {}), ("events", {"after": 1})):
            asked.append(doors[0].get(f"/matches/{match}/{path}", {"as": "seat:0", **more}))
        asked += [
            doors[0].get(f"/matches/{match}/choices", {"seat": 0}),
            choose(doors[0], match, 0),
        ]
        texts = [(one.status_code, one.content.decode().replace(str(match), "ID")) for one in asked]
        return [
            (status, re.sub(r'"(recorded_at|request_id)": ?"[^"]+"', "", text))
            for status, text in texts
        ]

    assert told(swapped=False) == told(swapped=True)


def dealt(table: Table, swapped: bool) -> UUID:
    """Return a match of three of whom the hands of two may be swapped."""
    match = table.begin("sushi_go_party", 3, source="online")
    log = load_log(match)
    rules, state, luck, events = log.rules, log.state_at(0), SeededRng("deal"), []
    while (need := rules.needs(state)[0]).seat is None:
        events.append(rules.sample(state, need, luck))
        rules.apply(state, events[-1])
    hands = {event.seat: event.cards for event in events if isinstance(event, Dealt)}
    other = {1: hands[2], 2: hands[1]} if swapped else {}
    events = [
        msgspec.structs.replace(event, cards=other.get(event.seat, event.cards))
        if isinstance(event, Dealt)
        else event
        for event in events
    ]
    play_drawn(match_id=match, expected_version=1, events=events, envelope=Envelope("system", NOW))
    return match
