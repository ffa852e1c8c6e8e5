"""Points at the end: sushi that stands out above the bones is dropped from the top (A9)."""

from collections.abc import Sequence

from games.core.outcome import Outcome, ScoreLine, ranked
from games.sushi_bar.state import State


def score_lines(sushi: Sequence[int], bones: Sequence[int]) -> tuple[ScoreLine, ...]:
    """Return what two stacks, bottom first, are worth and why."""
    counted, dropped = sushi[: len(bones)], sushi[len(bones) :]
    lines = [ScoreLine("sushi", sum(counted), signed(counted))]
    if dropped:
        lines.append(ScoreLine("dropped", 0, signed(dropped)))
    lines.append(ScoreLine("bones", sum(bones), signed(bones)))
    return tuple(lines)


def outcome(state: State) -> Outcome:
    """Return the score as it stands; final once the last portion is taken or the match cut off."""
    stacks = zip(state.sushi_stacks, state.bone_stacks, strict=True)
    return ranked(
        [score_lines(sushi, bones) for sushi, bones in stacks],
        final=state.phase == "over",
        ending="abandoned" if state.abandoned else None,
    )


def signed(tiles: Sequence[int]) -> str:
    """Return portions as people write them: `+3 +5` or `-1 -2`."""
    return " ".join(f"{tile:+d}" for tile in tiles)
