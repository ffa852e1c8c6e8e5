"""The list of games is the registry, in the language of the request."""

import pytest

from games.core.setup import resolve_options
from games.registry import games, rules_of
from tests.replays.api.conftest import refused, script

pytestmark = pytest.mark.django_db


def test_every_registered_game_is_listed_with_its_seats_options_and_events(table):
    results = table.public.get("/games").json()["results"]
    assert [game["slug"] for game in results] == [rules.slug for rules in games()]
    for game, rules in zip(results, games(), strict=True):
        assert game["seats"] == list(rules.seats)
        assert [option["name"] for option in game["options"]] == [
            option.name for option in rules.options()
        ]
        defaults = {option["name"]: option["default"] for option in game["options"]}
        assert resolve_options(rules.options(), rules.seats[0], {}) == defaults
        assert all(event["type"].startswith(f"{rules.slug}.") for event in game["events"])


def test_the_words_of_a_game_are_in_the_language_of_the_request(table):
    english = table.public.get("/games/sushi_bar").json()
    french = table.public.get("/games/sushi_bar", **{"Accept-Language": "fr"}).json()
    words = rules_of("sushi_bar").words
    assert (english["name"], french["name"]) == words["game.name"]
    assert english["words"]["code.match_over"] == "The match is over."
    assert french["words"]["code.match_over"] == "La partie est terminée."


def test_the_schema_of_a_payload_describes_what_is_sent(table):
    import jsonschema

    game = table.public.get("/games/hidden_game").json()
    schemas = {event["type"]: event["payload"] for event in game["events"]}
    for event in script("hidden_game"):
        jsonschema.validate(event["payload"], schemas[event["type"]])


def test_a_game_that_does_not_exist_is_not_found(table):
    problem = refused(table.public.get("/games/tiddlywinks"), 404, "unknown_game")
    assert problem["params"] == {"game": "tiddlywinks"}
    assert "tiddlywinks" in problem["detail"]
