"""What a club may choose: the sides of the dice in its box, and whether desserts can run out."""

from collections.abc import Callable

from games.core.setup import Option
from games.sushi_roll.components import DICE, SIDES


def faces_option(kind: str) -> str:
    return f"{kind}_faces"


def _sides_of(faces: int) -> Callable[[list[int], int], str | None]:
    def check(sides: list[int], _seats: int) -> str | None:
        if len(sides) != faces:
            return "wrong_number_of_faces"
        if min(sides) < 0 or sum(sides) != SIDES:
            return "not_six_sides"
        return None

    return check


OPTIONS = (
    Option(name="dessert_cap", kind="flag", default=True),
    *(
        Option(
            name=faces_option(die.kind),
            kind="table",
            default=list(die.faces.values()),
            least=0,
            most=SIDES,
            check=_sides_of(len(die.faces)),
            placeholder="made_up" if die.placeholder else "one_source",
        )
        for die in DICE
    ),
)
