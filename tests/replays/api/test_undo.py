"""Rewinds, amendments, notes and overrides through the API."""

from typing import Any
from uuid import UUID

import pytest

from replays.models import Note, StoredEvent
from tests.replays.api.conftest import Table, refused, script

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def match(table: Table) -> UUID:
    """A match of lanterns after both deals and a question: versions 2, 3 and 4."""
    found = table.begin("hidden_game")
    assert table.play(found, script("hidden_game")[:3], 1).status_code == 201
    return found


def state(table: Table, match: UUID, **params: Any) -> dict[str, Any]:
    return table.arbiter.get(f"/matches/{match}/state", {"as": "arbiter"} | params).json()


def test_a_rewind_and_its_undoing_are_both_rewinds(table: Table, match: UUID) -> None:
    before = state(table, match)["state"]
    back = table.arbiter.post(f"/matches/{match}/rewind", {"to": 3}, 4)
    assert back.json()["last_version"] == 5
    assert state(table, match)["ply"] == 2
    table.arbiter.post(f"/matches/{match}/rewind", {"to": 4}, 5)
    assert state(table, match)["state"] == before


@pytest.mark.parametrize(
    ("to", "status", "code"),
    [
        (0, 400, "invalid_input"),
        (4, 422, "nothing_to_rewind"),
        (99, 404, "no_such_version"),
        ("3", 400, "invalid_input"),
    ],
)
def test_a_rewind_to_nowhere_is_refused(
    table: Table, match: UUID, to: int | str, status: int, code: str
) -> None:
    refused(table.arbiter.post(f"/matches/{match}/rewind", {"to": to}, 4), status, code)


def amendment(match: UUID, table: Table) -> dict[str, Any]:
    """Return a replacement of the question that asks for another lantern."""
    asked = script("hidden_game")[2]
    others = [card for card in ("amber", "blue") if card != asked["payload"]["card"]]
    return {"type": asked["type"], "payload": asked["payload"] | {"card": others[0]}}


def test_an_amendment_is_previewed_and_then_made(table: Table, match: UUID) -> None:
    answered = script("hidden_game")[3]
    table.play(match, [answered], 4)
    body = {"target": 4, "replacement": amendment(match, table)}
    preview = table.arbiter.post(f"/matches/{match}/amend/preview", body)
    assert preview.status_code == 200
    found = preview.json()
    assert found["legal"] is True
    assert StoredEvent.objects.filter(stream_id=match).count() == 5
    dropped = [row["version"] for row in found["dropped"]]
    done = table.arbiter.post(f"/matches/{match}/amend", body | {"dropped": dropped}, 5)
    assert done.status_code == 201
    assert state(table, match)["plies"] == 4 - len(dropped)


def test_an_amendment_must_name_what_it_drops(table: Table, match: UUID) -> None:
    body = {"target": 4, "replacement": amendment(match, table), "dropped": [77]}
    refused(table.arbiter.post(f"/matches/{match}/amend", body, 4), 409, "dropped_differs")


def test_a_replacement_that_cannot_happen_is_previewed_as_illegal(
    table: Table, match: UUID
) -> None:
    deal = script("hidden_game")[0]
    body = {"target": 4, "replacement": deal}
    found = table.arbiter.post(f"/matches/{match}/amend/preview", body).json()
    assert found["legal"] is False
    assert found["violation"]["code"] == "not_expected"
    assert found["violation"]["detail"] == "This cannot happen now."
    refused(table.arbiter.post(f"/matches/{match}/amend", body, 4), 422, "not_expected")


def test_only_a_move_can_be_amended(table: Table, match: UUID) -> None:
    body = {"target": 1, "replacement": amendment(match, table)}
    refused(table.arbiter.post(f"/matches/{match}/amend", body, 4), 422, "not_a_ply")
    refused(table.arbiter.post(f"/matches/{match}/amend/preview", body), 422, "not_a_ply")


def test_a_note_is_kept_beside_the_log(table: Table, match: UUID) -> None:
    body = {"target": 4, "text": "Said twice."}
    assert table.arbiter.post(f"/matches/{match}/annotate", body, 4).status_code == 201
    assert Note.objects.get().text == "Said twice."
    assert "Said twice." not in StoredEvent.objects.get(stream_id=match, version=5).payload
    for wrong in ({"target": 4, "text": ""}, {"target": 4}):
        answer = table.arbiter.post(f"/matches/{match}/annotate", wrong, 5)
        refused(answer, 400, "invalid_input")


def test_an_arbiter_lets_a_refused_event_happen_but_no_other(table: Table, match: UUID) -> None:
    asked = script("hidden_game")[2]
    path = f"/matches/{match}/override"
    table.arbiter.post(f"/matches/{match}/rewind", {"to": 3}, 4)
    refused(table.arbiter.post(path, {"event": asked}, 5), 422, "override_not_needed")
    alien = {"type": "log.rewound", "payload": {"to": 1}}
    refused(table.arbiter.post(path, {"event": alien}, 5), 422, "override_impossible")
    out_of_turn = asked | {"payload": asked["payload"] | {"seat": 1, "other": 0}}
    refused(table.play(match, [out_of_turn], 5), 422, "not_your_turn")
    body = {"event": out_of_turn, "note": "Agreed."}
    assert table.arbiter.post(path, body, 5).status_code == 201
    assert state(table, match)["plies"] == 3
