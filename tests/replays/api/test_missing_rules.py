"""The API and a game that is not installed: it lists, reads and exports what needs no rules."""

from uuid import UUID

import pytest

from games.core.canonical import canonical_json
from replays.selectors.exports import export_jsonl
from replays.selectors.logs import stored_rows
from tests.games.away import without
from tests.replays.api.conftest import Table, refused, script

GAME = "hidden_game"
SECRETS = ("amber", "blue", "coral", "dusk")


def running(table: Table, moves: int = 4) -> UUID:
    """Return an open match of hidden hands, some of them dealt."""
    match = table.begin(GAME)
    assert table.play(match, script(GAME)[:moves], 1).status_code == 201
    return match


def test_the_list_and_the_match_say_that_rules_are_missing(table: Table) -> None:
    match, other = table.whole(GAME), table.whole("sushi_bar")
    before = table.public.get(f"/matches/{match}").json()
    assert before["rules_installed"] is True
    with without(GAME):
        listed = {one["id"]: one for one in table.public.get("/matches").json()["results"]}
        assert listed[str(match)]["rules_installed"] is False
        assert listed[str(other)]["rules_installed"] is True
        assert table.public.get("/matches", {"game": GAME}).json()["results"] == [
            listed[str(match)]
        ]
        read = table.public.get(f"/matches/{match}").json()
        assert read == before | {"rules_installed": False}


def test_a_running_match_tells_nobody_but_the_arbiter_what_was_written(table: Table) -> None:
    match = running(table)
    path = f"/matches/{match}/events"
    stored = {row.version: row.payload for row in stored_rows(match)}
    with without(GAME):
        answer = table.public.get(path)
        assert [row["payload"] for row in answer.json()["events"][1:]] == [None] * 4
        assert not [word for word in SECRETS if word in answer.content.decode()]
        refused(table.public.get(path, {"as": "seat:0"}), 403, "viewer_not_permitted")
        refused(table.public.get(path, {"as": "arbiter"}), 403, "viewer_not_permitted")
        seen = table.arbiter.get(path, {"as": "arbiter"}).json()["events"]
        assert {row["version"]: canonical_json(row["payload"]) for row in seen} == stored
        whole = table.public.get(f"/matches/{match}/export", {"format": "jsonl"})
        refused(whole, 403, "export_hidden")


def test_a_reader_is_told_more_of_the_same_version_once_the_rules_are_back(table: Table) -> None:
    path = f"/matches/{running(table)}/events"
    with without(GAME):
        known = {"If-None-Match": table.public.get(path)["ETag"]}
        assert table.public.get(path, **known).status_code == 304
    rows = table.public.get(path, **known).json()["events"]
    assert all(row["payload"] is not None for row in rows)


def test_an_ended_match_is_read_and_exported_whole(table: Table) -> None:
    match = table.whole(GAME)
    whole = export_jsonl(match)
    with without(GAME):
        answer = table.public.get(f"/matches/{match}/export", {"format": "jsonl"})
        assert answer.content.decode() == whole
        rows = table.public.get(f"/matches/{match}/events", {"as": "arbiter"}).json()["events"]
        assert all(row["payload"] is not None for row in rows)
        refused(table.public.get(f"/matches/{match}/export"), 409, "game_not_installed")


def test_verification_says_that_the_rules_were_not_asked(table: Table) -> None:
    match = table.whole(GAME)
    with without(GAME):
        answer = table.public.get(f"/matches/{match}/verify").json()
    assert (answer["ok"], answer["problem"]) == (True, None)
    assert answer["unjudged"] == {"code": "game_not_installed", "version": 1}


@pytest.mark.parametrize("path", ["state", "needs", "choices?seat=0"])
def test_what_only_the_rules_know_is_refused_by_name(table: Table, path: str) -> None:
    match = running(table)
    with without(GAME):
        problem = refused(table.arbiter.get(f"/matches/{match}/{path}"), 409, "game_not_installed")
        assert problem["params"] == {"game": GAME, "group": "kaiten.games"}
        french = table.arbiter.get(f"/matches/{match}/{path}", **{"Accept-Language": "fr"})
        assert "ne sont pas installées" in french.json()["detail"]
    assert table.arbiter.get(f"/matches/{match}/{path}").status_code == 200


def test_no_write_that_asks_the_rules_writes_anything(table: Table) -> None:
    match = running(table)
    move = script(GAME)[4]
    bodies = {
        "events": {"events": [move]},
        "rewind": {"to": 1},
        "amend": {"target": 2, "replacement": script(GAME)[0], "dropped": []},
        "override": {"event": move, "note": "why"},
        "report": {"scores": [1, 2]},
        "stop": {"reason": "time", "result": "score"},
    }
    with without(GAME):
        for name, body in bodies.items():
            answer = table.arbiter.post(f"/matches/{match}/{name}", body, 5)
            refused(answer, 409, "game_not_installed")
        body = {"target": 2, "replacement": script_of_another()}
        answer = table.arbiter.post(f"/matches/{match}/amend/preview", body)
        refused(answer, 409, "game_not_installed")
        assert table.public.get(f"/matches/{match}").json()["version"] == 5
        answer = table.arbiter.post(
            f"/matches/{match}/report", {"scores": [1, 2], "places": [2, 1]}, 5
        )
        assert answer.status_code == 201
    assert table.play(match, [move], 6).json()["code"] == "match_ended"


def script_of_another() -> dict[str, object]:
    return script("sushi_bar")[0]
