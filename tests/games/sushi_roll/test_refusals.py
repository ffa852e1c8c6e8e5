"""What is refused, and with which code; each has its words in both languages."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.events import Event
from games.core.words import say
from games.sushi_roll.events import BeltsDealt
from games.sushi_roll.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_roll.table import (
    RULES,
    blind,
    choosing,
    code,
    drawn,
    menu,
    play,
    refusal,
    rolled,
    started,
    swap,
    take,
)

PAIR = (["egg", "maki1"], ["squid", "sashimi"])


def rolling() -> State:
    state = play(started(5), BeltsDealt(3))
    for step in range(5):
        play(state, drawn((3 + step) % 5, "appetizer", "maki", "nigiri", "special", None))
    return state


def waiting() -> State:
    return play(choosing(*PAIR), menu(0, "egg"))


def mixed() -> State:
    state = play(choosing(["egg", "maki1"], ["wasabi", "menu2"]), menu(0, "egg", "maki1"))
    return play(state, rolled(0, None, None), swap(0, None, 1, "wasabi"), take(0, "wasabi"))


def broke() -> State:
    state = choosing(*PAIR)
    state.menus, state.chopsticks = [0, 3], [0, 2]
    return state


CASES = [
    (started, BeltsDealt(5), "no_such_seat"),
    (started, BeltsDealt(-1), "no_such_seat"),
    (started, drawn(0, *[None] * 7), "not_expected"),
    (rolling, BeltsDealt(0), "not_expected"),
    (rolling, drawn(3, *[None] * 5), "not_expected"),
    (rolling, rolled(0, *[None] * 5), "not_your_turn"),
    (rolling, rolled(9, *[None] * 5), "no_such_seat"),
    (rolling, rolled(3, *[None] * 4), "wrong_number_of_dice"),
    (rolling, rolled(3, *["egg"] * 16), "wrong_number_of_dice"),
    (rolling, rolled(3, "egg", "egg", "egg", None, None), "not_these_dice"),
    (rolling, rolled(3, "egg", "roe", None, None, None), "no_such_face"),
    (rolling, rolled(3, "menu1", None, None, None, None), "no_such_face"),
    (rolling, take(3, "egg"), "not_expected"),
    (waiting, rolled(0, "maki1"), "not_these_dice"),
    (waiting, rolled(0), "wrong_number_of_dice"),
    (waiting, rolled(1, "egg"), "not_your_turn"),
    (waiting, take(0, "maki1"), "not_expected"),
    (lambda: choosing(*PAIR), take(1, "squid"), "not_your_turn"),
    (lambda: choosing(*PAIR), take(2, "squid"), "no_such_seat"),
    (lambda: choosing(*PAIR), take(0, "squid"), "die_not_on_belt"),
    (lambda: choosing(*PAIR), take(0, "roe"), "no_such_face"),
    (lambda: choosing(*PAIR), menu(0), "nothing_rerolled"),
    (lambda: choosing(*PAIR), menu(0, "egg", "egg"), "die_not_on_belt"),
    (lambda: choosing(*PAIR), menu(0, "egg", None), "die_is_known"),
    (lambda: choosing(*PAIR), swap(0, "egg", 0, "maki1"), "own_belt"),
    (lambda: choosing(*PAIR), swap(0, "egg", 2, "squid"), "no_such_seat"),
    (lambda: choosing(*PAIR), swap(0, "squid", 1, "squid"), "die_not_on_belt"),
    (lambda: choosing(*PAIR), swap(0, "egg", 1, "egg"), "die_not_on_belt"),
    (lambda: choosing(*PAIR), StrangerCame(0), "not_expected"),
    (mixed, take(1, "dessert1"), "no_dice_explain"),
    (broke, menu(0, "egg"), "no_menu_left"),
    (broke, swap(0, "egg", 1, "squid"), "no_chopsticks_left"),
    (lambda: blind(2), menu(0, *["egg"] * 6), "no_die_left"),
    (lambda: blind(2), menu(0, *[None] * 9), "die_is_known"),
    (lambda: blind(2), menu(0, *["dumpling"] * 9), "die_not_on_belt"),
]


@pytest.mark.parametrize(("position", "event", "expected"), CASES)
def test_it_is_refused_with_its_code_and_words(
    position: Callable[..., Any], event: Event, expected: str
) -> None:
    why = refusal(position(), event)
    assert why.code == expected
    texts = {
        say(RULES.words, f"code.{why.code}", language, **why.params) for language in ("en", "fr")
    }
    assert len(texts) == 2
    assert not any("{" in text or text.startswith("code.") for text in texts)


def test_more_dice_of_a_kind_than_the_bag_has_cannot_be_drawn() -> None:
    state = play(started(2), BeltsDealt(0))
    assert code(state, drawn(0, *["nigiri"] * 6, None, None)) == "not_in_bag"
    assert code(state, drawn(0, *["nigiri"] * 7)) == "wrong_number_of_dice"
    assert code(state, drawn(0, *["egg"] * 8)) == "no_such_die"
    play(state, drawn(0, *["nigiri"] * 3, *["maki"] * 5))
    why = refusal(state, drawn(1, *["nigiri"] * 3, *[None] * 5))
    assert (why.code, why.params) == ("not_in_bag", {"kinds": ["nigiri"], "found": 3, "left": 2})


def test_two_swapped_dice_cannot_both_be_the_last_of_their_kind() -> None:
    state = blind(2)
    play(state, menu(0, *["egg"] * 4), rolled(0, *[None] * 4))
    play(state, take(0, "maki1"))
    why = refusal(state, menu(1, "egg", "egg"))
    assert (why.code, why.params) == ("no_die_left", {"kinds": ["nigiri"], "number": 5})
    play(state, menu(1, "egg"))


def test_a_face_that_only_other_dice_have_names_the_option_that_corrects_them() -> None:
    why = refusal(rolling(), rolled(3, "menu1", None, None, None, None))
    assert (why.code, why.params["option"]) == ("no_such_face", "special_faces")
    english, french = (
        say(RULES.words, f"code.{why.code}", language, **why.params) for language in ("en", "fr")
    )
    assert english == (
        "No die of this match has a face “1 menu”. If your box differs, correct the option “Sides "
        "of the special dice”."
    )
    assert "corrigez l'option « Faces des dés Spécial »" in french
    strange = refusal(rolling(), rolled(3, "roe", None, None, None, None))
    assert "option" not in strange.params
