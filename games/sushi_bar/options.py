"""What a club may choose at the sushi bar."""

from collections.abc import Sequence

from games.core.setup import Option
from games.sushi_bar.components import BONE_VALUES, LARGEST_VALUE, SUSHI_VALUES, TILES


def _values(kind: str, usual: Sequence[int], least: int, most: int) -> Option:
    def check(values: list[int], _seats: int) -> str | None:
        if len(values) != TILES:
            return "not_twelve_values"
        if not all(least <= value <= most for value in values):
            return f"{kind}_value_out_of_range"
        return None

    return Option(
        name=f"{kind}_values",
        kind="table",
        default=list(usual),
        least=least,
        most=most,
        check=check,
        placeholder="one_source",
    )


OPTIONS = (
    Option(name="hide_covered", kind="flag", default=False),
    _values("sushi", SUSHI_VALUES, 1, LARGEST_VALUE),
    _values("bone", BONE_VALUES, -LARGEST_VALUE, -1),
)
