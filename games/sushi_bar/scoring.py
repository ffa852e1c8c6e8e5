"""Points at the end: sushi that stands out above the bones is dropped from the top (A9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ScoreLine, shared_places
from games.sushi_bar.components import ROWS
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
    over = state.phase == "over"
    ending = "abandoned" if state.abandoned else "complete"
    return _outcome(
        [
            score_lines(sushi, bones)
            for sushi, bones in zip(state.sushi_stacks, state.bone_stacks, strict=True)
        ],
        final=over,
        ending=ending if over else "running",
    )


def count_fields(start: State) -> tuple[Field, ...]:
    """Return the two stacks of a seat, bottom first."""
    return tuple(
        Field(
            row,
            of=tuple(sorted(set(box))),
            many=True,
            least=0,
            most=len(box),
            supply=tuple(box.count(tile) for tile in sorted(set(box))),
            ordered=True,
        )
        for row, box in zip(ROWS, (start.sushi_values, start.bone_values), strict=True)
    )


def tally(start: State, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score the stacks `{"sushi": [bottom, …, top], "bones": […]}` that lie before each seat.

    Raises `bad_tables`, or `tally_too_many` when there are more of a portion than in the box.
    """
    if len(tables) != start.seats:
        raise RuleViolation("bad_tables", expected=start.seats, found=len(tables))
    stacks = [(_tiles(table, "sushi"), _tiles(table, "bones")) for table in tables]
    for index, (row, box) in enumerate(
        zip(ROWS, (start.sushi_values, start.bone_values), strict=True)
    ):
        held = Counter(tile for pair in stacks for tile in pair[index])
        for tile, count in sorted(held.items()):
            if count > box.count(tile):
                raise RuleViolation(
                    "tally_too_many", row=row, value=tile, found=count, box=box.count(tile)
                )
    return _outcome([score_lines(*pair) for pair in stacks], final=True, ending="complete")


def signed(tiles: Sequence[int]) -> str:
    """Return portions as people write them: `+3 +5` or `-1 -2`."""
    return " ".join(f"{tile:+d}" for tile in tiles)


def _tiles(table: object, name: str) -> list[int]:
    if not isinstance(table, Mapping) or not table.keys() <= set(ROWS):
        raise RuleViolation("bad_tables", fields=list(ROWS))
    tiles = table.get(name, [])
    if not isinstance(tiles, list | tuple) or not all(type(tile) is int for tile in tiles):
        raise RuleViolation("bad_tables", field=name)
    return list(tiles)


def _outcome(breakdown: list[tuple[ScoreLine, ...]], *, final: bool, ending: Any) -> Outcome:
    scores = tuple(sum(line.points for line in lines) for lines in breakdown)
    return Outcome(
        final=final,
        places=shared_places(scores),
        scores=scores,
        breakdown=tuple(breakdown),
        ending=ending,
    )
