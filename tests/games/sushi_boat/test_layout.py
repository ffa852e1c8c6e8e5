"""A board of one's own: read from its texts, and refused with the reason if it is no board."""

from typing import Any, cast

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.words import say
from games.sushi_boat.components import (
    BELT_TEXT,
    FOUR_PLUS_TEXT,
    SPACES_TEXT,
    STAFF_TEXT,
)
from games.sushi_boat.events import PawnMoved, PlateFetched, StaffPlaced
from games.sushi_boat.layout import read_board
from tests.games.sushi_boat.matches import BOARDS, played
from tests.games.sushi_boat.table import RULES, offered, table

SHIPPED = {
    "belt": BELT_TEXT,
    "spaces": SPACES_TEXT,
    "four_plus": FOUR_PLUS_TEXT,
    "staff_places": STAFF_TEXT,
}


def refused(seats: int = 3, **changes: str) -> RuleViolation:
    """Return the refusal of a board; it has words in both languages."""
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=seats, options={"layout": "own", **SHIPPED, **changes})
    violation = caught.value
    for language in ("en", "fr"):
        told = say(RULES.words, f"code.{violation.code}", language, **violation.params)
        assert "{" not in told
        assert not told.startswith("code.")
    return violation


def spaces(*, without: str = "", plus: str = "") -> str:
    kept = [word for word in SPACES_TEXT.split() if word.partition("=")[0] not in without.split()]
    return " ".join([*kept, *plus.split()])


@pytest.mark.parametrize(
    ("changes", "code", "named"),
    [
        ({"belt": "6 5 4 3 2 1 1 2 3 4 5 6"}, "layout_no_tunnel", None),
        ({"belt": "6 5 4 3 2 1 ? 1 2 3 4 5 6"}, "layout_wrong_tunnel", None),
        ({"belt": "6 5 4 3 2 1 ? ? ? 1 2 3 4 5 6"}, "layout_wrong_tunnel", None),
        ({"belt": "6 5 4 3 2 ? 1 ? 1 2 3 4 5 6"}, "layout_wrong_tunnel", None),
        ({"belt": ""}, "layout_belt_length", None),
        ({"belt": " ".join(["?", "?", *["1"] * 44])}, "layout_belt_length", None),
        ({"belt": "6 5 4 3 2 x ? ? 1 2 3 4 5 6"}, "layout_unreadable", "x"),
        ({"belt": "6 5 4 3 2 0 ? ? 1 2 3 4 5 6"}, "layout_unreadable", "0"),
        ({"belt": "6 5 4 3 2 1 ? ? 1 2 3 4 5 7"}, "layout_row_not_paired", 6),
        ({"belt": "6 5 4 3 1 1 ? ? 1 2 3 4 5 6"}, "layout_row_not_paired", 1),
        ({"belt": "6 5 4 3 2 1 2 ? ? 1 3 4 5 6"}, "layout_row_not_paired", 2),
        ({"belt": "? ?"}, "layout_row_not_paired", 1),
        ({"spaces": spaces(plus="X1")}, "layout_unreadable", "X1"),
        ({"spaces": spaces(plus="X1=3")}, "layout_space_name", "X1"),
        ({"spaces": spaces(plus="L25=3")}, "layout_space_name", "L25"),
        ({"spaces": spaces(plus="L01=3")}, "layout_space_name", "L01"),
        ({"spaces": spaces(plus="L1=4")}, "layout_space_twice", "L1"),
        ({"spaces": spaces(plus="L7=14")}, "layout_no_such_slot", "L7"),
        ({"spaces": spaces(plus="L7=6")}, "layout_slot_in_tunnel", "L7"),
        ({"spaces": spaces(without="M2", plus="M2=4+7")}, "layout_slot_in_tunnel", "M2"),
        ({"spaces": spaces(without="M2", plus="M2=4+4")}, "layout_same_slot_twice", "M2"),
        ({"spaces": spaces(without="M2", plus="M2=4+9+1")}, "layout_unreadable", "M2=4+9+1"),
        ({"spaces": spaces(without="L1")}, "layout_slot_unreachable", 5),
        ({"spaces": spaces(without="L6 M6", plus="M6=1+13")}, "layout_slot_unreachable", 0),
        ({"spaces": spaces(without="R4 M4", plus="M4=2+9")}, "layout_slot_unreachable", 11),
        ({"spaces": spaces(without="M2")}, "layout_not_three_arrows", None),
        ({"spaces": spaces(plus="M1=5+8")}, "layout_not_three_arrows", None),
        ({"four_plus": "R2 L4"}, "layout_not_three_four_plus", None),
        ({"four_plus": "R2 L4 R6 R5"}, "layout_not_three_four_plus", None),
        ({"four_plus": "R2 L4 M5"}, "layout_no_such_space", "M5"),
        ({"four_plus": "R2 L4 L4"}, "layout_named_twice", "L4"),
        ({"staff_places": "L1 R1 M1"}, "layout_staff_on_no_space", "M1"),
        ({"staff_places": "L1 R1 L1"}, "layout_named_twice", "L1"),
        ({"staff_places": ""}, "layout_staff_count", None),
        ({"staff_places": "L1 R1 L3 R3 L5 R5 L6 R4"}, "layout_staff_count", None),
    ],
)
def test_an_inconsistent_board_is_refused_with_its_reason(
    changes: dict[str, Any], code: str, named: int | str | None
) -> None:
    violation = refused(**changes)
    assert violation.code == code
    if named is not None:
        assert named in violation.params.values()


