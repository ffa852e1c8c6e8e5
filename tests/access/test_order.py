"""Who may is asked first: before the method's parameters, its body, and what a page would say."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.views import ApiView
from tests.clients import SignedIn
from tests.factories import make_club, make_member, make_user
from tests.tournaments.tournaments.play import Friday
from tournaments.people.models import Player

pytestmark = pytest.mark.django_db


class Forgetful(ApiView):
    """An address that takes writes and does not say from whom."""

    def put(self, _request: Request) -> Response:
        return Response()


def test_an_address_that_does_not_say_who_may_write_is_not_served() -> None:
    with pytest.raises(ImproperlyConfigured, match="Forgetful"):
        Forgetful.as_view()


@pytest.mark.parametrize("address", ["matches", "players", "batches"])
def test_a_right_in_one_club_is_none_in_the_club_that_a_body_names(address: str) -> None:
    stranger, club = SignedIn(make_member(make_club(), "owner")), make_club()
    bodies: dict[str, dict[str, Any]] = {
        "matches": {"game": "sushi_bar", "players": [None, None]},
        "players": {"first_name": "Ana"},
        "batches": {"game": "sushi_bar", "bots": ["random", "random"], "matches": 1},
    }
    sent = {"club": str(club.id), **bodies[address]}
    answer = stranger.post(f"/api/v1/{address}", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert not Player.objects.filter(club=club).exists()


@pytest.mark.parametrize("address", ["imports", "players/import", "players/import/preview"])
def test_who_may_nowhere_is_not_told_which_club_is_missing(address: str) -> None:
    somebody = SignedIn(make_user())
    for query in ("", "?club=", "?club=x", f"?club={uuid4()}", "?mode=sideways"):
        assert somebody.post(f"/api/v1/{address}{query}").status_code == 403, query
        assert Client().post(f"/api/v1/{address}{query}").status_code == 401, query


def test_a_method_that_is_not_there_is_told_before_its_parameters() -> None:
    assert Client().delete("/api/v1/clubs?nobody=knows").status_code == 405
    assert Client().generic("TRACE", f"/api/v1/matches/{uuid4()}?as=me").status_code == 405


def test_a_page_for_organisers_does_not_tell_others_whether_it_changed(friday: Friday) -> None:
    address = f"/tournaments/{friday.id}/proposal/?since={friday.state.version}"
    assert Client().get(address).status_code == 302
    assert SignedIn(make_user()).get(address).status_code == 403


def test_who_sits_at_another_table_is_refused_before_the_report_is_read(friday: Friday) -> None:
    entrant = friday.table(1).entrants[0]
    user = make_user()
    Player.objects.filter(pk=friday.state.entrants[entrant].player).update(user=user)
    at = {"stage": 1, "round": 1}
    for fields in ({"table": 2}, {"table": 2, "score_0": "x"}, {"table": "x"}, {}):
        answer = SignedIn(user).post(f"/tournaments/{friday.id}/do/report/", at | fields)
        assert answer.status_code == 403, fields
    mine = at | {"table": 1, "entrant": entrant}
    own = SignedIn(user).post(f"/tournaments/{friday.id}/do/report/", mine)
    assert own.status_code == 422


@pytest.mark.parametrize("name", ["invite", "role", "revoke", "remove", "nothing"])
def test_a_member_is_refused_before_anything_said_of_others_is_read(name: str) -> None:
    club = make_club()
    member = SignedIn(make_member(club))
    for fields in ({}, {"id": "x", "role": "emperor"}, {"id": str(uuid4()), "days": "never"}):
        answer = member.post(f"/clubs/{club.id}/members/do/{name}/", fields)
        assert answer.status_code == 403, fields
