"""What a score can be at the sushi bar: everything on the table lies before one player, or not."""

from collections.abc import Sequence
from typing import cast

from games.core.setup import Setup


def likely_scores(setup: Setup) -> tuple[int, int]:
    """Return all the bones without a sushi, and all the sushi without a bone."""
    sushi = cast(Sequence[int], setup.options["sushi_values"])
    bones = cast(Sequence[int], setup.options["bone_values"])
    return sum(bones), sum(sushi)
