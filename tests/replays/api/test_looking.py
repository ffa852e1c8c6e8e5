"""States, needs and choices, for whoever may look."""

from typing import Any

import pytest
from django.test import Client

from games.core.viewer import PUBLIC
from replays.selectors.logs import load_log
from tests.factories import bearer, make_token, make_user
from tests.replays.api.conftest import Door, Table, refused, script
from tournaments.people.services.players import link_account

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_the_state_is_the_fold_of_the_log_at_any_version_and_ply(table: Table) -> None:
    match = table.whole()
    log = load_log(match)
    path = f"/matches/{match}/state"
    newest = table.public.get(path).json()
    assert newest["plies"] == newest["ply"] == len(log.plies)
    assert newest["outcome"]["final"] is True
    assert newest["outcome"]["scores"] == list(log.outcome.scores)
    at = table.public.get(path, {"ply": 3}).json()
    view = log.rules.view(log.state_at(3), PUBLIC)
    assert at["state"] == log.rules.to_data(view)
    earlier = table.public.get(path, {"version": 4}).json()
    assert (earlier["version"], earlier["ply"], earlier["plies"]) == (4, 3, 3)
    assert earlier["state"] == at["state"]
    link = table.public.get(path, {"version": 4, "ply": 1}).json()
    assert (link["version"], link["ply"]) == (4, 1)


def test_every_point_says_which_rule_gave_it_in_which_round(table: Table) -> None:
    match = table.whole("sushi_go_party")
    outcome = table.public.get(f"/matches/{match}/state").json()["outcome"]
    for score, lines in zip(outcome["scores"], outcome["breakdown"], strict=True):
        assert sum(line["points"] for line in lines) == score
        assert {line["round"] for line in lines} == {0, 1, 2, 3}
        assert all(line["label"] for line in lines)
    bar = table.public.get(f"/matches/{table.whole()}/state").json()["outcome"]
    assert {line["round"] for lines in bar["breakdown"] for line in lines} == {0}


@pytest.mark.parametrize(
    ("params", "status", "code"),
    [
        ({"version": 99999}, 404, "no_such_version"),
        ({"version": 0}, 400, "bad_parameter"),
        ({"version": "x"}, 400, "bad_parameter"),
        ({"version": "9" * 400}, 400, "bad_parameter"),
        ({"ply": 99999}, 404, "no_such_ply"),
        ({"ply": -1}, 400, "bad_parameter"),
        ({"as": "seat:2"}, 400, "unknown_viewer"),
        ({"as": "seat:"}, 400, "unknown_viewer"),
        ({"as": "god"}, 400, "unknown_viewer"),
        ({"as": "\0"}, 400, "unknown_viewer"),
        ({"seat": "0"}, 400, "unknown_parameter"),
    ],
)
def test_a_state_that_does_not_exist_is_refused(
    table: Table, params: dict[str, Any], status: int, code: str
) -> None:
    match = table.begin()
    refused(table.arbiter.get(f"/matches/{match}/state", params), status, code)


def test_the_needs_say_who_does_what_in_words(table: Table) -> None:
    match = table.begin()
    first = table.public.get(f"/matches/{match}/needs").json()["needs"]
    assert [(need["kind"], need["who"], need["seat"]) for need in first] == [
        ("rows", "chance", None)
    ]
    french = table.public.get(f"/matches/{match}/needs", **{"Accept-Language": "fr"}).json()
    assert french["needs"][0]["label"] != first[0]["label"]
    assert french["needs"][0]["forms"][0]["event"] == "sushi_bar.rows_laid"


def test_the_needs_tell_what_a_count_takes_of_each_seat(table: Table) -> None:
    match = table.begin()
    count = table.public.get(f"/matches/{match}/needs").json()["count"]
    assert [(field["name"], field["label"]) for field in count] == [
        ("sushi", "Sushi, bottom to top"),
        ("bones", "Bones, bottom to top"),
    ]
    assert count[0]["of"] == [1, 2, 3, 4, 5, 6]
    assert count[0]["supply"] == [2] * 6


