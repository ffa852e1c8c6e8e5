"""Agreeing to a result through the API: for every seat by role, for one's own by sitting there."""

import pytest
from django.test import Client

from tests.factories import bearer, make_member, make_token, make_user
from tests.replays.api.conftest import Door, Table, refused
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db


def test_each_agrees_for_their_own_seat_and_the_last_locks_the_result(table: Table) -> None:
    match = table.begin("plain")
    told = table.arbiter.post(f"/matches/{match}/report", {"scores": [31, 18]}, 1)
    assert told.status_code == 201
    own = make_user()
    link_account(player=table.players[1], user=own)
    seated = Door(Client(), bearer(make_token(own, scopes=("record",))[1]))
    keeper = make_member(table.club, "scorekeeper")
    keeping = Door(Client(), bearer(make_token(keeper, scopes=("record",))[1]))
    address = f"/matches/{match}/confirm"

    refused(seated.post(address, {"seat": 0}, 2), 422, "not_your_seat")
    refused(table.public.post(address, {"seat": 0}, 2), 401, "not_authenticated")
    refused(seated.post(address, {"seat": 1}), 428, "precondition_required")
    assert seated.post(address, {"seat": 1}, 2).json()["last_version"] == 3
    refused(keeping.post(address, {"seat": 0}, 2), 412, "version_conflict")
    refused(keeping.post(address, {"seat": 1}, 3), 409, "already_confirmed")
    assert keeping.post(address, {"seat": 0}, 3).status_code == 201
    seats = table.public.get(f"/matches/{match}").json()["seats"]
    assert [seat["confirmed"] for seat in seats] == [True, True]

    again = {"scores": [18, 31]}
    refused(keeping.post(f"/matches/{match}/report", again, 4), 409, "match_confirmed")
    refused(table.arbiter.post(f"/matches/{match}/reopen", {}, 4), 422, "reason_needed")
    why = {"note": "Read upside down."}
    assert table.arbiter.post(f"/matches/{match}/reopen", why, 4).status_code == 201
    assert not any(
        seat["confirmed"] for seat in table.public.get(f"/matches/{match}").json()["seats"]
    )
