"""Options that correct the box, and what boards show."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.sushi_boat.components import GREENS, PLATE_COUNTS
from games.sushi_boat.events import CardRevealed
from games.sushi_boat.state import State
from tests.games.sushi_boat.table import ANA, BO, RULES, play, refusal, table


def refused(**options: object) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=3, options=options)
    return caught.value


def test_a_club_may_correct_which_plates_there_are() -> None:
    counts = list(PLATE_COUNTS)
    counts[0], counts[1] = counts[1], counts[0]
    state = RULES.start(make_setup(RULES, seats=3, options={"plates": counts}))
    assert state.kit.plates["blue_salmon"] == PLATE_COUNTS[1]
    assert sum(state.bag.values()) == 54


@pytest.mark.parametrize("counts", [[], [1] * 34, [1] * 36])
def test_the_table_of_plates_has_35_numbers(counts: list[int]) -> None:
    assert refused(plates=counts).code == "plates_wrong_length"


@pytest.mark.parametrize(("place", "colour"), [(0, "blue"), (13, "red"), (34, "white")])
def test_the_plates_of_each_colour_add_up_to_what_the_rulebook_says(
    place: int, colour: str
) -> None:
    counts = list(PLATE_COUNTS)
    counts[place] += 1
    violation = refused(plates=counts)
    assert violation.code == "plates_wrong_colour"
    assert violation.params["colour"] == [colour]
    counts = list(PLATE_COUNTS)
    counts[2], counts[3] = -1, counts[3] + counts[2] + 1
    assert refused(plates=counts).code == "plates_wrong_colour"


@pytest.mark.parametrize("greens", [[], [1] * 6, [1] * 8, [4, 1, 1, 1, 1, 1, 1], [-1] * 7])
def test_the_table_of_symbols_has_seven_numbers_up_to_three(greens: list[int]) -> None:
    assert refused(greens=greens).code == "greens_wrong"


def test_a_club_may_correct_the_symbols() -> None:
    """4.2: the symbols are a placeholder."""
    state = table(phase="reveal", greens=[0, *GREENS[1:]])
    assert refusal(state, CardRevealed("tempura_green")) == "no_card_left"
    for _ in range(3):
        play(state, CardRevealed("tempura_red"))
        state.phase = "reveal"
    assert refusal(state, CardRevealed("tempura_red")) == "no_card_left"


def board_of(memory: str, **position: Any) -> tuple[State, dict[str, Any], str]:
    state = table(memory=memory, stacks={ANA: "BS BP", BO: "RO"}, hands={BO: ["miso"]}, **position)
    return state, RULES.to_data(state), RULES.text_board(state, ("Ana", "Bo", "Cy"), "en")


def test_boards_show_everything_that_was_seen_by_default() -> None:
    _, data, text = board_of("perfect", belt="BS BP BO BC BT BM BK RS RP RO RC RT RM RK")
    assert data["places"][ANA]["shown"] == ["blue_salmon", "blue_shrimp"]
    assert data["tunnel"] == ["blue_cucumber", "red_salmon"]
    assert data["places"][BO]["shown_hand"] == ["miso"]
    assert "Tunnel: cucumber roll on blue, salmon on red" in text
    assert "points" in text


def test_boards_show_only_what_the_table_shows_now_if_the_club_wants_it() -> None:
    """« vous ne pouvez pas regarder les assiettes dans votre pile, hormis celle du dessus »"""
    state, data, text = board_of("table")
    assert data["places"][ANA]["shown"] == [None, "blue_shrimp"]
    assert data["tunnel"] == [None, None]
    assert data["tunnel_full"] == [True, True]
    assert data["places"][BO]["shown_hand"] == [None]
    assert "Tunnel: hidden, hidden" in text
    assert "Stack (bottom to top): hidden, shrimp on blue" in text
    assert "points" not in text
    state.phase = "over"
    assert RULES.to_data(state)["places"][ANA]["shown"] == ["blue_salmon", "blue_shrimp"]
    assert "points" in RULES.text_board(state, ("Ana", "Bo", "Cy"), "en")


def test_what_boards_show_changes_neither_the_log_nor_the_outcome() -> None:
    perfect, _, _ = board_of("perfect")
    covered, _, _ = board_of("table")
    assert RULES.outcome(perfect) == RULES.outcome(covered)
    assert perfect.stacks == covered.stacks