def test_an_ended_match_needs_and_offers_nothing(table: Table) -> None:
    match = table.whole()
    assert table.public.get(f"/matches/{match}/needs").json()["needs"] == []
    assert table.public.get(f"/matches/{match}/choices", {"seat": 0}).json()["choices"] == []


def test_every_choice_of_a_seat_can_be_played_as_it_is_offered(table: Table) -> None:
    match = table.begin("hidden_game")
    events = script("hidden_game")
    table.play(match, events[:2], 1)
    offered = table.arbiter.get(f"/matches/{match}/choices", {"seat": 0}).json()
    assert offered["truncated"] is False
    assert all(choice["text"] for choice in offered["choices"])
    chosen = {name: offered["choices"][0][name] for name in ("type", "payload")}
    assert table.play(match, [chosen], 3).status_code == 201


def test_a_long_list_of_choices_is_cut_and_says_so(table: Table) -> None:
    match = table.begin("hidden_game")
    table.play(match, script("hidden_game")[:2], 1)
    path = f"/matches/{match}/choices"
    whole = table.arbiter.get(path, {"seat": 0}).json()["choices"]
    cut = table.arbiter.get(path, {"seat": 0, "limit": 2}).json()
    assert cut["choices"] == whole[:2]
    assert cut["truncated"] is True


def test_choices_are_for_whoever_may_sit_there(table: Table) -> None:
    match = table.begin("hidden_game")
    path = f"/matches/{match}/choices"
    refused(table.public.get(path, {"seat": 0}), 403, "viewer_not_permitted")
    refused(table.arbiter.get(path), 400, "missing_parameter")
    refused(table.arbiter.get(path, {"seat": 2}), 400, "bad_parameter")
    refused(table.arbiter.get(path, {"seat": 0, "limit": 0}), 400, "bad_parameter")


def test_a_player_looks_with_their_own_eyes_only(table: Table) -> None:
    user = make_user()
    link_account(player=table.players[1], user=user)
    seated = Door(Client(), bearer(make_token(user, scopes=("read",))[1]))
    match = table.begin("hidden_game")
    for path in ("events", "state", "needs"):
        assert seated.get(f"/matches/{match}/{path}", {"as": "seat:1"}).status_code == 200
        for viewer in ("seat:0", "arbiter"):
            answer = seated.get(f"/matches/{match}/{path}", {"as": viewer})
            refused(answer, 403, "viewer_not_permitted")
    assert seated.get(f"/matches/{match}/choices", {"seat": 1}).status_code == 200
    refused(seated.get(f"/matches/{match}/choices", {"seat": 0}), 403, "viewer_not_permitted")


def test_once_a_match_has_ended_everybody_may_see_everything(table: Table) -> None:
    match = table.whole("hidden_game")
    for viewer in ("public", "seat:0", "seat:1", "arbiter"):
        for path in ("events", "state", "needs"):
            answer = table.public.get(f"/matches/{match}/{path}", {"as": viewer})
            assert answer.status_code == 200


def test_a_tag_names_version_viewer_and_language_and_nothing_else(table: Table) -> None:
    match = table.begin()
    tag = table.public.get(f"/matches/{match}/state").headers["ETag"]
    french = table.public.get(f"/matches/{match}/state", **{"Accept-Language": "fr"})
    assert (tag, french.headers["ETag"]) == ('"1-public-en"', '"1-public-fr"')
    seat = table.arbiter.get(f"/matches/{match}/state", {"as": "seat:1"})
    assert seat.headers["ETag"] == '"1-seat-1-en"'
    for path in ("state", "needs"):
        again = table.public.get(f"/matches/{match}/{path}", **{"If-None-Match": f'"x", W/{tag}'})
        assert again.status_code == 304
