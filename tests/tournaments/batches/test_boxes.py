"""Batches of a club are played with its box."""

from uuid import uuid4

import pytest
from django.test import Client

from games.sushi_bar.components import SUSHI_VALUES
from tests.factories import make_club
from tests.tournaments.batches.batches import make_batch, play_all
from tests.tournaments.people.boxes import BAR_FORM, SUSHI, describe, newest_options
from tests.tournaments.people.test_api import post
from tournaments.batches.models import Batch

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_batch_keeps_the_box_it_was_begun_with() -> None:
    club = make_club()
    describe(club)
    batch = make_batch(club, matches=1)
    describe(club, options={})
    play_all(batch)
    assert batch.options["sushi_values"] == SUSHI
    assert newest_options("sushi_bar")["sushi_values"] == SUSHI
    chosen = make_batch(club, options={"sushi_values": list(SUSHI_VALUES)})
    assert chosen.options["sushi_values"] == list(SUSHI_VALUES)


def test_the_same_request_is_the_same_batch_though_the_box_has_changed(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    body = {"club": str(club.id), "game": "sushi_bar", "bots": ["random"] * 2, "matches": 1}
    headers = staff_headers | {"Idempotency-Key": "k1"}
    first = post(client, "batches", body, headers)
    describe(club)
    again = post(client, "batches", body, headers)
    assert (first.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert Batch.objects.get().options["sushi_values"] == list(SUSHI_VALUES)


def test_the_form_of_a_batch_shows_the_box(staff: Client) -> None:
    club = make_club()
    describe(club)
    page = staff.get("/batches/new/", {"game": "sushi_bar", "seats": "2"})
    assert BAR_FORM["option_sushi_values"] in page.text
    form = {"club": str(club.id), "key": str(uuid4()), "seats": "2", "how_many": "1", "seed": "7"}
    form |= {"game": "sushi_bar", "bot_0": "greedy", "bot_1": "random"} | BAR_FORM
    assert staff.post("/batches/new/", form).status_code == 302
    assert Batch.objects.get().options["sushi_values"] == SUSHI
