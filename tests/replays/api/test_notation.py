"""Typed events through the API: the same log as events, all or none, the wrong word named."""

from replays.models import StoredEvent
from tests.replays.api.conftest import Table, refused


def test_typed_events_are_appended_once_and_all_or_none(table: Table) -> None:
    match = table.begin("sushi_go_party")
    path = f"/matches/{match}/notation"
    text = "Player0 gets ? | player1 gets ?\nPlayer0 egg | PLAYER1 Tempura"

    wrong = refused(
        table.arbiter.post(path, {"text": f"{text} | Player0 zzz"}, 1), 422, "bad_notation"
    )
    assert wrong["params"] == {"text": "zzz", "line": 2, "column": 41}
    assert StoredEvent.objects.count() == 1
    illegal = f"{text}\nPlayer0 eel"
    problem = refused(table.arbiter.post(path, {"text": illegal}, 1), 422, "no_such_card")
    assert (problem["params"]["line"], problem["params"]["column"]) == (3, 1)
    refused(table.arbiter.post(path, {"text": f"{text} {{hm}}"}, 1), 422, "typed_comment")
    refused(table.arbiter.post(path, {"text": "   "}, 1), 400, "invalid_input")
    refused(table.arbiter.post(path, {"text": text}, 2), 412, "version_conflict")
    refused(table.public.post(path, {"text": text}, 1), 401, "not_authenticated")

    first = table.arbiter.post(path, {"text": text}, 1, Idempotency_Key="typed")
    again = table.arbiter.post(path, {"text": text}, 1, Idempotency_Key="typed")
    assert first.status_code == 201
    assert again.json() == first.json() | {"repeated": True}
    feed = table.arbiter.get(f"/matches/{match}/events", {"as": "arbiter"}).json()["events"]
    assert [row["payload"].get("card") for row in feed[3:]] == ["egg", "tempura"]
