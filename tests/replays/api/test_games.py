"""The list of games is the registry, in the language of the request."""

from typing import Any

import pytest

from games.core.setup import resolve_options
from games.registry import games, rules_of
from tests.replays.api.conftest import Table, refused, script

pytestmark = pytest.mark.django_db


def test_every_registered_game_is_listed_with_its_seats_options_and_events(table: Table) -> None:
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


def test_the_words_of_a_game_are_in_the_language_of_the_request(table: Table) -> None:
    english = table.public.get("/games/sushi_bar").json()
    french = table.public.get("/games/sushi_bar", **{"Accept-Language": "fr"}).json()
    words = rules_of("sushi_bar").words
    assert (english["name"], french["name"]) == words["game.name"]
    assert english["words"]["code.match_over"] == "The match is over."
    assert french["words"]["code.match_over"] == "La partie est terminée."


def test_the_schema_of_a_payload_describes_what_is_sent(table: Table) -> None:
    import jsonschema

    game = table.public.get("/games/hidden_game").json()
    schemas = {event["type"]: event["payload"] for event in game["events"]}
    events = script("hidden_game")
    for event in events:
        jsonschema.validate(event["payload"], schemas[event["type"]])
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([event["payload"]], schemas[event["type"]])
    assert {event["type"] for event in events} <= schemas.keys()


def test_a_game_that_does_not_exist_is_not_found(table: Table) -> None:
    problem = refused(table.public.get("/games/tiddlywinks"), 404, "unknown_game")
    assert problem["params"] == {"game": "tiddlywinks"}
    assert "tiddlywinks" in problem["detail"]


def test_a_set_lists_its_choices_and_says_when_it_matters(table: Table) -> None:
    game = table.public.get("/games/sushi_go_party").json()
    options = {option["name"]: option for option in game["options"]}
    assert options["cards"]["kind"] == "set"
    assert options["cards"]["default"] == []
    assert {"value": "eel", "label": "Eel"} in options["cards"]["choices"]
    assert options["cards"]["when"] == {"option": "menu", "value": "a_la_carte"}
    assert options["menu"]["when"] is None


def test_a_set_is_sent_as_a_list_and_kept_in_the_order_of_its_choices(table: Table) -> None:
    cards = ["tea", "maki", "spoon", "eel", "fruit", "tempura", "tofu"]
    options = {"menu": "a_la_carte", "cards": cards}
    match = table.begin("sushi_go_party", 3, options=options)
    answered = table.public.get(f"/matches/{match}").json()
    assert answered["options"]["cards"] == [
        "maki",
        "tempura",
        "eel",
        "tofu",
        "spoon",
        "tea",
        "fruit",
    ]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"cards": "maki"}, "option_wrong_kind"),
        ({"cards": ["pizza"]}, "option_not_offered"),
        ({"cards": ["maki", "maki"]}, "option_not_offered"),
        ({"cards": ["maki"]}, "cards_need_a_la_carte"),
        ({"menu": "a_la_carte", "cards": ["maki"]}, "menu_wrong_composition"),
        ({"menu": "master_menu"}, "card_not_for_seats"),
    ],
)
def test_a_menu_that_is_none_is_refused_with_its_reason(
    table: Table, options: dict[str, Any], code: str
) -> None:
    body = {"club": str(table.club.id), "game": "sushi_go_party", "players": table.seats(2)}
    problem = refused(table.arbiter.post("/matches", body | {"options": options}), 422, code)
    assert "{" not in problem["detail"]


def test_a_refusal_names_cards_as_people_do_in_their_language(table: Table) -> None:
    body: dict[str, Any] = {
        "club": str(table.club.id),
        "game": "sushi_go_party",
        "players": table.seats(2),
    }
    body["options"] = {"menu": "master_menu"}
    answer = table.arbiter.post("/matches", body, **{"Accept-Language": "fr"})
    problem = refused(answer, 422, "card_not_for_seats")
    assert "cuillère" in problem["detail"]
    assert problem["params"]["cards"] == ["spoon"]
