"""Every default that nobody could confirm says so at every door, in both languages."""

from html import unescape

import pytest
from django.test import Client

from games.core.words import CORE_WORDS, LANGUAGES
from games.registry import rules_of
from tests.factories import make_club

pytestmark = pytest.mark.django_db

GAMES = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll")
FORMS = (
    "/matches/new/?game={game}",
    "/tournaments/new/?game={game}&format=swiss_pods",
    "/tournaments/new/?game={game}&format=open",
    "/batches/new/?game={game}",
    "/clubs/{club}/boxes/{game}/",
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("index", range(len(LANGUAGES)))
def test_a_placeholder_says_so_through_pages_and_api(staff: Client, game: str, index: int) -> None:
    club, language = make_club(), {"Accept-Language": LANGUAGES[index]}
    pages = [
        unescape(staff.get(form.format(game=game, club=club.id), headers=language).text)
        for form in FORMS
    ]
    whole = staff.get(f"/api/v1/games/{game}", headers=language).json()
    listed = staff.get("/api/v1/games", headers=language).json()["results"]
    answers = {option["name"]: option for option in whole["options"]}
    in_list = next(one for one in listed if one["slug"] == game)["options"]
    assert [answers[option["name"]] for option in in_list] == in_list
    for option in rules_of(game).options():
        answer = answers[option.name]
        assert (answer["placeholder"], answer["box"]) == (option.placeholder, option.of_box)
        own = rules_of(game).words[f"option.{option.name}.help"][index]
        if option.placeholder is None:
            assert answer["help"] == own
            continue
        told = f"{own} {CORE_WORDS[f'placeholder.{option.placeholder}'][index]}"
        assert answer["help"] == told
        for form, page in zip(FORMS, pages, strict=True):
            assert told in page, (form, option.name)
