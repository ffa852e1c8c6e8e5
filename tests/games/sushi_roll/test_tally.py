"""A match that was only counted gets the points of one that was recorded."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.setup import Setup
from games.sushi_roll.state import State
from tests.games.sushi_roll.matches import RULES, drawn_setup, played


def counted(last: State) -> list[dict[str, Any]]:
    """Return what a scorekeeper would count of a finished match."""
    return [
        {
            **trays,
            "tokens": ["menu_token"] * last.menus[seat]
            + ["chopsticks_token"] * last.chopsticks[seat]
            + ["dessert_token"] * last.desserts[seat],
        }
        for seat, trays in enumerate(RULES.recorded_counts(last))
    ]


@pytest.mark.parametrize("number", range(40))
def test_a_count_of_a_finished_match_gives_its_outcome(number: int) -> None:
    setup = drawn_setup(f"count/{number}")
    _, last = played(setup, f"count/{number}")
    assert RULES.tally(setup, counted(last)) == RULES.outcome(last)


def refused(tables: list[dict[str, Any]], seats: int = 2, **options: Any) -> str:
    setup = make_setup(RULES, seats=seats, options=options)
    with pytest.raises(RuleViolation) as caught:
        RULES.tally(setup, tables)
    return caught.value.code


def test_an_empty_count_is_a_draw_without_points() -> None:
    outcome = RULES.tally(make_setup(RULES, seats=3, options={}), [{}, {}, {}])
    assert (outcome.scores, outcome.places, outcome.final) == ((0, 0, 0), (1, 1, 1), True)


def test_a_nigiri_on_wasabi_takes_the_room_of_two_dice() -> None:
    full = {"round1": ["egg_on_wasabi"] * 4}
    RULES.tally(make_setup(RULES, seats=2, options={}), [full, {}])
    assert refused([{"round2": [*full["round1"], "maki1"]}, {}]) == "count_tray_too_full"


def test_more_dice_of_a_kind_than_the_box_has_are_refused() -> None:
    assert refused([{"round1": ["maki1"] * 4}, {"round1": ["maki2"] * 3}]) == "count_too_many_dice"
    wasabi = {"round3": ["egg_on_wasabi"] * 3}
    assert refused([wasabi, wasabi]) == "count_too_many_dice"
    assert refused([{"round1": ["egg"] * 3}, {"round1": ["squid"] * 3}]) == "count_too_many_dice"


def test_more_tokens_than_the_box_has_are_refused() -> None:
    menus, desserts = {"tokens": ["menu_token"] * 10}, {"tokens": ["dessert_token"] * 17}
    assert refused([menus, menus]) == "count_too_many_tokens"
    assert refused([{"tokens": ["chopsticks_token"] * 13}, {}]) == "count_too_many_tokens"
    assert refused([desserts, desserts]) == "count_too_many_tokens"
    without = make_setup(RULES, seats=2, options={"dessert_cap": False})
    assert RULES.tally(without, [desserts, desserts]).scores == (6, 6)


def test_what_is_no_table_is_refused() -> None:
    assert refused([{}]) == "bad_tables"
    assert refused([{"round4": []}, {}]) == "bad_tables"
    assert refused([{"round1": ["wasabi"]}, {}]) == "bad_tables"
    assert refused([{"round1": "egg"}, {}]) == "bad_tables"
    assert refused([{"round1": [["egg"]]}, {}]) == "bad_tables"


def test_dice_that_this_box_does_not_have_are_not_counted() -> None:
    fields = {field.name: field for field in RULES.count_fields(drawn_box())}
    assert fields["round1"].of == ("dumpling", "tempura", "sashimi", "maki2", "squid")
    assert fields["tokens"].supply == (18, 12, 12)


def test_what_only_other_dice_could_show_names_the_option_that_corrects_them() -> None:
    def correcting(tray: list[str] | None = None, desserts: int = 0) -> tuple[str, object]:
        counts = {"round1": tray or [], "tokens": ["dessert_token"] * desserts}
        with pytest.raises(RuleViolation) as caught:
            RULES.tally(drawn_box(), [counts, {}])
        return caught.value.code, caught.value.params.get("option")

    assert correcting(["dumpling2"]) == ("no_such_face", "appetizer_faces")
    assert correcting(["egg"]) == ("no_such_face", "nigiri_faces")
    assert correcting(["egg_on_wasabi"]) == ("no_such_face", "nigiri_faces")
    assert correcting(["squid_on_wasabi"]) == ("no_such_face", "special_faces")
    assert correcting(desserts=13) == ("count_too_many_tokens", "dessert_faces")


def drawn_box() -> Setup:
    return make_setup(
        RULES,
        seats=2,
        options={
            "maki_faces": [0, 6, 0],
            "nigiri_faces": [0, 0, 6],
            "special_faces": [0, 0, 6, 0, 0, 0, 0],
            "dessert_faces": [6, 0, 0],
        },
    )
