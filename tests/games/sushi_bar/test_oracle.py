"""Legal portions and forced takes against a second, slow reading of the rulebook."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from games.core.events import Event
from games.sushi_bar.components import BONE_VALUES, SUSHI_VALUES, Dice, multisets
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken
from games.sushi_bar.state import State
from tests.games.sushi_bar.table import RULES, play, portions, table

LENGTHS = (0, 1, 2, 3, 4, 5, 12)
STACKS = ((0, 0), (1, 0), (0, 2), (3, 1))


def legal_portions(state: State, dice: Dice) -> set[tuple[Any, ...]]:
    """Return every take and steal, read off sentence by sentence."""
    found: set[tuple[Any, ...]] = set()
    for row, face, tiles in (("sushi", "sushi", state.sushi), ("bones", "bone", state.bones)):
        number = len([die for die in dice if die == face])
        if number in range(1, 6) and len(tiles) >= number:
            found.add(("take", row))
    for stack, face, stacks in (
        ("sushi", "blue", state.sushi_stacks),
        ("bones", "red", state.bone_stacks),
    ):
        chopsticks = len([die for die in dice if die == face])
        for victim in range(state.seats):
            for position in range(1, 30):
                if victim == state.seat or position > len(stacks[victim]):
                    continue
                if chopsticks in (4, 5) or (chopsticks == 3 and position == 1):
                    found.add(("steal", victim, stack, position))
    return found


def as_tuple(event: Event) -> tuple[Any, ...]:
    if isinstance(event, PortionTaken):
        return ("take", event.row)
    assert isinstance(event, PortionStolen)
    return ("steal", event.victim, event.stack, event.position)


def positions() -> Iterator[State]:
    for sushi, bones, (sushi_held, bones_held) in product(LENGTHS, LENGTHS, STACKS):
        if sushi or bones:
            yield table(
                sushi=SUSHI_VALUES[:sushi],
                bones=BONE_VALUES[::-1][:bones],
                sushi_stacks={0: [1], 1: [2] * sushi_held},
                bone_stacks={0: [-1], 2: [-2] * bones_held},
            )


@pytest.mark.parametrize("dice", multisets(5), ids="-".join)
def test_legal_portions_are_those_of_the_slow_reading(dice: Dice) -> None:
    for state in positions():
        play(state, DiceRolled(dice))
        assert sorted(map(as_tuple, portions(state))) == sorted(legal_portions(state, dice))


@pytest.mark.parametrize("dice", multisets(5), ids="-".join)
def test_a_portion_is_forced_exactly_when_the_slow_reading_finds_none(dice: Dice) -> None:
    for state in positions():
        expected = legal_portions(state, dice)
        sushi, bones = list(state.sushi), list(state.bones)
        play(state, DiceRolled(dice), DiceKept(0, dice))
        if expected:
            assert state.phase == "choosing"
            assert {as_tuple(choice) for choice in RULES.choices(state, 0)} == expected
        elif bones:
            assert state.bone_stacks[0] == [-1, min(bones)]
            bones.remove(min(bones))
        else:
            assert state.sushi_stacks[0] == [1, min(sushi)]
            sushi.remove(min(sushi))
        assert (state.sushi, state.bones) == (sushi, bones)
