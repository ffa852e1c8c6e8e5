"""What a viewer knows, which is all that was recorded; and the state as data for boards."""

from typing import Any

from games.sushi_roll.chances import determinize
from games.sushi_roll.components import KIND_OF, ROUNDS, unpack
from games.sushi_roll.rounds import supply
from games.sushi_roll.scoring import dishes
from games.sushi_roll.state import State

__all__ = ["determinize", "to_data"]


def to_data(state: State) -> dict[str, Any]:
    waits = state.phase not in ("belts", "over")
    return {
        **state.told("phase", "round", "turn"),
        "rounds": ROUNDS,
        "turns": state.kit.size,
        "red": None if state.phase == "belts" else state.red,
        "seat": state.seat if waits else None,
        # Unnamed dice in the hand for a menu are among the last of the belt.
        "belts": [_dice(state, seat)[: state.size(seat)] for seat in range(state.seats)],
        "hand": [*unpack(state.picked), *[None] * state.picked_blind],
        "trays": [list(dishes(tray)) for tray in state.trays],
        "tokens": [
            {"menus": menus, "chopsticks": chopsticks, "desserts": desserts}
            for menus, chopsticks, desserts in zip(
                state.menus, state.chopsticks, state.desserts, strict=True
            )
        ],
        "supply": {sort: supply(state, sort) for sort in ("menus", "chopsticks", "desserts")},
        "unseen": unpack(state.pool),
        "sheets": [
            {
                "trays": [list(dishes(tray)) for tray in sheet.trays],
                "totals": [sum(line.points for line in lines) for lines in sheet.lines],
            }
            for sheet in state.sheets
        ],
    }


def _dice(state: State, seat: int) -> list[dict[str, str | None]]:
    dice: list[dict[str, str | None]] = [
        {"kind": KIND_OF[face], "face": face} for face in state.faces[seat]
    ]
    dice += [{"kind": kind, "face": None} for kind in unpack(state.kinds[seat])]
    return dice + [{"kind": None, "face": None}] * state.blanks[seat]
