"""What of a seat's own table can be used or copied."""

from collections.abc import Sequence

from games.sushi_go_party.components import FACES_OF, NIGIRI
from games.sushi_go_party.state import PACKED, Laid, State, free_wasabi

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


def copied(state: State, seat: int, dish: str) -> tuple[str, int]:
    """Return the face of a copy of a dish and the wasabi that it goes onto, or 0."""
    face = dish.removesuffix("_on_wasabi")
    return "" if dish == PACKED else face, free_wasabi(state, seat) if face != dish else 0


def copyable(state: State, seat: int) -> list[str]:
    """Return what a Special Order may copy, each dish once, in the order they were laid.

    A copy of a nigiri that lies on no wasabi may go onto a free one: `…_on_wasabi`.
    """
    dishes: list[str] = []
    wasabi = free_wasabi(state, seat)
    for laid in state.tables[seat]:
        face = laid.face or PACKED
        if face not in dishes:
            dishes.append(face)
        if wasabi and face in NIGIRI and not laid.on:
            tripled = f"{face}_on_wasabi"
            if tripled not in dishes:
                dishes.append(tripled)
    return dishes
