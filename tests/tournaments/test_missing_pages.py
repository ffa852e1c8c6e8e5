"""What is not there is 404 on every page, whichever noun it would be."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from replays.web.urls import urlpatterns as match_pages
from tests.factories import make_club, make_user
from tournaments.web_urls import PAGES

pytestmark = pytest.mark.django_db

NUMBERS = {
    "stage": 1,
    "round_": 1,
    "table": 1,
    "version": 1,
    "name": "thaw",
    "kind": "csv",
    "part": 0,
    "game": "sushi_bar",
}


def missing() -> Iterator[tuple[str, str]]:
    """Yield the name and the address of every page of something that is not there."""
    for namespace, patterns in (("replays", match_pages), ("tournaments", PAGES)):
        for pattern in patterns:
            assert isinstance(pattern, URLPattern)
            variables = pattern.pattern.converters
            if not any(name.endswith("_id") for name in variables):
                continue
            numbers = {
                name: uuid4() if name.endswith("_id") else NUMBERS[name] for name in variables
            }
            name = f"{namespace}:{pattern.name}"
            yield name, reverse(name, kwargs=numbers)


PLACES = dict(missing())


def test_every_noun_is_looked_for() -> None:
    nouns = {address.split("/")[1] for address in PLACES.values()}
    known = {
        "account",
        "accounts",
        "matches",
        "batches",
        "clubs",
        "ladders",
        "players",
        "seasons",
        "tournaments",
    }
    assert nouns == known
    assert len(PLACES) > 40


@pytest.mark.parametrize("name", PLACES)
def test_what_is_not_there_is_not_found(client: Client, name: str) -> None:
    make_club()
    client.force_login(make_user("staff", staff=True))
    asks = {"HX-Request": "true"}
    sends = (client.get, client.post)
    statuses = {send(PLACES[name], headers=asks).status_code for send in sends}
    # Some pages are only looked at, others only written to.
    assert 404 in statuses
    assert statuses <= {404, 405}


def test_the_api_still_says_what_is_missing(client: Client) -> None:
    answer = client.get(f"/api/v1/tournaments/{uuid4()}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_tournament")
