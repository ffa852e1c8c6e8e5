"""A refusal that rests on what nobody could confirm names the option that corrects it."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.words import LANGUAGES, say
from games.sushi_boat import events as facts
from games.sushi_boat.state import State
from tests.games.sushi_boat.table import ANA, BELT, BO, RULES, STAFF, TRASH, plates, play, table

BOX = ("If your box differs, correct the option “{}”.", "corrigez l'option « {} ».")


def told(violation: RuleViolation) -> list[str]:
    return [
        say(RULES.words, f"code.{violation.code}", language, **violation.params)
        for language in LANGUAGES
    ]


def names(violation: RuleViolation, option: str) -> bool:
    """Tell whether a refusal names an option, by its label in the words of both languages."""
    labels = RULES.words[f"option.{option}"]
    ends = [text.format(label) for text, label in zip(BOX, labels, strict=True)]
    return violation.params.get("option") == option and all(
        text.endswith(end) for text, end in zip(told(violation), ends, strict=True)
    )


def refused(state: State, event: Event) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        RULES.check(state, event)
    return caught.value


def first() -> State:
    return RULES.start(make_setup(RULES, seats=3, options={}))


def filled(belt: str, trash: str = TRASH) -> facts.BeltFilled:
    return facts.BeltFilled(plates(belt), plates(trash))


def laid_out() -> State:
    return play(first(), facts.StaffPlaced(tuple(STAFF.values())))


def drawing(phase: str = "fill", bag: str | None = None, trash: str = "") -> State:
    state = table(phase=phase, bag=bag, trash=trash)
    state.due = 2
    return state


@pytest.mark.parametrize(
    ("state", "event", "code", "option"),
    [
        (laid_out(), filled(BELT.replace("BP", "BS")), "too_many_plates", "plates"),
        (drawing("push"), facts.PlatesDrawn(plates("GC")), "wrong_number_of_plates", "layout"),
        (drawing(bag="GC GT GM"), facts.PlatesDrawn(plates("GC GC")), "not_in_bag", "plates"),
        (
            drawing(bag="GC", trash="GS GP"),
            facts.PlatesDrawn(plates("GS GP")),
            "bag_first",
            "plates",
        ),
        (laid_out(), filled(BELT[3:]), "wrong_number_of_plates", "layout"),
        (first(), facts.StaffPlaced(("neko",) * 6), "wrong_number_of_tiles", "layout"),
        (table(phase="move"), facts.PawnMoved(ANA, "R9"), "no_such_space", "layout"),
        (table(phase="move"), facts.PawnMoved(ANA, "R2"), "space_for_four", "layout"),
        (table(at="L1"), facts.PlateEaten(ANA, 8), "slot_not_next_to_pawn", "layout"),
        (table(at="L3"), facts.PlateFetched(ANA, 0), "slot_out_of_reach", "layout"),
        (table(at="L2"), facts.DishFetched(ANA), "staff_not_here", "layout"),
        (
            table(seats=2, phase="move", pawns={BO: "L3"}),
            facts.PawnMoved(ANA, "R3"),
            "row_occupied",
            "layout",
        ),
        (
            table(hands={ANA: ["tempura"]}),
            facts.TempuraPlayed(ANA, 14),
            "no_such_slot",
            "layout",
        ),
        (table(hands={ANA: ["tempura"]}), facts.TempuraPlayed(ANA, 6), "slot_hidden", "layout"),
        (
            table(at="L1", staff={**STAFF, "L1": "yuki", "L3": "neko"}),
            facts.PlateFetched(ANA, 6),
            "slot_hidden",
            "layout",
        ),
        (
            table(hands={ANA: ["mochi"]}),
            facts.MochiPlayed(ANA, ("L1", "L9")),
            "no_such_space",
            "layout",
        ),
        (
            table(hands={ANA: ["mochi"]}),
            facts.MochiPlayed(ANA, ("L1", "L2")),
            "no_staff_there",
            "layout",
        ),
    ],
)
def test_what_the_tables_of_the_box_forbid_can_be_corrected(
    state: State, event: Event, code: str, option: str
) -> None:
    violation = refused(state, event)
    assert violation.code == code
    assert names(violation, option)


def test_a_symbol_that_ran_out_can_be_corrected_but_not_the_number_of_cards() -> None:
    """« 3 de chacun des 7 Accompagnements, et 4 cartes Wasabi » is what the rulebook says."""
    state = table(phase="reveal")
    state.revealed |= {"tempura_red": 2, "wasabi": 4}
    assert names(refused(state, facts.CardRevealed("tempura_red")), "greens")
    wasabi = refused(state, facts.CardRevealed("wasabi"))
    state.revealed["tempura_green"] = 1
    for violation in (wasabi, refused(state, facts.CardRevealed("tempura_red"))):
        assert violation.code == "no_card_left"
        assert "option" not in violation.params
        assert not any("option" in text for text in told(violation))


def test_how_many_plates_go_into_the_trash_and_onto_the_belt_is_what_the_rulebook_says() -> None:
    short = facts.PlatesDrawn(plates("GC"))
    for state, event in ((laid_out(), filled(BELT, "GS GP")), (drawing(), short)):
        violation = refused(state, event)
        assert violation.code == "wrong_number_of_plates"
        assert "option" not in violation.params


@pytest.mark.parametrize(
    ("counted", "option"),
    [({"stack": ["blue_salmon"] * 2}, "plates"), ({"dishes": ["miso"] * 4}, None)],
)
def test_a_count_names_the_table_of_plates_but_not_what_is_known_of_dishes(
    counted: dict[str, Any], option: str | None
) -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.tally(make_setup(RULES, seats=2, options={}), [counted, {}])
    assert caught.value.code == "tally_too_many"
    assert caught.value.params.get("option") == option
    assert option is None or names(caught.value, option)
