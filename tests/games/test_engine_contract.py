"""Every registered game keeps every law of the contract, at every number of seats."""

from typing import Any

from games.registry import games
from games.testing import contract_tests
from games.testing.scale import scaled
from games.testing.word_laws import law_core_words_are_sound

__all__ = ["scaled"]  # what marks this module as one that a soak runs longer

EXAMPLES: dict[str, dict[str, list[Any]]] = {
    "sushi_bar": {
        "sushi_values": [[1] * 12],
        "bone_values": [[-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12]],
    },
    "sushi_boat": {"greens": [[3, 0, 3, 0, 3, 0, 3]]},
    "sushi_go_party": {
        "cards": [
            [
                *("maki", "tempura", "dumpling", "sashimi", "chopsticks", "takeout_box"),
                "pudding",
            ],
            ["temaki", "eel", "miso", "onigiri", "special_order", "wasabi", "fruit"],
        ]
    },
    "sushi_roll": {"dessert_faces": [[0, 6]], "special_faces": [[6, 0, 0]]},
}
"""Values of options that their kind alone does not offer."""

for _rules in games():
    globals()[f"Test_{_rules.slug}"] = contract_tests(_rules, EXAMPLES.get(_rules.slug))


def test_the_contract_is_tried_on_open_hidden_and_reported_games() -> None:
    played = [rules.slug for rules in games() if not rules.reported_only]
    assert "hidden_game" in played
    assert len(played) >= 2
    assert len(played) < len(games())


def test_the_words_of_the_core_are_complete_in_both_languages() -> None:
    law_core_words_are_sound()
