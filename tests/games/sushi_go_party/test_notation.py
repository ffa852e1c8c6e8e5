"""The text form of every event, read in both languages."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.notation import Record, read_record, write_record
from games.sushi_go_party import notation
from games.sushi_go_party.components import FACES, TYPE_NAMES
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
from games.sushi_go_party.names import DISH_NAMES
from games.sushi_go_party.state import State, start
from games.testing.mutants import StrangerCame
from tests.games.sushi_go_party.table import laid, setup_with

RULES = SushiGoParty()
LABELS = ("Ana", "Bo", "Cy")
TURN = 20


def position(*tables: list[str], **options: Any) -> State:
    """Return three seats about to choose in turn 20, with these cards before them."""
    state = start(setup_with("wasabi", "chopsticks", seats=3, **options))
    for seat in range(3):
        RULES.apply(state, Dealt(seat, 1, (None,) * 10))
    state.turn = TURN
    for seat, cards in enumerate(tables):
        state.tables[seat] = tuple(laid(*cards))
    return state


def chosen(seat: int, card: str | None, **more: Any) -> CardChosen:
    return CardChosen(seat, TURN, card, **more)


PLAIN = position(["wasabi"], [], ["chopsticks2"])
DOUBTFUL = position(["chopsticks1", "chopsticks3"], ["chopsticks2", "copy:chopsticks2", "spoon4"])
PIECES = [
    (PLAIN, chosen(0, "squid"), "Ana squid>wasabi"),
    (PLAIN, chosen(0, "tempura"), "Ana tempura"),
    (PLAIN, chosen(1, "squid"), "Bo squid"),
    (PLAIN, chosen(1, None), "Bo ?"),
    (
        PLAIN,
        chosen(2, "maki3", uses=("chopsticks2",), extras=("tofu",)),
        "Cy chopsticks: maki3 + tofu",
    ),
    (PLAIN, chosen(2, "maki3", uses=("chopsticks2",)), "Cy chopsticks: maki3"),
    (
        DOUBTFUL,
        chosen(0, "maki3", uses=("chopsticks3",), extras=("tofu",)),
        "Ana chopsticks3: maki3 + tofu",
    ),
    (
        DOUBTFUL,
        chosen(1, "egg", uses=("copy_chopsticks2",), extras=("egg",)),
        "Bo copy_chopsticks2: egg + egg",
    ),
    (DOUBTFUL, chosen(1, "tempura", uses=("spoon4",)), "Bo spoon: tempura"),
    (
        DOUBTFUL,
        chosen(1, "maki3", uses=("chopsticks2", "spoon4"), extras=("tofu",)),
        "Bo chopsticks2 spoon4: maki3 + tofu",
    ),
    (
        DOUBTFUL,
        chosen(0, "egg", uses=("chopsticks1", "chopsticks3"), extras=("tofu", "eel")),
        "Ana chopsticks1 chopsticks3: egg + tofu + eel",
    ),
    (
        PLAIN,
        chosen(2, "special_order", order="squid_on_wasabi"),
        "Cy special_order=squid_on_wasabi",
    ),
    (
        PLAIN,
        chosen(2, "special_order", uses=("chopsticks2",), extras=("tofu",), order="packed"),
        "Cy chopsticks: special_order=packed + tofu",
    ),
    (PLAIN, DishCopied(0, TURN, "tempura"), "Ana copies tempura"),
    (PLAIN, DishCopied(0, TURN, "squid_on_wasabi"), "Ana copies squid>wasabi"),
    (PLAIN, DishCopied(0, TURN, "packed"), "Ana copies packed"),
    (PLAIN, DishCopied(0, TURN, None), "Ana copies ?"),
    (PLAIN, ExtraChosen(0, "tofu"), "Ana also tofu"),
    (PLAIN, ExtraChosen(0, "egg"), "Ana also egg>wasabi"),
    (PLAIN, SpoonAsked(0, "squid"), "Ana asks squid"),
    (PLAIN, SpoonAsked(0, "nigiri"), "Ana asks nigiri"),
    (PLAIN, SpoonAnswered(1, "squid"), "Bo gives squid"),
    (PLAIN, SpoonAnswered(1, None), "Bo has none"),
    (PLAIN, MenuDrawn(0, ("egg", "maki1", None, None)), "Ana draws egg maki1 ? ?"),
    (PLAIN, MenuDrawn(0, (None,) * 4), "Ana draws ?"),
    (PLAIN, MenuTaken(1, "egg"), "Bo takes egg"),
    (PLAIN, MenuTaken(0, "egg"), "Ana takes egg>wasabi"),
    (
        PLAIN,
        BoxPacked(0, ("tempura", "squid_on_wasabi", "tempura")),
        "Ana packs squid_on_wasabi tempura tempura",
    ),
    (PLAIN, BoxPacked(0, ()), "Ana packs nothing"),
    (PLAIN, Dealt(1, 1, (None,) * 10), "Bo gets ?"),
    (
        PLAIN,
        Dealt(1, 1, ("squid", None, *["egg"] * 8)),
        "Bo gets egg egg egg egg egg egg egg egg squid ?",
    ),
]


@pytest.mark.parametrize(("state", "event", "text"), PIECES)
def test_every_event_has_one_text_and_reads_back(state: State, event: Event, text: str) -> None:
    before = state.clone()
    assert RULES.write(state, event, LABELS) == text
    assert RULES.read(state, text, LABELS) == event
    assert state == before


@pytest.mark.parametrize("label", ["gets", "has", "copies", "squid", "chopsticks", "rien"])
def test_any_label_is_told_from_the_words_of_the_notation(label: str) -> None:
    labels = (label, "Bo", "Cy")
    for state, event, _ in PIECES:
        assert RULES.read(state, RULES.write(state, event, labels), labels) == event


def test_headings_are_the_deal_and_the_turns_of_a_round() -> None:
    state = start(setup_with("maki", seats=3))
    assert RULES.turn(state) == "R1 deal"
    state.round = 2
    assert RULES.turn(state) == "R2 deal"
    state.phase, state.passes = "pack", 3
    assert RULES.turn(state) == "R2 T4"
    state.phase, state.round, state.passes = "over", 3, 0
    assert RULES.turn(state) == "R3 T10"


def test_a_turn_reads_as_players_write_it() -> None:
    """The line of the specification: names, wasabi and chopsticks with their second card."""
    state = position(["wasabi"], [], ["chopsticks2"])
    line = "Ana squid>wasabi | Bo tempura | Cy chopsticks: maki3 + tofu"
    for piece in line.split(" | "):
        event = RULES.read(state, piece, LABELS)
        assert RULES.write(state, event, LABELS) == piece
        RULES.apply(state, event)
    assert state.turn == TURN + 1


@pytest.mark.parametrize(
    ("state", "text", "event"),
    [
        (PLAIN, "Ana calamar", chosen(0, "squid")),
        (PLAIN, "Ana sushi-calamar>wasabi", chosen(0, "squid")),
        (PLAIN, "Bo OMELETTE", chosen(1, "egg")),
        (PLAIN, "Bo maki-saumon3", chosen(1, "maki3")),
        (PLAIN, "Bo maki_saumon_3", chosen(1, "maki3")),
        (PLAIN, "Bo california5", chosen(1, "uramaki5")),
        (PLAIN, "Bo onigiri-carré", chosen(1, "onigiri_square")),
        (PLAIN, "Bo onigiri-carre", chosen(1, "onigiri_square")),
        (PLAIN, "Bo soupe-miso", chosen(1, "miso")),
        (PLAIN, "Bo thé", chosen(1, "tea")),
        (PLAIN, "Bo boîte-à-emporter11", chosen(1, "takeout_box11")),
        (PLAIN, "Bo glace-matcha", chosen(1, "ice_cream")),
        (PLAIN, "Bo fruits-pastèque-orange", chosen(1, "fruit_wo")),
        (PLAIN, "Bo fruits-orange-pasteque", chosen(1, "fruit_wo")),
        (PLAIN, "Bo fruits-ananas-ananas", chosen(1, "fruit_pp")),
        (
            PLAIN,
            "Cy baguettes2: maki-saumon3+tofu",
            chosen(2, "maki3", uses=("chopsticks2",), extras=("tofu",)),
        ),
        (
            PLAIN,
            "Cy baguettes : gyoza + anguille",
            chosen(2, "dumpling", uses=("chopsticks2",), extras=("eel",)),
        ),
        (DOUBTFUL, "Bo cuillère4: tofu", chosen(1, "tofu", uses=("spoon4",))),
        (
            DOUBTFUL,
            "Bo copie-baguettes2: tofu + tofu",
            chosen(1, "tofu", uses=("copy_chopsticks2",), extras=("tofu",)),
        ),
        (
            PLAIN,
            "Cy commande-spéciale = calamar > wasabi",
            chosen(2, "special_order", order="squid_on_wasabi"),
        ),
        (PLAIN, "Ana reçoit ?", Dealt(0, 1, (None,) * 10)),
        (PLAIN, "Ana recoit calamar ?", Dealt(0, 1, ("squid", None))),
        (PLAIN, "Ana copie calamar>wasabi", DishCopied(0, TURN, "squid_on_wasabi")),
        (PLAIN, "Ana copie calamar-sur-wasabi", DishCopied(0, TURN, "squid_on_wasabi")),
        (PLAIN, "Ana aussi tofu", ExtraChosen(0, "tofu")),
        (PLAIN, "Ana demande sushi", SpoonAsked(0, "nigiri")),
        (PLAIN, "Ana demande maki-saumon", SpoonAsked(0, "maki")),
        (PLAIN, "Ana demande fruits", SpoonAsked(0, "fruit")),
        (PLAIN, "Bo donne saumon", SpoonAnswered(1, "salmon")),
        (PLAIN, "Bo n'a rien", SpoonAnswered(1, None)),
        (PLAIN, "Bo n’a rien", SpoonAnswered(1, None)),
        (PLAIN, "Ana pioche flan ? ? ?", MenuDrawn(0, ("pudding", None, None, None))),
        (PLAIN, "Ana prend flan", MenuTaken(0, "pudding")),
        (PLAIN, "Ana emporte rien", BoxPacked(0, ())),
        (
            PLAIN,
            "Ana emporte wasabi-sous-calamar calamar>wasabi",
            BoxPacked(0, ("squid_on_wasabi", "wasabi_under_squid")),
        ),
    ],
)
def test_the_reader_takes_french_names_and_verbs(state: State, text: str, event: Event) -> None:
    assert RULES.read(state, text, LABELS) == event


@pytest.mark.parametrize("language", [0, 1])
def test_every_name_of_a_dish_is_read_in_both_languages(language: int) -> None:
    for dish, names in DISH_NAMES.items():
        word = names[language].replace(" ", "-")
        for text in (word, word.upper(), dish):
            assert RULES.read(PLAIN, f"Ana packs {text}", LABELS) == BoxPacked(0, (dish,))
    for face in FACES:
        word = DISH_NAMES[face][language].replace(" ", "-")
        assert RULES.read(PLAIN, f"Bo gives {word}", LABELS) == SpoonAnswered(1, face)
        assert RULES.read(PLAIN, f"Bo asks {word}", LABELS) == SpoonAsked(1, face)
    for kind in TYPE_NAMES:
        word = RULES.words[f"component.{kind}"][language].replace(" ", "-")
        assert RULES.read(PLAIN, f"Bo asks {word}", LABELS) == SpoonAsked(1, kind)
        assert RULES.read(PLAIN, f"Bo asks {kind}", LABELS) == SpoonAsked(1, kind)


def test_no_spelling_means_two_things() -> None:
    for spelled in (notation._spelled_faces, notation._spelled_dishes):
        meant: dict[str, str] = {}
        for key, name in spelled():
            assert meant.setdefault(key, name) == name


def test_the_wasabi_may_be_left_out_but_not_invented() -> None:
    assert RULES.read(PLAIN, "Ana squid", LABELS) == chosen(0, "squid")
    for text in ("Bo squid>wasabi", "Ana tempura>wasabi", "Bo also egg>wasabi"):
        with pytest.raises(RuleViolation, match="bad_notation"):
            RULES.read(PLAIN, text, LABELS)


def test_a_second_card_may_claim_the_wasabi_laid_with_it() -> None:
    event = chosen(2, "wasabi", uses=("chopsticks2",), extras=("egg",))
    assert RULES.read(PLAIN, "Cy chopsticks: wasabi + egg>wasabi", LABELS) == event
    with pytest.raises(RuleViolation, match="bad_notation"):
        RULES.read(PLAIN, "Cy chopsticks: tofu + egg>wasabi", LABELS)


def test_a_used_wasabi_takes_no_second_nigiri() -> None:
    state = position(["squid>wasabi"])
    assert RULES.write(state, chosen(0, "egg"), LABELS) == "Ana egg"


def test_bonus_cards_that_are_not_there_are_read_so_that_the_rules_can_say_why() -> None:
    event = RULES.read(PLAIN, "Bo chopsticks: maki3 + tofu", LABELS)
    with pytest.raises(RuleViolation, match="not_on_table"):
        RULES.check(PLAIN, event)
    event = RULES.read(PLAIN, "Bo maki3 + tofu", LABELS)
    with pytest.raises(RuleViolation, match="wrong_number_of_extras"):
        RULES.check(PLAIN, event)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (PLAIN, ""),
        (PLAIN, "Ana"),
        (PLAIN, "Dee tofu"),
        (PLAIN, "tofu"),
        (PLAIN, "Ana steak"),
        (PLAIN, "Ana tofu tofu"),
        (PLAIN, "Ana tofu +"),
        (PLAIN, "Ana + tofu"),
        (PLAIN, "Ana : tofu"),
        (PLAIN, "Ana tofu="),
        (PLAIN, "Ana special_order=?"),
        (PLAIN, "Ana special_order=steak"),
        (PLAIN, "Cy chopsticks:"),
        (PLAIN, "Cy chopsticks"),
        (PLAIN, "Cy chopsticks tofu"),
        (PLAIN, "Cy chopsticks: tofu + ?"),
        (PLAIN, "Cy forks: tofu + tofu"),
        (DOUBTFUL, "Ana chopsticks: tofu + tofu"),
        (DOUBTFUL, "Bo chopsticks: tofu + tofu"),
        (PLAIN, "Ana gets steak"),
        (PLAIN, "Ana copies"),
        (PLAIN, "Ana copies tofu tofu"),
        (PLAIN, "Ana also ?"),
        (PLAIN, "Ana asks"),
        (PLAIN, "Ana asks ?"),
        (PLAIN, "Ana asks squid_on_wasabi"),
        (PLAIN, "Ana gives ?"),
        (PLAIN, "Ana has"),
        (PLAIN, "Ana has squid"),
        (PLAIN, "Ana takes"),
        (PLAIN, "Ana packs"),
        (PLAIN, "Ana packs nothing tofu"),
        (PLAIN, "Ana maki²"),
        (PLAIN, "Ana squid\0"),
    ],
)
def test_what_cannot_be_meant_is_refused(state: State, text: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.read(state, text, LABELS)
    assert caught.value.code == "bad_notation"
    assert caught.value.params == {"text": text}


def test_a_refusal_quotes_eighty_signs() -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.read(PLAIN, "x" * 500, LABELS)
    assert caught.value.params == {"text": "x" * 80}


def test_a_label_beyond_the_table_is_refused() -> None:
    with pytest.raises(RuleViolation, match="bad_notation"):
        RULES.read(PLAIN, "Dee tofu", (*LABELS, "Dee"))


WORDS = st.sampled_from(
    [
        *("Ana", "Bo", "Cy", "gets", "copies", "also", "asks", "gives", "has", "none", "draws"),
        *("takes", "packs", "nothing", "n'a", "rien", "squid", "egg", "maki3", "calamar", "packed"),
        *("chopsticks", "chopsticks2", "copy_chopsticks2", "spoon", "wasabi", "special_order"),
        *("squid_on_wasabi", "=tofu", ">wasabi", "?", ":", "+", ">", "=", "é", "\0"),
    ]
)


@given(st.lists(WORDS, max_size=8), st.sampled_from(["", " "]))
def test_any_text_is_read_or_refused(words: list[str], between: str) -> None:
    for state in (PLAIN, DOUBTFUL, start(setup_with("maki", seats=3))):
        with suppress(RuleViolation):
            event = RULES.read(state, between.join(words), LABELS)
            assert RULES.read(state, RULES.write(state, event, LABELS), LABELS) == event


def test_an_event_of_another_game_has_no_notation() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.write(PLAIN, StrangerCame(0), LABELS)


def test_a_record_without_the_hands_is_short_and_reads_back() -> None:
    setup = setup_with("wasabi", "chopsticks", seats=3)
    state = start(setup)
    events: list[Event] = [Dealt(seat, 1, (None,) * 10) for seat in range(3)]
    events += [CardChosen(seat, 1, card) for seat, card in enumerate(("wasabi", "egg", "maki1"))]
    events.append(CardChosen(0, 2, "squid"))
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    text = write_record(RULES, Record(setup, LABELS, events))
    assert text.split("\n\n")[1].splitlines() == [
        "R1 deal: Ana gets ? | Bo gets ? | Cy gets ?",
        "R1 T1: Ana wasabi | Bo egg | Cy maki1",
        "R1 T2: Ana squid>wasabi",
    ]
    assert read_record(text, lambda _slug: RULES).events == events
