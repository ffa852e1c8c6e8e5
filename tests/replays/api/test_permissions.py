"""Anybody reads what is public; writing takes staff, by session or by token."""

from datetime import timedelta

import pytest
from django.test import Client
from rest_framework.throttling import AnonRateThrottle

from replays.models import StoredEvent
from tests.factories import NOW, bearer, make_club, make_token, make_user
from tests.replays.api.conftest import API, Door, Table, refused, script

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WRITES = {
    "events": {"events": script()[:1]},
    "chance": {},
    "rewind": {"to": 1},
    "amend": {"target": 2, "replacement": script()[0]},
    "amend/preview": {"target": 2, "replacement": script()[0]},
    "annotate": {"target": 1, "text": "x"},
    "override": {"event": script()[0]},
    "report": {"scores": [1, 2]},
    "stop": {"reason": "time", "result": "none"},
    "reopen": {},
    "abandon": {},
    "void": {},
    "rule": {"places": [1, 2]},
    "takeover": {"seat": 0, "player": None},
}


@pytest.mark.parametrize("action", WRITES)
def test_nobody_writes_without_permission(table: Table, action: str) -> None:
    match = table.begin()
    path = f"/matches/{match}/{action}"
    body = WRITES[action]
    answer = table.public.post(path, body, 1)
    refused(answer, 401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    guest = make_user()
    for door in (
        Door(Client(), bearer(make_token(guest)[1])),
        Door(Client(), bearer(make_token(scopes=("read",))[1])),
        Door(Client(), bearer(make_token(club=make_club())[1])),
    ):
        refused(door.post(path, body, 1), 403, "permission_denied")
    assert StoredEvent.objects.filter(stream_id=match).count() == 1


def test_a_match_is_begun_only_in_a_club_one_may_write_to(table: Table) -> None:
    body = {"club": str(table.club.id), "game": "sushi_bar", "players": table.seats()}
    refused(table.public.post("/matches", body), 401, "not_authenticated")
    refused(table.public.post("/matches", "{"), 401, "not_authenticated")
    other = Door(Client(), bearer(make_token(club=make_club())[1]))
    refused(other.post("/matches", body), 403, "permission_denied")
    nowhere = body | {"club": "00000000-0000-4000-8000-000000000000"}
    refused(table.arbiter.post("/matches", nowhere), 403, "permission_denied")


def test_a_bad_token_is_refused_even_where_nobody_asks_for_one(table: Table) -> None:
    expired = make_token(expires_at=NOW + timedelta(seconds=1), now=NOW)[1]
    for text in ("nonsense", "kaiten_12345678_x", expired + "x", ""):
        answer = Door(Client(), bearer(text)).get("/matches")
        refused(answer, 401, "token_invalid")


def test_a_session_writes_with_a_csrf_token_only(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user(staff=True))
    match = table.begin()
    door = Door(client)
    path = f"/matches/{match}/events"
    refused(door.post(path, WRITES["events"], 1), 403, "csrf_failed")
    client.cookies["csrftoken"] = "a" * 32
    answer = door.post(path, WRITES["events"], 1, X_CSRFToken="a" * 32)
    assert answer.status_code == 201, answer.content
    assert StoredEvent.objects.get(stream_id=match, version=2).actor.startswith("user:")


def test_reading_takes_no_account(table: Table) -> None:
    match = table.begin()
    for path in ("", "/events", "/state", "/needs", "/verify"):
        assert table.public.get(f"/matches/{match}{path}").status_code == 200
    assert Client().get(f"{API}/matches").status_code == 200


def test_a_caller_who_asks_too_much_is_told_when_to_come_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnonRateThrottle, "rate", "2/min", raising=False)
    client = Client(REMOTE_ADDR="192.0.2.7")
    statuses = [client.get(f"{API}/games").status_code for _ in range(2)]
    assert statuses == [200, 200]
    answer = client.get(f"{API}/games")
    problem = refused(answer, 429, "throttled")
    assert answer.headers["Retry-After"] == str(problem["params"]["seconds"])
