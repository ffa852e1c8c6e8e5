"""What a viewer knows, which is everything: covered portions were seen by all when they were taken.

The option `hide_covered` keeps the rule that nobody may look at a covered portion: it changes what
boards show, not what the log tells.
"""

from typing import Any

from games.sushi_bar.components import DICE, THROWS
from games.sushi_bar.state import State


def shown(state: State, stack: list[int]) -> list[int | None]:
    """Return a stack, bottom first, as it looks on the table: null is a portion face down."""
    if state.hide_covered and state.phase != "over":
        return [None] * (len(stack) - 1) + list(stack[-1:])
    return list(stack)


def to_data(state: State) -> dict[str, Any]:
    """Return the state as plain JSON data; boards draw `shown`."""
    return {
        **state.told("phase", "turn", "throw", "rolled", "loose", "abandoned"),
        "seat": None if state.phase in ("laying", "over") else state.seat,
        "throws": THROWS,
        "dice": DICE,
        "kept": list(state.kept_dice),
        "rows": {"sushi": list(state.sushi), "bones": list(state.bones)},
        "stacks": [
            {
                "sushi": list(sushi),
                "bones": list(bones),
                "shown": {"sushi": shown(state, sushi), "bones": shown(state, bones)},
            }
            for sushi, bones in zip(state.sushi_stacks, state.bone_stacks, strict=True)
        ],
    }
