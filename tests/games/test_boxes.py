"""What a rules page is made from: the box as the rules play it, and every open point decided."""

from collections import Counter
from typing import Any

import pytest

from games.core.box import Row, Ruling, Table, read_rulings, rows_of, told
from games.core.matches import make_setup
from games.registry import rules_of
from games.sushi_bar.components import DIE
from games.sushi_roll.state import kit_of

# What the rulebooks say is in the box, added up.
CONTENTS = {
    "sushi_bar": {"dice": 5 * 6, "sushi": 12, "bones": 12},
    "sushi_roll": {"dice": 10 + 6 + 5 + 5 + 4, "tokens": 18 + 12, "desserts": 14 + 6},
    "sushi_express": {"customers": 24, "other_customers": 12, "actions": 28, "town": 12},
    "sushi_go_party": {
        "nigiri": 12,
        "roll": 3 * 12,
        "appetizer": 8 * 8,
        "special": 8 * 3,
        "dessert": 3 * 15,
    },
    "sushi_boat": {
        **dict.fromkeys(["blue_plates", "red_plates", "green_plates", "yellow_plates"], 12),
        "white_plates": 6,
        "dishes": 7 * 3,
        "wasabi": 4,
        "staff": 7,
    },
}


def tables_of(slug: str) -> dict[str, Table]:
    return {table.name: table for table in rules_of(slug).components()}


def numbers_of(slug: str, *names: str) -> dict[Any, int]:
    """Return how many of each item some tables name."""
    return {row.item: row.number for name in names for row in tables_of(slug)[name].rows}


def counted(slug: str, name: str) -> dict[Any, int]:
    """Return how many of each item the rules let a whole table have at the end of a match."""
    rules = rules_of(slug)
    setup = make_setup(rules, seats=rules.seats[0], options={})
    [field] = [field for field in rules.count_fields(setup) if field.name == name]
    return {item: copies for item, copies in zip(field.of, field.supply, strict=True) if copies}


@pytest.mark.parametrize("slug", CONTENTS)
def test_the_tables_add_up_to_what_the_rulebook_says(slug: str) -> None:
    tables = tables_of(slug)
    for name, total in CONTENTS[slug].items():
        assert sum(row.number for row in tables[name].rows) == total, name


def test_sushi_go_party_has_181_cards() -> None:
    assert sum(numbers_of("sushi_go_party", *CONTENTS["sushi_go_party"]).values()) == 181


def test_the_numbers_are_those_that_the_rules_play_by() -> None:
    assert numbers_of("sushi_bar", "dice") == {face: 5 * DIE.count(face) for face in DIE}
    assert numbers_of("sushi_bar", "sushi") == counted("sushi_bar", "sushi")
    assert numbers_of("sushi_bar", "bones") == counted("sushi_bar", "bones")
    customers = numbers_of("sushi_express", "customers", "other_customers")
    assert customers == counted("sushi_express", "customers")
    assert numbers_of("sushi_express", "actions") == counted("sushi_express", "actions")
    plates = [name for name in tables_of("sushi_boat") if name.endswith("_plates")]
    assert numbers_of("sushi_boat", *plates) == counted("sushi_boat", "stack")


@pytest.mark.parametrize("kind", ["appetizer", "maki", "nigiri", "special", "dessert"])
def test_the_sides_of_a_die_are_those_that_it_is_rolled_with(kind: str) -> None:
    kit = kit_of(make_setup(rules_of("sushi_roll"), seats=2, options={}))
    table = tables_of("sushi_roll")[f"{kind}_faces"]
    assert {row.item: row.detail for row in table.rows} == Counter(kit.sides[kind])
    dice = numbers_of("sushi_roll", "dice")[kind]
    assert all(row.number == dice * (row.detail or 0) for row in table.rows)


def test_a_dish_has_as_many_red_and_green_cards_as_its_option_says() -> None:
    [greens] = [o.default for o in rules_of("sushi_boat").options() if o.name == "greens"]
    dishes = numbers_of("sushi_boat", "dishes")
    found = [count for card, count in dishes.items() if card.endswith("_green")]
    assert found == greens


def test_another_game_has_an_unknown_box() -> None:
    assert rules_of("plain").components() == ()
    assert rules_of("plain").rulings() == ()


def test_rulings_are_read_one_after_the_other() -> None:
    text = """
A1 One line,
and another.
fr: Une ligne,
et une autre.
A2b [cap] Without French.
B10 With A1 inside a sentence.
fr: Avec A1 dedans.
"""
    assert read_rulings(text) == (
        Ruling("A1", ("One line, and another.", "Une ligne, et une autre.")),
        Ruling("A2b", "Without French.", "cap"),
        Ruling("B10", ("With A1 inside a sentence.", "Avec A1 dedans.")),
    )


def test_what_is_not_in_the_box_has_no_row() -> None:
    assert rows_of({"a": 2, "b": 0, "c": 1}, {"a": 5}) == (Row("a", 2, 5), Row("c", 1))


def test_a_text_without_french_is_told_in_english() -> None:
    assert told(("Dice", "Dés"), "fr-ch") == "Dés"
    assert told("Dice", "fr") == "Dice"
    assert told(("Dice", "Dés"), "en") == "Dice"
