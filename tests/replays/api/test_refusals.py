"""Bad input: a clear problem with a stable code, and nothing is written."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from replays.models import Anchor, Match, Request, StoredEvent, Stream
from tests.replays.api.conftest import API, Table, refused, script

WRITES = (
    *("events", "chance", "rewind", "amend", "annotate", "override", "report"),
    *("stop", "reopen", "abandon", "void", "rule", "takeover"),
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def unchanged(db: None) -> Iterator[Callable[..., Any]]:
    """Count the rows of the store before and after a test."""
    models = (StoredEvent, Stream, Anchor, Request, Match)

    def counts() -> list[int]:
        return [model.objects.count() for model in models]

    before = []
    yield lambda: before.append(counts())
    assert before[-1] == counts()


def new_match(table: Table, **fields: Any) -> dict[str, Any]:
    return {"club": str(table.club.id), "game": "sushi_bar", "players": table.seats()} | fields


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"game": "tiddlywinks"}, 422, "unknown_game"),
        ({"game": ""}, 400, "invalid_input"),
        ({"game": 7}, 400, "invalid_input"),
        ({"players": [None]}, 422, "wrong_seat_count"),
        ({"players": [None] * 8}, 422, "wrong_seat_count"),
        ({"players": [None] * 9}, 400, "invalid_input"),
        ({"players": []}, 400, "invalid_input"),
        ({"players": None}, 400, "invalid_input"),
        ({"players": ["Anne", "Bob"]}, 400, "invalid_input"),
        ({"players": [1, 2]}, 400, "invalid_input"),
        ({"options": {"weather": "fine"}}, 422, "unknown_option"),
        ({"options": []}, 400, "invalid_input"),
        ({"game": "hidden_game", "options": {"passing": 1}}, 422, "option_wrong_kind"),
        ({"game": "hidden_game", "options": {"scoring": "x"}}, 422, "option_not_offered"),
        ({"game": "hidden_game", "options": {"hand_size": 9}}, 422, "option_out_of_range"),
        ({"game": "hidden_game", "options": {"quiet_start": True}}, 422, "option_not_for_seats"),
        ({"game": "hidden_game", "options": {"box": [1]}}, 422, "box_wrong_counts"),
        ({"source": "dreams"}, 400, "invalid_input"),
        ({"source": ["table"]}, 400, "invalid_input"),
        ({"club": "x"}, 400, "invalid_input"),
        ({"mood": "good"}, 400, "invalid_input"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    table: Table, unchanged: Callable[..., Any], fields: dict[str, Any], status: int, code: str
) -> None:
    unchanged()
    refused(table.arbiter.post("/matches", new_match(table, **fields)), status, code)


def test_the_same_player_cannot_sit_twice(table: Table, unchanged: Callable[..., Any]) -> None:
    unchanged()
    body = new_match(table, players=[table.seats()[0]] * 2)
    answer = table.arbiter.post("/matches", body)
    refused(answer, 422, "player_twice")


def test_a_refusal_about_an_option_names_it(table: Table) -> None:
    body = new_match(table, options={"weather": "fine"})
    problem = refused(table.arbiter.post("/matches", body), 422, "unknown_option")
    assert problem["params"]["option"] == "weather"
    french = table.arbiter.post("/matches", body, Accept_Language="fr")
    assert "weather" in french.json()["detail"]
    assert french.json()["detail"] != problem["detail"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "malformed_json"),
        (b"", "invalid_input"),
        (b"null", "invalid_input"),
        (b"[]", "invalid_input"),
        (b'"text"', "invalid_input"),
        (b"\xff", "invalid_utf8"),
        (b'{"events": NaN}', "not_a_number"),
        (b'{"events": [Infinity]}', "not_a_number"),
        (b'{"events": 1.5}', "float_not_allowed"),
        (b'{"events": [], "events": []}', "duplicate_key"),
        (b'{"events": "\\u0000"}', "nul_character"),
        (b'{"events": "\\ud800"}', "lone_surrogate"),
        (b'{"events": 9007199254740992}', "integer_too_large"),
        (b'{"events": ' + b"9" * 5000 + b"}", "integer_too_large"),
        (b'{"events": ' + b"[" * 40 + b"]" * 40 + b"}", "nested_too_deeply"),
        (b'{"events": ' + b"[" * 100_000, "nested_too_deeply"),
        (b'{"events": []}', "invalid_input"),
        (b'{"events": {}}', "invalid_input"),
        (b'{"events": [7]}', "invalid_input"),
        (b'{"events": [{}]}', "invalid_input"),
        (b'{"events": [{"type": "x", "payload": []}]}', "invalid_input"),
        (b'{"events": [{"type": 7, "payload": {}}]}', "invalid_input"),
        (b'{"events": [{"type": "x", "payload": {}, "schema": 1}]}', "invalid_input"),
    ],
)
@pytest.mark.parametrize("action", ["events", "report", "stop", "rewind", "amend"])
def test_a_body_that_is_no_body_is_refused(
    table: Table, unchanged: Callable[..., Any], action: str, body: bytes, code: str
) -> None:
    match = table.begin()
    unchanged()
    answer = table.arbiter.post(f"/matches/{match}/{action}", body, 1)
    if action == "report" and body == b"":
        assert 400 <= answer.status_code < 500
    else:
        refused(answer, 400, code)


def test_a_body_of_ten_megabytes_is_refused(table: Table, unchanged: Callable[..., Any]) -> None:
    match = table.begin()
    unchanged()
    body = json.dumps({"events": ["x" * 10_000_000]})
    refused(table.arbiter.post(f"/matches/{match}/events", body, 1), 413, "body_too_large")
    refused(table.arbiter.post("/matches", body), 413, "body_too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", ""]
)
def test_a_body_of_another_kind_is_refused(
    table: Table, unchanged: Callable[..., Any], kind: str
) -> None:
    match = table.begin()
    unchanged()
    answer = table.arbiter.post(f"/matches/{match}/events", "{}", 1, Content_Type=kind)
    refused(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "sushi_bar.tea_spilled", "payload": {}}, "unknown_event_type"),
        ({"type": "x" * 80, "payload": {}}, "unknown_event_type"),
        ({"type": "sushi_bar.portion_taken", "payload": {}}, "malformed_event"),
        (
            {"type": "sushi_bar.portion_taken", "payload": {"seat": "0", "row": "sushi"}},
            "malformed_event",
        ),
        (
            {"type": "sushi_bar.portion_taken", "payload": {"seat": 0, "row": "sushi", "x": 1}},
            "malformed_event",
        ),
        (
            {"type": "sushi_bar.portion_taken", "payload": {"seat": 0, "row": "sushi"}},
            "not_expected",
        ),
        ({"type": "hidden_game.dealt", "payload": {"seat": 0, "cards": []}}, "not_expected"),
        ({"type": "match.voided", "payload": {}}, "not_expected"),
        ({"type": "log.rewound", "payload": {"to": 1}}, "not_expected"),
    ],
)
def test_an_event_that_cannot_happen_is_refused(
    table: Table, unchanged: Callable[..., Any], event: dict[str, Any], code: str
) -> None:
    match = table.begin()
    unchanged()
    refused(table.play(match, [event], 1), 422, code)


def test_an_event_out_of_turn_and_an_illegal_one_are_refused(
    table: Table, unchanged: Callable[..., Any]
) -> None:
    match = table.begin("hidden_game")
    table.play(match, script("hidden_game")[:2], 1)
    unchanged()
    asked = script("hidden_game")[2]
    wrong = {"type": asked["type"], "payload": asked["payload"] | {"seat": 1, "other": 0}}
    refused(table.play(match, [wrong], 3), 422, "not_your_turn")
    nowhere = {"type": asked["type"], "payload": asked["payload"] | {"seat": 5}}
    refused(table.play(match, [nowhere], 3), 422, "no_such_seat")
    unheard = {"type": asked["type"], "payload": asked["payload"] | {"card": "neon"}}
    answer = table.play(match, [unheard], 3)
    refused(answer, 422, "no_such_card")


def test_a_finished_match_takes_no_more_events(table: Table, unchanged: Callable[..., Any]) -> None:
    match = table.whole()
    version = table.public.get(f"/matches/{match}").json()["version"]
    unchanged()
    refused(table.play(match, script()[:1], version), 409, "match_ended")


def test_a_game_without_moves_takes_none(table: Table, unchanged: Callable[..., Any]) -> None:
    match = table.begin("plain", options={"title": "Go"})
    unchanged()
    refused(table.play(match, script()[:1], 1), 422, "reported_only")


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_writer_who_saw_another_version_is_told_the_newest(
    table: Table, unchanged: Callable[..., Any], version: int
) -> None:
    match = table.begin()
    unchanged()
    problem = refused(table.play(match, script()[:1], version), 412, "version_conflict")
    assert problem["params"] == {"expected": version, "actual": 1}


@pytest.mark.parametrize(
    "tag", ["1", '"one"', "*", '"1', "''", '"1","2"', '"-1"', '"1.0"', '"99999999999"', '"٣"']
)
def test_an_if_match_that_names_no_version_is_refused(
    table: Table, unchanged: Callable[..., Any], tag: str
) -> None:
    match = table.begin()
    unchanged()
    body = {"events": script()[:1]}
    answer = table.arbiter.post(f"/matches/{match}/events", body, If_Match=tag)
    refused(answer, 400, "bad_if_match")


@pytest.mark.parametrize(
    "action",
    [
        "events",
        "chance",
        "rewind",
        "amend",
        "annotate",
        "override",
        "report",
        "stop",
        "reopen",
        "abandon",
        "void",
        "rule",
        "takeover",
    ],
)
def test_a_write_without_if_match_is_refused(
    table: Table, unchanged: Callable[..., Any], action: str
) -> None:
    match = table.begin()
    unchanged()
    answer = table.arbiter.post(f"/matches/{match}/{action}", {})
    refused(answer, 428, "precondition_required")


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "k" * 201, "\x7f"])
def test_an_idempotency_key_that_cannot_be_kept_is_refused(
    table: Table, unchanged: Callable[..., Any], key: str
) -> None:
    match = table.begin()
    unchanged()
    body = {"events": script()[:1]}
    answer = table.arbiter.post(f"/matches/{match}/events", body, 1, Idempotency_Key=key)
    refused(answer, 400, "bad_idempotency_key")


def test_a_key_used_for_another_body_or_address_is_refused(
    table: Table, unchanged: Callable[..., Any]
) -> None:
    one, other = table.begin(), table.begin()
    body = {"events": script()[:1]}
    table.arbiter.post(f"/matches/{one}/events", body, 1, Idempotency_Key="k")
    unchanged()
    more = {"events": script()[:2]}
    answer = table.arbiter.post(f"/matches/{one}/events", more, 1, Idempotency_Key="k")
    refused(answer, 422, "request_key_reused")
    answer = table.arbiter.post(f"/matches/{other}/events", body, 1, Idempotency_Key="k")
    refused(answer, 422, "request_key_reused")


def test_methods_and_addresses_that_do_not_exist_are_problems_too(table: Table) -> None:
    client = table.public.client
    for method in ("put", "patch", "delete", "options", "trace"):
        answer = getattr(client, method)(f"{API}/matches")
        refused(answer, 405, "method_not_allowed")
        assert "GET" in answer.headers["Allow"]
    refused(client.get("/api/v2/matches"), 404, "not_found")
    refused(client.get("/api/"), 404, "not_found")
    refused(client.get(f"{API}/matches/"), 404, "not_found")
    refused(client.get(f"{API}/games", headers={"Host": "evil.example"}), 400, "bad_request")
    assert client.get("/nowhere").headers["Content-Type"].startswith("text/html")


def test_a_body_without_a_length_is_refused(table: Table) -> None:
    match = table.begin()
    answer = table.arbiter.client.generic(
        "POST",
        f"{API}/matches/{match}/events",
        b"",
        "application/json",
        headers=table.arbiter.headers | {"Transfer-Encoding": "chunked", "If-Match": '"1"'},
    )
    refused(answer, 411, "length_required")
