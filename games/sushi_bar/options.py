"""What a club may choose at the sushi bar."""

from games.core.setup import Option
from games.sushi_bar.components import BONE_VALUES, LARGEST_VALUE, SUSHI_VALUES, TILES


def _sushi_values(values: list[int], seats: int) -> str | None:
    if len(values) != TILES:
        return "not_twelve_values"
    if not all(1 <= value <= LARGEST_VALUE for value in values):
        return "sushi_value_out_of_range"
    return None


def _bone_values(values: list[int], seats: int) -> str | None:
    if len(values) != TILES:
        return "not_twelve_values"
    if not all(-LARGEST_VALUE <= value <= -1 for value in values):
        return "bone_value_out_of_range"
    return None


OPTIONS = (
    Option(name="hide_covered", kind="flag", default=False),
    Option(
        name="sushi_values",
        kind="table",
        default=list(SUSHI_VALUES),
        least=1,
        most=LARGEST_VALUE,
        check=_sushi_values,
    ),
    Option(
        name="bone_values",
        kind="table",
        default=list(BONE_VALUES),
        least=-LARGEST_VALUE,
        most=-1,
        check=_bone_values,
    ),
)
