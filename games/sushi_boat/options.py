"""What a club may choose: its own board, plates and symbols, and every ruling that is open.

The rulings are in `rulings.py`, each with the option that decides otherwise.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import cast

from games.core.errors import RuleViolation
from games.core.setup import Option, OptionValue
from games.sushi_boat.components import (
    BELT_TEXT,
    COLOURS,
    COPIES,
    DISHES,
    FOUR_PLUS_TEXT,
    GREENS,
    PLATE_COUNTS,
    PLATES_OF,
    SPACES_TEXT,
    STAFF_TEXT,
    TYPES,
)
from games.sushi_boat.layout import Board, read_board, require_room

LONGEST_LAYOUT = 400
OWN = ("layout", "own")
_TEXTS = {
    "belt": BELT_TEXT,
    "spaces": SPACES_TEXT,
    "four_plus": FOUR_PLUS_TEXT,
    "staff_places": STAFF_TEXT,
}


def board_of(options: Mapping[str, OptionValue]) -> Board:
    """Return the board that a match is played on, or raise what is wrong with it."""
    return read_board(*(" ".join(str(options[name]).split()) for name in _TEXTS))


def require_layout(options: Mapping[str, OptionValue], seats: int) -> None:
    """Raise the reason why these texts make no board, or not for so many players."""
    if options["layout"] != "own":
        for name, text in _TEXTS.items():
            if options[name] != text:
                raise RuleViolation("layout_needs_own", option=name)
    require_room(board_of(options), seats)


def _check_plates(counts: Sequence[int], _seats: int) -> str | None:
    if len(counts) != len(PLATE_COUNTS):
        return "plates_wrong_length"
    for place, colour in enumerate(COLOURS):
        row = counts[place * len(TYPES) : (place + 1) * len(TYPES)]
        if min(row) < 0 or sum(row) != PLATES_OF[colour]:
            raise RuleViolation(
                "plates_wrong_colour", colour=[colour], found=sum(row), needed=PLATES_OF[colour]
            )
    return None


def _check_greens(greens: Sequence[int], _seats: int) -> str | None:
    if len(greens) != len(DISHES) or not all(0 <= count <= COPIES for count in greens):
        return "greens_wrong"
    return None


def plates_of(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return how many plates of each face there are, in the order of `PLATES`."""
    return tuple(cast(list[int], options["plates"]))


_made_up = partial(Option, placeholder="made_up")
OPTIONS = (
    _made_up("layout", "choice", "placeholder", ("placeholder", "own"), agrees=require_layout),
    _made_up("belt", "text", BELT_TEXT, most=LONGEST_LAYOUT, when=OWN),
    _made_up("spaces", "text", SPACES_TEXT, most=LONGEST_LAYOUT, when=OWN),
    _made_up("four_plus", "text", FOUR_PLUS_TEXT, when=OWN),
    _made_up("staff_places", "text", STAFF_TEXT, when=OWN),
    _made_up("plates", "table", list(PLATE_COUNTS), most=12, check=_check_plates),
    _made_up("greens", "table", list(GREENS), most=COPIES, check=_check_greens),
    Option("guess_white", "flag", default=True),
    Option("hidden_plates", "flag", default=False),
    Option("per_cube", "flag", default=False),
    Option("second_after_tie", "flag", default=False),
    Option("memory", "choice", "perfect", ("perfect", "table")),
)
