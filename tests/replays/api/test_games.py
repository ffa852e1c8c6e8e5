"""The list of games is the registry, in the language of the request."""

from typing import Any

import pytest

from games.core.box import told
from games.core.setup import resolve_options
from games.core.words import LANGUAGES
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [rules.slug for rules in games()])
def test_a_game_tells_its_box_and_its_rulings(table: Table, slug: str, language: str) -> None:
    rules = rules_of(slug)
    game = table.public.get(f"/games/{slug}", **{"Accept-Language": language}).json()
    assert game["languages"] == list(LANGUAGES)
    assert ("record" in game["ways"]) != rules.reported_only
    for told_table, own in zip(game["components"], rules.components(), strict=True):
        assert told_table["title"] == told(own.title, language)
        assert told_table["source"] == told(own.source, language)
        assert told_table["option"] == (own.option or None)
        assert [(row["value"], row["number"], row["detail"]) for row in told_table["rows"]] == [
            (row.item, row.number, row.detail) for row in own.rows
        ]
    assert game["rulings"] == [
        {"id": own.id, "text": told(own.text, language), "option": own.option or None}
        for own in rules.rulings()
    ]


def test_components_are_named_in_the_language_of_the_request(table: Table) -> None:
    game = table.public.get("/games/sushi_bar", **{"Accept-Language": "fr"}).json()
    dice, sushi, _bones = game["components"]
    assert dice["detail"] == "Par dé"
    assert dice["rows"][1] == {"value": "bone", "label": "arête", "number": 10, "detail": 2}
    assert sushi["rows"][5] == {"value": 6, "label": "+6", "number": 2, "detail": None}
    assert (dice["total"], sushi["total"]) == (30, 12)


def test_facts_of_a_board_do_not_add_up(table: Table) -> None:
    board = table.public.get("/games/sushi_boat").json()["components"][-1]
    assert board["total"] is None
    assert board["option"] == "layout"


def test_an_option_tells_its_default_in_words_and_what_it_decides(table: Table) -> None:
    game = table.public.get("/games/sushi_go_party").json()
    options = {option["name"]: option for option in game["options"]}
    assert options["menu"]["default_label"] == "Sushi Go!"
    assert options["takeout_frees_wasabi"]["default_label"] == "yes"
    assert options["takeout_frees_wasabi"]["rulings"] == ["A12"]
    assert all(option["placeholder"] is None for option in options.values())


@pytest.mark.parametrize("path", ["/games", "/games/sushi_bar"])
def test_a_reader_who_has_it_already_is_told_so(table: Table, path: str) -> None:
    first = table.public.get(path)
    etag = first.headers["ETag"]
    again = table.public.get(path, **{"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    french = table.public.get(path, **{"If-None-Match": etag, "Accept-Language": "fr"})
    assert french.status_code == 200
    assert french.headers["ETag"] != etag
    assert "Accept-Language" in first.headers["Vary"]
