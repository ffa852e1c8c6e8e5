"""The board of Sushi Boat: every piece is drawn, the belt goes round, and guesses stay secret."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.forms import CharField
from django.test import Client
from django.urls import reverse

from games.core.setup import longest_text
from games.registry import rules_of
from games.sushi_boat.components import CARDS, COLOURS, DISHES, PLATES, STAFF
from games.sushi_boat.events import GuessPlaced
from replays.templatetags.game_words import piece
from replays.web.forms import option_field
from tests.known import known
from tests.replays.web.conftest import House
from tests.replays.web.markup import text_of

pytestmark = pytest.mark.django_db

RULES = rules_of("sushi_boat")


def drawing() -> str:
    with open(known(finders.find("games/sushi_boat/symbols.svg"))) as file:
        return file.read()


def test_every_piece_has_a_drawing_and_is_read_aloud_by_its_name() -> None:
    art = drawing()
    for value in (*PLATES, *CARDS, *DISHES, *STAFF, *COLOURS, "top", "bottom"):
        assert f'<symbol id="{value}"' in art
        html = piece("sushi_boat", RULES.words, value)
        assert f"#{value}" in html
        assert "aria-label=" in html


def test_every_drawing_that_uses_another_finds_it() -> None:
    art = drawing()
    ids = set(re.findall(r'<symbol id="(\w+)"', art))
    assert set(re.findall(r'<use href="#(\w+)"', art)) <= ids


@pytest.mark.parametrize("value", ["L1", 13])
def test_spaces_and_slots_are_written_as_on_the_board(value: int | str) -> None:
    assert f">{value}<" in piece("sushi_boat", RULES.words, value)


def test_the_form_of_a_long_text_option_takes_as_much_as_the_option() -> None:
    option = next(option for option in RULES.options() if option.name == "spaces")
    field = option_field(RULES, option)
    assert isinstance(field, CharField)
    assert field.max_length == longest_text(option) == 400


def test_the_page_draws_the_belt_and_tells_it_as_text(client: Client, house: House) -> None:
    sitting = house.sitting("sushi_boat", seats=3)
    sitting.play_on(40)
    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": 40}))
    assert page.count('class="boat-belt') == 12
    assert page.count('class="boat-space') >= 15
    assert "games/sushi_boat/board." in page
    assert "visually-hidden" in page
    assert not re.search(r'\sstyle="', page)


def test_a_spectator_sees_no_cubes_before_all_are_laid(client: Client, house: House) -> None:
    sitting = house.sitting("sushi_boat", seats=3)
    while sitting.log().state.phase != "guess":
        sitting.play_on(1)
    sitting.play(GuessPlaced(1, 1, ("yellow", "yellow")))
    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": 999}))
    assert 'sushi_boat/symbols.svg#yellow"' not in page
    assert 'class="boat-small"' not in page
