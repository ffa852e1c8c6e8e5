"""Positions in which seat 0 chooses, laid out by hand, and what its choices are worth."""

from typing import Any, cast

from games.core.events import Event
from games.core.unknown import Hand
from games.sushi_go_party.components import TYPE_OF
from games.sushi_go_party.engine import SushiGoParty
from games.sushi_go_party.evaluate import evaluate
from games.sushi_go_party.events import CardChosen
from games.sushi_go_party.state import Phase, State, start
from tests.games.sushi_go_party.table import laid, setup_with

RULES = SushiGoParty()


def position(
    *tables: str,
    hands: tuple[str, ...] = (),
    left: int = 0,
    types: tuple[str, ...] = (),
    seats: int = 4,
    number: int = 3,
    phase: Phase = "choose",
    **options: Any,
) -> State:
    """Return a position before the choices, with `left` turns after this one in round `number`.

    Tables and hands are card names from seat 0 on; hands that are not named hold cards of no use.
    """
    texts = [card for text in (*tables, *hands) for card in text.split()]
    named = {TYPE_OF[text.removesuffix(">wasabi").rpartition(":")[2]] for text in texts}
    if any(text.endswith(">wasabi") for text in texts):
        named.add("wasabi")
    state = start(setup_with(*sorted(named.union(types) - {"nigiri"}), seats=seats, **options))
    state.phase, state.round, state.turn = phase, number, 20
    state.passes = state.kit.hand_size - left - 1
    state.left = state.came = [() for _ in range(seats)]
    state.hands = [Hand([], 0) for _ in range(seats)]
    for seat, text in enumerate(hands):
        state.hands[state.hand_of(seat)] = Hand(sorted(text.split()), 0)
    for seat, text in enumerate(tables):
        state.tables[seat] = tuple(laid(*text.split()))
    return state


def worth(
    state: State, card: str, *extras: Any, uses: tuple[Any, ...] = (), order: str | None = None
) -> int:
    """Return what it is worth to seat 0 to choose a card."""
    return evaluate(state, 0, CardChosen(0, state.turn, card, uses, extras, order))


def act(state: State, *effect: int) -> State:
    """Let seat 0 act, in the middle of a turn."""
    state.effect = cast(tuple[int, int, int, int], effect) or (5, 0, 0, 99)
    return state


def best(state: State, seat: int, choices: list[Event]) -> Event:
    """Return the choice that is worth most to a seat."""
    return max(choices, key=lambda choice: evaluate(state, seat, choice))
