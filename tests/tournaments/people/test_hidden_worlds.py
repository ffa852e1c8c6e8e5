"""Worlds that differ in what is for the club alone are the same to visitors, byte for byte."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from games.testing.scale import sampled, scaled
from tests.clients import SignedIn
from tests.factories import bearer, make_club, make_member, make_token
from tests.tournaments.people.shelves import KINDS, Shelf
from tests.tournaments.tournaments.test_unpublished import _OF_THE_REQUEST, _routes
from tournaments.people.models import Club
from tournaments.tournaments.models import TournamentTable

pytestmark = pytest.mark.django_db

NUMBERS = {"stage": 1, "round_": 1, "table": 1, "version": 1}
WORDS = {
    "slug": "plain",
    "game": "plain",
    "name": "close",
    "kind": "csv",
    "part": 0,
    "secret": "x",
    "digest": "x",
    "guide": "organiser",
    "user_id": str(uuid4()),
    "invitation_id": str(uuid4()),
    "claim_id": str(uuid4()),
    "token_id": str(uuid4()),
    "batch_id": str(uuid4()),
    "id_": str(uuid4()),
    "webhook_id": str(uuid4()),
    "delivery_id": str(uuid4()),
}
WHO = ["nobody", "somebody of another club", "their token"][: scaled(16)]
LISTS = ["/matches/", "/tournaments/", "/seasons/", "/ladders/"]
LEFT_OUT = re.compile(r"^(?:admin/|i18n/|healthz|session|api/v1/(?:schema|docs)|login|logout)")


def filled(route: str, values: dict[str, Any]) -> str:
    """Return an address with a value for every part of its route."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(values[part[1]]), route)


def ids_of(shelf: Shelf) -> dict[str, UUID]:
    return {f"{kind}_id": id_ for kind, id_ in shelf.ids.items()}


def addresses(shelf: Shelf, *others: dict[str, UUID]) -> Iterator[str]:
    """Yield every address of pages and API, with what everybody may know and with other ids."""
    club = {"club_id": shelf.club.id, "club": shelf.club.slug, "player_id": shelf.players[0].id}
    for route in _routes(get_resolver().url_patterns):
        if LEFT_OUT.match(route):
            continue
        names = set(re.findall(r"<(?:\w+:)?(\w+)>", route))
        for ids in (ids_of(shelf), *others):
            values: dict[str, Any] = {**WORDS, **NUMBERS, **club, **ids_of(shelf), **ids}
            assert names <= set(values), f"say what {names - set(values)} of {route} are"
            yield filled(route, values)
    yield from ("/players/?search=z", "/matches/?game=plain", "/api/v1/players?search=z")
    for ids in (ids_of(shelf), *others):
        yield f"/players/{shelf.players[0].id}/?ladder={ids['ladder_id']}"
        for kind in ("match", "tournament", "ladder"):
            yield f"/live/{kind}/{ids[f'{kind}_id']}/news/?mark=1"
        yield f"/live/club/{ids.get('club_id', shelf.club.id)}/news/"
        yield f"/api/v1/matches?club={ids.get('club_id', shelf.club.id)}"
        yield f"/matches/?player={ids.get('player_id', shelf.players[0].id)}"


def answers(client: Client, asked: Sequence[str], headers: dict[str, str]) -> dict[str, Any]:
    seen = {}
    for address in asked:
        answer = client.get(address, headers=headers)
        body = b"".join(answer) if answer.streaming else answer.content
        said = sorted(pair for pair in answer.headers.items() if pair[0] != "Expires")
        seen[address] = (answer.status_code, said, _OF_THE_REQUEST.sub(b"", body))
    return seen


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def hide(club: Club, shelf: Shelf) -> dict[str, UUID]:
    """Add one hidden thing of each kind to a club, played by those who are known already."""
    hidden = Shelf(club, title="Hidden", players=shelf.players)
    hidden.set("club")
    return ids_of(hidden)


@pytest.mark.parametrize("who", WHO)
def test_worlds_that_differ_in_what_is_for_the_club_alone_are_the_same_to_visitors(
    client: Client, who: str
) -> None:
    shelf = Shelf()
    stranger = make_member(make_club("Elsewhere"), "owner")
    asking = SignedIn(stranger) if who == "somebody of another club" else client
    headers = bearer(make_token(stranger, ("read",))[1]) if who == "their token" else {}
    asking.get("/api/v1/clubs", headers=headers)  # the first use of a token is noted
    with rolled_back():
        hidden = hide(shelf.club, shelf)
        tables = TournamentTable.objects.filter(tournament_id=hidden["tournament_id"])
        part = {**hidden, "match_id": tables.get().match_id}
        asked = sampled(list(dict.fromkeys(addresses(shelf, hidden, part))), 4)
        there = answers(asking, asked, headers)
        member = answers(SignedIn(make_member(shelf.club)), LISTS, {})
    without = answers(asking, asked, headers)
    different = [address for address in asked if there[address] != without[address]]
    assert not different, different
    for kind in KINDS:
        named = str(hidden[f"{kind}_id"])
        assert not [one for one in asked if named in str(there[one]) and named not in one]
        assert any(named in str(page) for page in member.values())


def test_a_club_that_is_for_itself_is_nowhere(client: Client) -> None:
    shelf = Shelf()
    with rolled_back():
        club = make_club("Hidden Club", visibility="club", slug="hidden-club")
        other = Shelf(club, title="Hidden")
        ids: dict[str, Any] = {
            **ids_of(other),
            "club_id": club.id,
            "club": club.slug,
            "player_id": other.players[0].id,
        }
        asked = sampled(list(dict.fromkeys(addresses(shelf, ids))), 4, 1)
        there = answers(client, asked, {})
    without = answers(client, asked, {})
    assert [address for address in asked if there[address] != without[address]] == []


def test_hidden_and_unknown_are_one_answer_to_every_write(client: Client) -> None:
    shelf = Shelf()
    shelf.set("club")
    stranger = bearer(make_token(make_member(make_club(), "owner"), ("admin",))[1])
    known: dict[str, Any] = {**WORDS, **NUMBERS, "player_id": shelf.players[0].id}
    of_the_api = [one for one in _routes(get_resolver().url_patterns) if one.startswith("api/v1/")]
    about_a_kind = [one for one in of_the_api if any(f"{kind}_id>" in one for kind in KINDS)]
    for route in sampled(about_a_kind, 2):
        names = set(re.findall(r"<(?:\w+:)?(\w+)>", route))
        kinds = [kind for kind in KINDS if f"{kind}_id" in names]
        unknown = {f"{kind}_id": uuid4() for kind in kinds}
        for send in (client.post, client.put, client.patch, client.delete):
            given = []
            for ids in (ids_of(shelf), unknown):
                address = filled(route, {**known, **ids})
                answer = send(address, headers=stranger, content_type="application/json")
                given.append((answer.status_code, sorted(answer.headers.items()), answer.content))
            assert given[0] == given[1], (send, route)
            assert given[0][0] >= 400
            if given[0][0] != 405:
                break
