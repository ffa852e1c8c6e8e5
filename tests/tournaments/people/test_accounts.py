"""Accounts are linked to players through the API, and what that lets people do."""

from typing import Any

import pytest
from django.test import Client

from tests.answers import Answer
from tests.factories import bearer, make_bot, make_club, make_player, make_token, make_user
from tests.tournaments.people.test_api import is_problem, post
from tests.tournaments.tournaments.doors import Evening
from tournaments.people.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin_headers() -> dict[str, str]:
    return bearer(make_token(scopes=("admin",))[1])


def link(client: Client, player: Player, body: Any, headers: dict[str, str] | None) -> Answer:
    path = f"/api/v1/players/{player.id}/account"
    return client.put(path, body, content_type="application/json", headers=headers)


def unlink(client: Client, player: Player, headers: dict[str, str] | None) -> Answer:
    return client.delete(f"/api/v1/players/{player.id}/account", headers=headers)


def test_whoever_is_linked_reports_at_their_table_until_unlinked(
    client: Client, admin_headers: dict[str, str]
) -> None:
    evening = Evening().start()
    one = evening.announce()[1][0]
    player = evening.players[one - 1]
    theirs = bearer(make_token(make_user("ada"))[1])
    report = {"stage": 1, "round": 1, "table": 1, "scores": [9, 7, 5, 3], "entrant": one}
    where = f"{evening.path}/commands/report"
    is_problem(post(client, where, report, theirs), 403, "permission_denied")
    linked = link(client, player, {"username": "ada"}, admin_headers)
    assert (linked.status_code, linked.json()["has_account"]) == (200, True)
    assert link(client, player, {"username": "ada"}, admin_headers).status_code == 200
    answer = post(client, where, report, theirs)
    assert (answer.status_code, answer.json()["table"]["status"]) == (201, "reported")
    assert unlink(client, player, admin_headers).json()["has_account"] is False
    is_problem(post(client, where, report, theirs), 403, "permission_denied")


def test_an_account_is_one_player_of_a_club_and_may_be_one_of_another(
    client: Client, admin_headers: dict[str, str]
) -> None:
    club = make_club()
    one, other, elsewhere = make_player(club), make_player(club), make_player(make_club())
    make_user("ada")
    for player in (one, elsewhere):
        assert link(client, player, {"username": "ada"}, admin_headers).status_code == 200
    is_problem(link(client, other, {"username": "ada"}, admin_headers), 409, "account_taken")
    other.refresh_from_db()
    assert other.user is None


def test_what_cannot_be_linked_is_refused(client: Client, admin_headers: dict[str, str]) -> None:
    club = make_club()
    player = make_player(club)
    make_user("ada")
    is_problem(link(client, player, {"username": "Ada"}, admin_headers), 422, "unknown_user")
    is_problem(link(client, player, {}, admin_headers), 400, "invalid_input")
    bot = make_bot(club)
    is_problem(link(client, bot, {"username": "ada"}, admin_headers), 409, "bot_not_editable")
    writer = bearer(make_token()[1])
    elsewhere = bearer(make_token(scopes=("admin",), club=make_club())[1])
    own = bearer(make_token(make_user(), scopes=("admin",))[1])
    for headers in (writer, elsewhere, own):
        is_problem(link(client, player, {"username": "ada"}, headers), 403, "permission_denied")
        is_problem(unlink(client, player, headers), 403, "permission_denied")
    is_problem(link(client, player, {"username": "ada"}, None), 401, "not_authenticated")
    player.refresh_from_db()
    assert player.user is None
