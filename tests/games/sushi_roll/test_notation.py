"""The text form of every event, by hand and in French."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.notation import read_record
from games.core.replay import fold
from games.registry import rules_of
from games.sushi_roll.events import BeltsDealt
from games.sushi_roll.state import State
from games.testing.mutants import StrangerCame
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

LABELS = NAMES[:2]
PAIR = (["egg", "maki1"], ["squid", "sashimi"])


def dealt() -> State:
    return play(started(2), BeltsDealt(0))


def rerolling() -> State:
    return play(choosing(*PAIR), menu(0, "egg"))


CASES = [
    (lambda: started(2), BeltsDealt(1), "Belts", "Bo red"),
    (dealt, drawn(0, *[None] * 8), "R1 draw", "Ana draws ?"),
    (
        dealt,
        drawn(0, *["appetizer"] * 6, "maki", None),
        "R1 draw",
        f"Ana draws {'appetizer ' * 6}maki ?",
    ),
    (rerolling, rolled(0, "squid"), "R1 T7", "Ana rerolls squid"),
    (rerolling, rolled(0, None), "R1 T7", "Ana rerolls ?"),
    (lambda: choosing(*PAIR), menu(0, "egg", "maki1"), "R1 T7", "Ana menu maki1 egg"),
    (lambda: blind(2), menu(0, None, "egg", None), "R1 T1", "Ana menu egg ? ?"),
    (lambda: choosing(*PAIR), swap(0, "egg", 1, "squid"), "R1 T7", "Ana swaps egg with Bo squid"),
    (lambda: blind(2), swap(0, None, 1, None), "R1 T1", "Ana swaps ? with Bo ?"),
    (lambda: choosing(*PAIR), take(0, "egg"), "R1 T7", "Ana takes egg"),
    (
        lambda: choosing(*PAIR, trays={0: ["wasabi"]}),
        take(0, "egg"),
        "R1 T7",
        "Ana takes egg>wasabi",
    ),
]


@pytest.mark.parametrize(("position", "event", "heading", "text"), CASES)
def test_an_event_is_written_and_read_back(
    position: Callable[..., Any], event: Event, heading: str, text: str
) -> None:
    state = position()
    assert RULES.turn(state) == heading
    assert RULES.write(state, event, LABELS) == text
    assert RULES.read(state, text, LABELS) == event


@pytest.mark.parametrize(
    ("position", "text", "event"),
    [
        (lambda: started(2), "Bo rouge", BeltsDealt(1)),
        (
            dealt,
            "Ana pioche hors-d'œuvre sushi spécial maki dessert ? ? ?",
            drawn(0, "appetizer", "nigiri", "special", "maki", "dessert", None, None, None),
        ),
        (rerolling, "Ana relance Calamar", rolled(0, "squid")),
        (lambda: choosing(*PAIR), "Ana menu omelette maki1", menu(0, "egg", "maki1")),
        (
            lambda: choosing(*PAIR),
            "Ana échange omelette avec Bo calamar",
            swap(0, "egg", 1, "squid"),
        ),
        (lambda: choosing(*PAIR), "Ana prend baguettes1", take(0, "chopsticks1")),
        (lambda: choosing(*PAIR), "Ana prend ravioli", take(0, "dumpling")),
        (lambda: choosing(*PAIR, trays={0: ["wasabi"]}), "Ana takes egg", take(0, "egg")),
    ],
)
def test_french_names_and_shorter_forms_are_read_too(
    position: Callable[..., Any], text: str, event: Event
) -> None:
    assert RULES.read(position(), text, LABELS) == event


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana",
        "Zoe takes egg",
        "Ana eats egg",
        "Ana takes",
        "Ana takes egg maki1",
        "Ana takes roe",
        "Ana takes egg>wasabi",
        "Ana takes maki1>wasabi",
        "Ana takes ?",
        "Ana menu",
        "Ana swaps egg for Bo squid",
        "Ana swaps egg with Zoe squid",
        "Ana rerolls egg",
        "Ana red now",
    ],
)
def test_what_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation, match="bad_notation"):
        RULES.read(choosing(*PAIR), text, LABELS)


def test_a_roll_is_not_written_as_a_reroll() -> None:
    with pytest.raises(RuleViolation, match="bad_notation"):
        RULES.read(rerolling(), "Ana rolls egg", LABELS)


def test_a_stranger_has_no_notation() -> None:
    tells: list[Callable[[Event], str]] = [
        lambda event: RULES.write(choosing(*PAIR), event, LABELS),
        lambda event: RULES.describe(choosing(*PAIR), event, LABELS, "en"),
    ]
    for tell in tells:
        with pytest.raises(RuleViolation, match="not_expected"):
            tell(StrangerCame(0))


RECORD = """[Kaiten "1"]
[Game "sushi_roll"]
[Rules "1"]
[Seats "Ana Bo"]

Belts: Bo red
R1 draw: Bo draws appetizer appetizer appetizer maki maki nigiri special dessert | Ana draws ?
R1 T1: Bo rolls dumpling tempura sashimi maki1 maki2 egg wasabi dessert1 | Ana rolls ?
R1 T1: Bo menu sashimi maki1 | Bo rerolls dumpling maki3 | Bo takes wasabi
R1 T1: Ana swaps ? with Bo maki3 | Ana takes maki3
R1 T2: Ana rolls ? | Bo rolls ? | Ana takes dessert2 | Bo prend omelette>wasabi
"""


def test_a_record_written_by_hand_is_read_with_what_it_leaves_unknown() -> None:
    record = read_record(RECORD, rules_of)
    state = fold(RULES, record.setup, record.events)
    assert state.trays == [("maki3", "dessert2"), ("wasabi", "egg")]
    assert (state.menus, state.chopsticks, state.desserts) == ([3, 2], [1, 2], [2, 0])
