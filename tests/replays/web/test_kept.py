"""What pages keep for whoever comes next is theirs to see."""

from itertools import count

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse, set_script_prefix
from django.utils import translation
from pytest_django import Settings

from replays.kept import Kept
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of
from tests.replays.web.test_secrecy import OTHER_HANDS, dealt
from tournaments.people.models import Player


def test_a_piece_is_made_once_and_the_one_that_waited_longest_goes_first() -> None:
    kept, numbers = Kept[str](limit=2), count()

    def ask(key: str) -> str:
        return kept.get(key, lambda: f"{key}{next(numbers)}")

    assert [ask(key) for key in "abab"] == ["a0", "b1", "a0", "b1"]
    assert ask("a") == "a0"
    assert ask("c") == "c2"
    assert ask("a") == "a0"
    assert ask("b") == "b3"


def test_with_debug_every_piece_is_made_anew(settings: Settings) -> None:
    kept, numbers = Kept[str](limit=2), count()
    settings.DEBUG = True
    assert [kept.get("a", lambda: str(next(numbers))) for _ in range(2)] == ["0", "1"]


def test_once_tells_languages_addresses_and_values_apart() -> None:
    template = Template(
        "{% load i18n once %}{% once name %}"
        "{{ name }} {% translate 'Players' %} {% url 'replays:home' %} {{ unnamed }}{% endonce %}"
    )

    def drawn(name: str, unnamed: str = "") -> str:
        return template.render(Context({"name": name, "unnamed": unnamed})).strip()

    assert drawn("<b>") == "&lt;b&gt; Players /"
    assert drawn("<b>", "seen too late") == "&lt;b&gt; Players /"
    assert drawn("c") == "c Players /"
    with translation.override("fr"):
        assert drawn("c") == "c Joueurs /"
    set_script_prefix("/c/here/")
    try:
        assert drawn("c") == "c Players /c/here/"
    finally:
        set_script_prefix("/")


@pytest.mark.django_db
def test_a_page_shows_nobody_what_it_kept_for_somebody_else(
    house: House, staff: Client, client: Client
) -> None:
    sitting = dealt(house, *OTHER_HANDS)
    address = reverse("replays:match", args=[sitting.id])

    assert "dusk" in text_of(staff.get(address, {"seat": "arbiter"}))
    assert "dusk" not in text_of(staff.get(address))
    assert "dusk" not in text_of(client.get(address))
    assert 'aria-label="Board"' in text_of(client.get(address))
    assert 'aria-label="Plateau"' in text_of(client.get(address, headers=FRENCH))

    assert "Chloé" in text_of(client.get(address))
    Player.objects.filter(pk=house.players[0].pk).update(display="hidden")
    assert "Chloé" not in text_of(client.get(address))
