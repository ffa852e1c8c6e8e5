"""The options of a match in words, and sets of things to tick on the form of a new one."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.core.matches import make_setup
from games.registry import rules_of
from replays.models import Match
from replays.selectors.logs import load_log
from replays.web.options import OptionList, option_list
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import forms_of, text_of
from tests.tight import tight

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"
CARDS = ["maki", "tempura", "eel", "tofu", "spoon", "tea", "fruit"]


def lines(game: str, seats: int, language: str = "en", **options: Any) -> OptionList:
    rules = rules_of(game)
    return option_list(rules, make_setup(rules, seats=seats, options=options), language)


def told(found: OptionList) -> dict[str, str]:
    return {line.label: line.value for line in found.lines}


def asked(client: Client, **query: Any) -> dict[str, str]:
    page = client.get(NEW, query)
    assert page.status_code == 200
    return next(form.hidden for form in forms_of(text_of(page)) if "key" in form.hidden)


def usual(**chosen: Any) -> dict[str, object]:
    """Return what a browser sends of the options that nobody touched."""
    return {
        "source": "table",
        "option_menu": "sushi_go",
        "option_uramaki": "fr",
        "option_copied_bonus_returns": "copy",
        "option_packed_desserts": "leave",
        "option_wasabi_same_turn": "on",
        "option_takeout_frees_wasabi": "on",
        "option_tea_counts_desserts": "on",
    } | chosen


def test_every_kind_of_option_is_told_in_words() -> None:
    found = told(lines("hidden_game", 2, passing=False, scoring="sets", box=[9, 5, 4, 3], motto=""))

    assert "no" in found.values()
    assert "9 5 4 3" in found.values()
    assert "–" in found.values()
    assert not any("option." in text for pair in found.items() for text in pair)


def test_an_option_that_is_not_for_so_many_seats_is_left_out() -> None:
    assert len(lines("hidden_game", 3).lines) == len(lines("hidden_game", 2).lines) + 1


def test_what_a_match_is_made_of_and_what_differs_stand_out() -> None:
    plain, english = lines("sushi_go_party", 4), lines("sushi_go_party", 4, uramaki="en")

    assert [line.value for line in plain.outstanding] == ["Sushi Go!"]
    assert [line.label for line in english.outstanding] == ["Menu", "Uramaki scoring"]
    assert [line.unusual for line in english.outstanding] == [False, True]
    assert not any(line.unusual for line in plain.lines)


def test_a_set_is_told_by_the_names_of_its_choices() -> None:
    found = lines("sushi_go_party", 4, "fr", menu="a_la_carte", cards=CARDS)

    (cards,) = [line for line in found.lines if line.label == "Cartes à la carte"]
    assert cards.value == "Maki saumon, Tempura, Anguille, Tofu, Cuillère, Thé, Fruits"
    assert cards.stands_out
    assert not cards.unusual


def test_a_set_that_matters_with_another_choice_alone_is_left_out() -> None:
    assert "Cards à la carte" not in told(lines("sushi_go_party", 4))


@pytest.mark.parametrize(("headers", "usually"), [({}, "not as usual"), (FRENCH, "inhabituel")])
def test_the_match_page_tells_the_options_and_what_is_not_usual(
    house: House, client: Client, headers: dict[str, str], usually: str
) -> None:
    plain = house.sitting("sushi_go_party", seats=3)
    other = house.sitting("sushi_go_party", seats=3, options={"many_bonus_cards": True})

    pages = [
        text_of(client.get(reverse("replays:match", args=[sitting.id]), headers=headers))
        for sitting in (plain, other)
    ]

    assert usually not in pages[0]
    assert usually in pages[1]
    for page in pages:
        assert "<details><summary>" in tight(page)
        assert "option." not in page


def test_a_set_is_asked_for_with_one_box_per_choice(house: House, staff: Client) -> None:
    page = text_of(staff.get(NEW, {"game": "sushi_go_party", "seats": "4"}))

    (form,) = [form for form in forms_of(page) if "key" in form.hidden]
    assert form.inputs.count("option_cards") == 22
    assert 'data-when="option_menu=a_la_carte"' in page
    # The menu is asked for outright, the rulings wait in their fold.
    assert page.index('name="option_menu"') < page.index("Who sits where")
    assert page.index("Options of the game") < page.index('name="option_uramaki"')


def test_a_menu_of_ones_own_begins_with_the_cards_in_the_order_of_the_box(
    house: House, staff: Client
) -> None:
    hidden = asked(staff, game="sushi_go_party", seats=3)

    answer = staff.post(
        NEW, hidden | usual(option_menu="a_la_carte", option_cards=list(reversed(CARDS)))
    )

    assert answer.status_code == 302
    assert load_log(Match.objects.get().pk).setup.options["cards"] == CARDS


@pytest.mark.parametrize(
    ("seats", "chosen", "words", "french"),
    [
        (
            3,
            {"option_menu": "a_la_carte", "option_cards": CARDS[1:]},
            "choose 1 of the rolls, not 0",
            "choisir 1 type(s) parmi les makis, pas 0",
        ),
        (
            2,
            {"option_menu": "a_la_carte", "option_cards": CARDS},
            "This menu is not for 2 players: spoon takes 3 to 8",
            "Ce menu ne convient pas à 2 joueurs",
        ),
    ],
)
def test_cards_that_make_no_menu_are_refused_with_the_reason(
    house: House, staff: Client, seats: int, chosen: dict[str, Any], words: str, french: str
) -> None:
    hidden = asked(staff, game="sushi_go_party", seats=seats)

    for headers, reason in (({}, words), (FRENCH, french)):
        answer = staff.post(NEW, hidden | usual(**chosen), headers=headers)
        assert answer.status_code == 422
        assert reason in text_of(answer)
        ticked = re.findall(r'value="(\w+)"[^>]*checked', text_of(answer))
        assert set(chosen["option_cards"]) <= set(ticked)
    assert not Match.objects.exists()


def test_a_card_that_is_not_offered_is_refused_beside_the_boxes(
    house: House, staff: Client
) -> None:
    hidden = asked(staff, game="sushi_go_party", seats=3)

    answer = staff.post(NEW, hidden | usual(option_menu="a_la_carte", option_cards=["pizza"]))

    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not Match.objects.exists()
