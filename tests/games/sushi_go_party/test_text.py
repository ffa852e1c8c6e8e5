"""Sentences, boards and words as people read them."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event, event_types
from games.core.outcome import ScoreLine
from games.core.viewer import PUBLIC, seat_viewer
from games.core.words import LANGUAGES, say
from games.sushi_go_party.components import FACES, MENUS, TYPE_NAMES, TYPES
from games.sushi_go_party.engine import SushiGoParty
from games.sushi_go_party.events import (
    BoxPacked,
    CardChosen,
    Dealt,
    DishCopied,
    ExtraChosen,
    MenuDrawn,
    MenuTaken,
    SpoonAnswered,
    SpoonAsked,
)
from games.sushi_go_party.options import OPTIONS
from games.sushi_go_party.state import Phase, Sheet, State, dish_of, start
from games.sushi_go_party.words import WORDS
from games.testing.mutants import StrangerCame
from tests.games.sushi_go_party.table import laid, setup_with

RULES = SushiGoParty()
LABELS = ("Ana", "Bo", "Cy")
TURN = 20


def position(*tables: list[str], hand: tuple[str | None, ...] = (None,) * 10) -> State:
    """Return three seats about to choose in turn 20, all with the same hand."""
    state = start(setup_with("wasabi", "chopsticks", seats=3))
    for seat in range(3):
        RULES.apply(state, Dealt(seat, 1, hand))
    state.turn = TURN
    for seat, cards in enumerate(tables):
        state.tables[seat] = tuple(laid(*cards))
    return state


def chosen(seat: int, card: str | None, **more: Any) -> CardChosen:
    return CardChosen(seat, TURN, card, **more)


PLAIN = position(["wasabi"], [], ["chopsticks2"])
ASKED = position()
ASKED.phase, ASKED.asked_seat, ASKED.wanted, ASKED.effect = "answer", 1, "maki", (4, 0, 0, 1)


@pytest.mark.parametrize(
    ("state", "event", "english", "french"),
    [
        (
            PLAIN,
            chosen(0, "squid"),
            "Ana lays squid nigiri on wasabi.",
            "Ana pose un sushi calamar sur wasabi.",
        ),
        (PLAIN, chosen(1, "eel"), "Bo lays eel.", "Bo pose une anguille."),
        (PLAIN, chosen(1, None), "Bo has chosen.", "Bo a choisi."),
        (
            PLAIN,
            chosen(2, "maki3", uses=("chopsticks2",), extras=("tofu",)),
            "Cy uses chopsticks: maki (3) and tofu.",
            "Cy utilise les baguettes : maki saumon (3) et tofu.",
        ),
        (
            PLAIN,
            chosen(2, "tempura", uses=("copy_spoon4",)),
            "Cy uses the spoon: tempura.",
            "Cy utilise la cuillère : tempura.",
        ),
        (
            PLAIN,
            chosen(2, "egg", uses=("chopsticks2", "spoon4"), extras=("eel",)),
            "Cy uses chopsticks 2 and spoon 4: egg nigiri and eel.",
            "Cy utilise baguettes 2 et cuillère 4 : sushi omelette et anguille.",
        ),
        (
            PLAIN,
            chosen(1, "special_order", order="eel"),
            "Bo lays a special order copying eel.",
            "Bo pose une commande spéciale copiant une anguille.",
        ),
        (
            PLAIN,
            chosen(0, "special_order", order="squid_on_wasabi"),
            "Ana lays a special order copying squid nigiri and laid on wasabi.",
            "Ana pose une commande spéciale copiant un sushi calamar et posée sur un wasabi.",
        ),
        (PLAIN, DishCopied(0, TURN, "tempura"), "Ana copies tempura.", "Ana copie un tempura."),
        (
            PLAIN,
            DishCopied(0, TURN, "squid_on_wasabi"),
            "Ana copies squid nigiri and lays the copy on wasabi.",
            "Ana copie un sushi calamar et pose la copie sur un wasabi.",
        ),
        (
            PLAIN,
            DishCopied(0, TURN, "packed"),
            "Ana copies a face-down card.",
            "Ana copie une carte retournée.",
        ),
        (
            PLAIN,
            DishCopied(0, TURN, None),
            "Ana has chosen what to copy.",
            "Ana a choisi ce que copie la commande spéciale.",
        ),
        (PLAIN, ExtraChosen(1, "tofu"), "Bo also lays tofu.", "Bo pose aussi un tofu."),
        (PLAIN, SpoonAsked(0, "nigiri"), "Ana asks for nigiri.", "Ana demande un sushi."),
        (
            PLAIN,
            SpoonAsked(0, "maki3"),
            "Ana asks for maki (3).",
            "Ana demande un maki saumon (3).",
        ),
        (
            ASKED,
            SpoonAnswered(1, "maki1"),
            "Bo gives Ana maki (1).",
            "Bo donne un maki saumon (1) à Ana.",
        ),
        (ASKED, SpoonAnswered(1, None), "Bo has no maki.", "Bo n'a pas de maki saumon."),
        (
            PLAIN,
            MenuDrawn(0, (None,) * 4),
            "Ana looks at 4 cards of the deck.",
            "Ana regarde 4 cartes du paquet.",
        ),
        (
            PLAIN,
            MenuDrawn(0, ("egg", "egg", "tea", None)),
            "Ana looks at cards of the deck: egg nigiri ×2, tea, 1 unknown card.",
            "Ana regarde des cartes du paquet : sushi omelette × 2, thé, 1 carte inconnue.",
        ),
        (
            PLAIN,
            MenuTaken(0, "egg"),
            "Ana takes from the deck: egg nigiri on wasabi.",
            "Ana prend dans le paquet : un sushi omelette sur wasabi.",
        ),
        (
            PLAIN,
            BoxPacked(0, ("tempura", "squid_on_wasabi")),
            "Ana turns face down: squid nigiri on wasabi, tempura.",
            "Ana retourne : sushi calamar sur wasabi, tempura.",
        ),
        (PLAIN, BoxPacked(0, ()), "Ana turns nothing face down.", "Ana ne retourne rien."),
        (
            PLAIN,
            Dealt(0, 1, (None,) * 10),
            "Ana is dealt a hidden hand.",
            "Ana reçoit une main cachée.",
        ),
        (
            PLAIN,
            Dealt(0, 1, ("egg", "egg", *[None] * 8)),
            "Ana is dealt egg nigiri ×2, 8 unknown cards.",
            "Ana reçoit : sushi omelette × 2, 8 cartes inconnues.",
        ),
    ],
)
def test_events_are_told_in_english_and_french(
    state: State, event: Event, english: str, french: str
) -> None:
    before = state.clone()
    assert RULES.describe(state, event, LABELS, "en") == english
    assert RULES.describe(state, event, LABELS, "fr") == french
    assert state == before


def test_french_elides_before_a_vowel() -> None:
    state = ASKED.clone()
    state.wanted = "eel"
    told = RULES.describe(state, SpoonAnswered(1, None), LABELS, "fr")
    assert told == "Bo n'a pas d'anguille."
    assert WORDS["component.copy_onigiri_square"][1] == "copie d'onigiri carré"


def test_an_event_of_another_game_has_no_sentence() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.describe(PLAIN, StrangerCame(0), LABELS, "en")


def test_the_board_shows_hands_choices_tables_and_scores() -> None:
    hand = ("egg", "egg", "tea", *[None] * 7)
    tables = ["maki1", "maki2", "tempura", "copy:tempura", "squid>wasabi", "packed:eel"]
    state = position(tables, ["tempura", "tempura"], ["chopsticks2"], hand=hand)
    state.kept[1] = tuple(laid("pudding", "pudding"))
    state.discard = ["miso"]
    state.hands[2].lacks = ["maki1", "maki2", "maki3", "squid"]
    RULES.apply(state, chosen(2, "egg", uses=("chopsticks2",), extras=("tea",)))
    assert RULES.text_board(state, LABELS, "en").splitlines() == [
        "Round 1, turn 1 of 10; cards in the deck: 29",
        "Next: Choose a card (Ana, Bo)",
        "On the menu: nigiri, maki, tempura, sashimi, dumpling, chopsticks, wasabi, pudding",
        "Out of play this round: miso soup",
        "Ana: score 0",
        "  Hand: egg nigiri ×2, tea, 7 unknown cards",
        "  Table: squid nigiri on wasabi; maki ×2: maki (1), maki (2); "
        "tempura ×2: tempura, copied tempura; wasabi under squid nigiri; face-down card",
        "Bo: score 0",
        "  Hand: egg nigiri ×2, tea, 7 unknown cards",
        "  Table: tempura ×2",
        "  Desserts kept: pudding ×2",
        "Cy: score 0",
        "  Hand: egg nigiri ×2, tea, 7 unknown cards (none of squid nigiri, maki)",
        "  Has chosen with chopsticks: egg nigiri and tea",
        "  Table: chopsticks 2",
    ]
    french = RULES.text_board(state, LABELS, "fr").splitlines()
    assert french[0] == "Manche 1, tour 1 sur 10 ; cartes dans le paquet : 29"
    assert "  Table : tempura × 2" in french
    assert "  A choisi avec les baguettes : sushi omelette et thé" in french


def test_the_board_of_a_spectator_tells_no_secret() -> None:
    state = position(hand=("egg",) * 10)
    RULES.apply(state, chosen(0, "egg"))
    board = RULES.text_board(RULES.view(state, PUBLIC), LABELS, "en")
    assert "egg" not in board
    assert "  Hand: 10 unknown cards\n  Has chosen\n" in board
    own = RULES.text_board(RULES.view(state, seat_viewer(0)), LABELS, "en")
    assert "  Hand: egg nigiri ×10\n  Has chosen: egg nigiri\n" in own


def test_the_board_is_told_while_hands_are_dealt() -> None:
    state = start(setup_with("maki", seats=3))
    RULES.apply(state, Dealt(0, 1, (None,) * 10))
    board = RULES.text_board(state, LABELS, "en").splitlines()
    assert board[:2] == [
        "Round 1, dealing; cards in the deck: 49",
        "Next: Deal a hand (Bo)",
    ]
    assert board.count("  Hand: 10 unknown cards") == 1


def test_the_board_adds_up_rounds_and_desserts() -> None:
    state = position()
    lines = tuple((ScoreLine("maki", points, "", 1),) for points in (6, 3, 0))
    state.sheets = [Sheet(((), (), ()), ((), (), ()), lines)]
    state.round, state.points = 2, [0, 8, 0]
    board = RULES.text_board(state, LABELS, "en")
    assert "Ana: score 6 (round 1: 6)\n" in board
    assert "Bo: score 11 (round 1: 3, round 2: 8)\n" in board
    state.phase, state.round, state.points, state.hands = "over", 3, [0, 0, 0], []
    state.kept = [tuple(laid("pudding")), (), ()]
    board = RULES.text_board(state, LABELS, "fr")
    assert board.startswith("La partie est terminée\n")
    assert "Ana : score 12 (manche 1 : 6, desserts : 6)\n  Desserts gardés : flan\n" in board
    assert "Cy : score -6 (manche 1 : 0, desserts : -6)" in board


@pytest.mark.parametrize(
    ("phase", "change", "line"),
    [
        ("order", {"orders_due": [2, 0]}, "Choose what the special order copies (Ana, Cy)"),
        ("extra", {}, "Choose the second card of the chopsticks (Bo)"),
        ("copy", {}, "Choose what the special order copies (Bo)"),
        ("ask", {}, "Ask for a card with the spoon (Bo)"),
        ("answer", {"asked_seat": 2, "wanted": "maki"}, "Answer the spoon (Cy)\nAsked for: maki\n"),
        ("draw", {}, "Draw four cards for the menu (Bo)"),
        (
            "take",
            {"drawn": ["egg", "egg", None, None]},
            "Take one of the four cards (Bo)\nDrawn: egg nigiri ×2, 2 unknown cards\n",
        ),
        ("pack", {}, "Turn cards face down with the takeout box (Bo)"),
    ],
)
def test_the_board_says_what_is_waited_for(phase: Phase, change: dict[str, Any], line: str) -> None:
    state = position()
    state.phase, state.effect, state.limbo[0] = phase, (7, 0, 1, 1), ("special_order",)
    for name, value in change.items():
        setattr(state, name, value)
    board = RULES.text_board(state, LABELS, "en")
    assert f"Next: {line}" in board
    assert "  To lay: special order\n" in board
    assert RULES.text_board(state, LABELS, "fr") != board


def test_everything_that_can_lie_on_a_table_has_a_name() -> None:
    faces = [face for face in FACES if face != "special_order"]
    nigiri = [f"{face}>wasabi" for face in ("egg", "salmon", "squid")]
    cards = [*FACES, *(f"copy:{face}" for face in faces), *nigiri]
    cards += [f"copy:{card}" for card in nigiri]
    for card in (*cards, "packed:eel"):
        table = laid(card)
        for dish in (dish_of(one, table) for one in table):
            assert f"component.{dish}" in WORDS
    for dish in ("wasabi_spent", "copy_wasabi_spent", "copy_wasabi_under_egg"):
        assert f"component.{dish}" in WORDS


def test_names_are_all_different_in_each_language() -> None:
    for language in LANGUAGES:
        names = {say(WORDS, f"component.{face}", language) for face in FACES}
        assert len(names) == len(FACES)


def test_menus_types_groups_and_places_have_names() -> None:
    assert WORDS["option.menu.dinner_for_two"] == ("Dinner for Two", "Menu d'amour")
    for name in MENUS:
        assert f"option.menu.{name}" in WORDS
    for name in (*TYPE_NAMES, *(kind.group for kind in TYPES), "place1", "place2", "place3"):
        assert f"component.{name}" in WORDS
    for name in (*TYPE_NAMES, "packed"):
        assert f"rule.{name}" in WORDS
    for option in OPTIONS:
        for key in ("", ".help", *(f".{choice}" for choice in option.choices)):
            assert f"option.{option.name}{key}" in WORDS
    for cls in event_types("sushi_go_party"):
        assert f"event.{cls.type.partition('.')[2]}" in WORDS


def test_refusals_name_cards_as_people_do() -> None:
    params = {"number": 4, "cards": ["egg"]}
    assert say(WORDS, "code.all_copies_laid", "en", **params) == (
        "All 4 copies are already on the table or set aside: egg nigiri."
    )
    params = {"group": ["appetizer"], "wanted": 3, "found": 2}
    assert say(WORDS, "code.menu_wrong_composition", "fr", **params) == (
        "À la carte, il faut choisir 3 type(s) parmi les hors d'œuvre, pas 2."
    )
