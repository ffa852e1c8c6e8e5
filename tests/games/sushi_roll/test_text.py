"""Events and positions as people read them."""

from games.core.events import Event
from games.sushi_roll.events import BeltsDealt
from games.sushi_roll.state import State
from tests.games.sushi_roll.table import (
    NAMES,
    RULES,
    blind,
    choosing,
    drawn,
    menu,
    play,
    rolled,
    started,
    swap,
    take,
)

PAIR = (["egg", "maki1"], ["squid", "sashimi"])


def told(state: State, event: Event, language: str = "en") -> str:
    return RULES.describe(state, event, NAMES, language)


def test_chance_is_told() -> None:
    state = started(2)
    assert told(state, BeltsDealt(1)) == "Bo gets the belt with the red border and starts."
    play(state, BeltsDealt(1))
    dice = drawn(1, *["appetizer"] * 5, "maki", None, None)
    assert told(state, dice) == (
        "Bo draws from the bag: appetizer die ×5, maki die, a die not noted ×2."
    )
    assert told(state, drawn(1, *[None] * 8)) == "Bo draws 8 dice; nobody noted which."
    play(state, dice, drawn(0, *[None] * 8))
    assert told(state, rolled(1, "egg", "egg", *[None] * 6), "fr") == (
        "Bo obtient sushi à l'omelette ×2, un dé non noté ×6."
    )
    assert told(state, rolled(1, *[None] * 8)) == "Nobody noted what Bo rolls."


def test_tokens_that_are_used_are_told() -> None:
    state = choosing(*PAIR)
    assert told(state, menu(0, "egg")) == "Ana pays a menu and picks up egg nigiri."
    assert told(state, swap(0, "egg", 1, "squid"), "fr") == (
        "Ana paie des baguettes et échange avec Bo : sushi à l'omelette contre sushi au calamar."
    )
    play(state, menu(0, "egg"))
    assert told(state, rolled(0, "squid")) == "Ana rolls again and gets squid nigiri."
    assert told(state, rolled(0, None)) == "Ana rolls again; nobody noted the faces."
    assert told(blind(2), swap(0, None, 1, None)) == (
        "Ana pays chopsticks and swaps with Bo: a die not noted for a die not noted."
    )


def test_a_die_that_is_kept_is_told_with_what_it_brings() -> None:
    state = choosing(["menu2", "dessert1", "egg"], ["egg"] * 3, trays={0: ["wasabi"]})
    assert told(state, take(0, "egg")) == "Ana keeps egg nigiri and puts it on a wasabi."
    assert told(state, take(0, "menu2")) == "Ana keeps 2 menus. Ana gets 2 menus."
    assert told(state, take(0, "dessert1"), "fr") == "Ana garde 1 dessert. Ana reçoit 1 dessert."
    state.menus = [3, 15]
    assert told(state, take(0, "menu2")) == "Ana keeps 2 menus. No menu is left in the supply."


def test_the_end_of_a_round_and_of_the_match_are_told() -> None:
    state = choosing(["egg"], ["squid"])
    play(state, take(0, "egg"))
    last = take(1, "squid")
    assert told(state, last) == "Bo keeps squid nigiri. Round 1 is over: Ana 1, Bo 3."
    state.round = 3
    assert told(state, last).endswith(
        "Desserts and left-over tokens are counted: the match is over."
    )


def test_the_board_in_words() -> None:
    state = choosing(*PAIR, trays={1: ["wasabi", "egg"]}, red=1)
    assert RULES.text_board(state, NAMES, "en").splitlines() == [
        "Round 1 of 3, turn 7 of 8, Bo chooses",
        "Ana: 0 points",
        "  Belt: 1 maki roll, egg nigiri",
        "  Menus 3, chopsticks 2, desserts 0",
        "Bo (red belt): 0 points",
        "  Belt: sashimi, squid nigiri",
        "  Tray: egg nigiri on wasabi",
        "  Menus 3, chopsticks 2, desserts 0",
    ]
    play(state, menu(1, "squid"))
    assert "En main : dé Sushis" in RULES.text_board(state, NAMES, "fr")
    assert RULES.text_board(started(2), NAMES, "en").startswith("The belts are not dealt yet")
    assert "(red belt)" not in RULES.text_board(started(2), NAMES, "en")
    drawing = play(started(2), BeltsDealt(0))
    assert "Round 1 of 3, Ana draws dice" in RULES.text_board(drawing, NAMES, "en")
    unknown = play(blind(2), menu(0, None))
    assert "In the hand: a die not noted" in RULES.text_board(unknown, NAMES, "en")
    assert "Belt: a die not noted ×7" in RULES.text_board(unknown, NAMES, "en")
    assert len(RULES.to_data(unknown)["belts"][0]) == 7
    assert "Belt: a die not noted ×8" in RULES.text_board(blind(2), NAMES, "en")
