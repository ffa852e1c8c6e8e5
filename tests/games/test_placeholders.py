"""Defaults that nobody could confirm say so wherever their option is explained."""

from games.core.words import CORE_WORDS, LANGUAGES, help_of
from games.registry import games, rules_of

FACES = ("maki_faces", "nigiri_faces", "special_faces", "dessert_faces")
BOARD = ("layout", "belt", "spaces", "four_plus", "staff_places")
MARKED = {
    "sushi_bar": dict.fromkeys(("sushi_values", "bone_values"), "one_source"),
    "sushi_boat": dict.fromkeys((*BOARD, "plates", "greens"), "made_up"),
    "sushi_express": {"other_colours": "made_up"},
    "sushi_go_party": {},
    "sushi_roll": {"appetizer_faces": "one_source"} | dict.fromkeys(FACES, "made_up"),
}


def test_what_no_source_or_a_single_one_says_is_marked() -> None:
    for slug, marked in MARKED.items():
        options = rules_of(slug).options()
        assert {o.name: o.placeholder for o in options if o.placeholder} == marked


def test_the_help_of_a_placeholder_says_so_in_both_languages_and_no_other_does() -> None:
    for rules in games():
        for option in rules.options():
            for index, language in enumerate(LANGUAGES):
                own = rules.words[f"option.{option.name}.help"][index]
                said = help_of(rules.words, option, language)
                if option.placeholder is None:
                    assert said == own
                else:
                    reason = CORE_WORDS[f"placeholder.{option.placeholder}"][index]
                    assert said == f"{own} {reason}"


def test_a_placeholder_is_part_of_the_box_and_a_box_is_the_same_for_any_number_of_seats() -> None:
    for rules in games():
        for option in rules.options():
            assert option.of_box or option.placeholder is None
            assert not option.of_box or option.seats is None
