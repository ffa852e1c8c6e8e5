"""What of a seat's own table can be used, copied or packed."""

from collections.abc import Sequence

from games.sushi_go_party.components import FACES_OF, NIGIRI
from games.sushi_go_party.state import PACKED, Laid, State, dish_of, free_wasabi

_BONUS = frozenset(FACES_OF["chopsticks"] + FACES_OF["spoon"])


def bonus_dishes(table: Sequence[Laid]) -> tuple[str, ...]:
    """Return the Chopsticks and Spoons that may be announced, copies included."""
    return tuple(
        [
            laid.face if laid.card == laid.face else f"copy_{laid.face}"
            for laid in table
            if laid.face in _BONUS
        ]
    )


def copyable(state: State, seat: int) -> list[str]:
    """Return what a Special Order may copy, each dish once, in the order they were laid.

    A copy of a nigiri that lies on no wasabi may go onto a free one: `…_on_wasabi`.
    """
    dishes: list[str] = []
    wasabi = free_wasabi(state, seat) if state.kit.has_wasabi else 0
    for laid in state.tables[seat]:
        face = laid.face or PACKED
        if face not in dishes:
            dishes.append(face)
        if wasabi and face in NIGIRI and not laid.on:
            tripled = f"{face}_on_wasabi"
            if tripled not in dishes:
                dishes.append(tripled)
    return dishes


def packable(state: State, seat: int) -> list[str]:
    """Return the dishes of earlier turns that a Takeout Box may turn face down."""
    table = state.tables[seat]
    return [dish_of(laid, table) for laid in table if laid.face and laid.turn < state.turn]