SMALL = {
    "belt": "2 1 ? ? 1 2",
    "spaces": "L1=1 L2=0 R1=4 R2=5 M1=1+4 M2=0+5 M3=1+4",
    "four_plus": "M1 M2 M3",
    "staff_places": "L1",
}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_board_with_just_enough_spaces_is_accepted(seats: int) -> None:
    """With n players n-1 spaces are taken and one's own is left: one more is needed."""
    setup = make_setup(RULES, seats=seats, options={"layout": "own", **SMALL})
    assert len(RULES.start(setup).kit.board.usable(seats)) == (4 if seats < 4 else 7)


def test_a_board_on_which_a_pawn_could_be_stuck_is_refused() -> None:
    tight = {**SMALL, "spaces": "L1=1 L2=0 R2=5 M1=1+4 M2=0+5 M3=1+4"}
    for seats in (2, 3):  # M1 to M3 are 4+; three spaces are left, L1 alone in its row
        violation = refused(seats=seats, **tight)
        assert violation.code == "layout_too_few_spaces"
    assert refused(seats=3, **tight).params["spaces"] == 3
    make_setup(RULES, seats=4, options={"layout": "own", **tight})
    violation = refused(seats=5, **{**tight, "spaces": "L1=1 M1=1+4 M2=0+5 M3=1+4 L2=0"})
    assert violation.code == "layout_too_few_spaces"


@pytest.mark.parametrize("name", ["belt", "spaces", "four_plus", "staff_places"])
def test_a_changed_text_needs_a_board_of_ones_own(name: str) -> None:
    """Otherwise a club might think that it plays on its own board."""
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=3, options={name: BOARDS[1][name]})
    assert caught.value.code == "layout_needs_own"
    assert caught.value.params["option"] == name


def test_the_board_is_part_of_the_setup_and_spaces_between_words_do_not_matter() -> None:
    setup = make_setup(RULES, seats=3, options={"layout": "own", **SHIPPED})
    assert setup.options["belt"] == BELT_TEXT
    wide = {name: text.replace(" ", "   ") for name, text in SHIPPED.items()}
    spread = make_setup(RULES, seats=3, options={"layout": "own", **wide})
    assert RULES.start(spread) == RULES.start(setup)


@pytest.mark.parametrize("board", BOARDS[1:])
@pytest.mark.parametrize("seats", [2, 5])
def test_a_match_can_be_played_on_another_board(board: dict[str, str], seats: int) -> None:
    setup = make_setup(RULES, seats=seats, options={"layout": "own", **board})
    _, last = played(setup, f"board/{seats}")
    assert RULES.outcome(last).final
    assert len(last.belt) == len(board["belt"].split())


def test_with_fewer_staff_places_the_other_tiles_are_not_used() -> None:
    """4.2: « opt fewer slots, spare tiles unused »"""
    setup = make_setup(RULES, seats=3, options={"layout": "own", **BOARDS[1]})
    events, last = played(setup, 1)
    assert len(last.staff) == 3
    assert len(cast(StaffPlaced, events[0]).tiles) == 3


def test_an_arrow_space_between_two_rows_lies_in_both() -> None:
    state = RULES.start(make_setup(RULES, seats=2, options={"layout": "own", **BOARDS[1]}))
    board = state.kit.board
    third, second = board.index["M3"], board.index["L2"]
    assert board.row_bits[third] & board.row_bits[second]
    assert board.opposite[third] == (1, 7)


def test_hiroshi_reaches_nothing_across_from_an_arrow_space_of_one_row() -> None:
    """Both slots of the row are next to it: there is no opposite side."""
    staffed = {**SHIPPED, "staff_places": "M2"}
    state = table(
        at="M2",
        staff={"M2": "hiroshi"},
        layout="own",
        spaces=staffed["spaces"],
        four_plus=staffed["four_plus"],
        staff_places="M2",
    )
    assert offered(state, PlateFetched) == []


def test_a_board_is_read_once_and_shared() -> None:
    assert read_board(*SHIPPED.values()) is read_board(*SHIPPED.values())
    assert offered(table(phase="move", layout="own"), PawnMoved)
