"""Everything that fills in a form, and no more."""

from itertools import combinations, permutations, product

import pytest

from games.core.engine import Engine
from games.core.errors import RuleViolation
from games.core.events import Choice, Event, event_type
from games.core.forms import fillings
from games.core.needs import Field, Form, seat_form
from games.core.words import Words
from tests.games.nim import Nim, State, StonesTaken


@event_type("forms.dice_shown")
class DiceShown(Choice, frozen=True):
    dice: tuple[str, ...]


def shown(form: Form) -> list[tuple[str, ...]]:
    return [event.dice for event in fillings(form) if isinstance(event, DiceShown)]


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("supply", [*product(range(3), repeat=3), ()])
def test_a_list_is_filled_in_every_way_once_in_the_order_of_the_items(
    supply: tuple[int, ...], ordered: bool
) -> None:
    field = Field("dice", ("a", "b", "c"), True, 1, 3, supply, ordered=ordered)
    copies = supply or (3, 3, 3)
    pool = [item for item, number in zip("abc", copies, strict=True) for _ in range(number)]
    ways = permutations if ordered else combinations
    expected = [way for size in (1, 2, 3) for way in dict.fromkeys(ways(pool, size))]
    assert shown(seat_form(DiceShown, 0, field)) == expected


def test_ten_unseen_dice_are_no_more_work_than_there_are_ways() -> None:
    field = Field("dice", tuple("123456"), True, 10, 10, (10,) * 6)
    assert len(shown(seat_form(DiceShown, 0, field))) == 3003


class PoliteNim(Nim):
    """Nobody takes the last stone of a heap while there are two heaps."""

    words: Words = {**Nim.words, "code.rude": "Leave one."}

    def refuse(self, state: State, event: Event) -> None:
        heaps = [left for left in state.heaps if left]
        if isinstance(event, StonesTaken) and event.count == state.heaps[event.heap] and heaps[1:]:
            raise RuleViolation("rude")


class SternNim(PoliteNim):
    """The same, judged without forms."""

    def check(self, state: State, event: Event) -> None:
        Engine.check(self, state, event)


@pytest.mark.parametrize("rules", [PoliteNim(), SternNim()])
def test_what_the_rules_refuse_beyond_a_form_is_no_choice_either(rules: PoliteNim) -> None:
    state = State(2)
    choices = [(one.heap, one.count) for one in rules.choices(state, 0)]  # type: ignore[attr-defined]
    assert choices == [(1, 1), (2, 1), (2, 2)]
    with pytest.raises(RuleViolation, match="rude"):
        rules.check(state, StonesTaken(0, 2, 3))
    with pytest.raises(RuleViolation, match="not_offered"):
        rules.check(state, StonesTaken(0, 2, 4))
