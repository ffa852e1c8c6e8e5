"""Legality. The rulings are in `rulings.py`."""

from collections.abc import Callable
from typing import Any

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import misplaced, require_seat
from games.sushi_express import events as facts
from games.sushi_express.cards import require_held, unseen_of
from games.sushi_express.choices import may_swap_after
from games.sushi_express.components import (
    ACTION_ORDER,
    ACTIONS,
    CUSTOMER_ORDER,
    CUSTOMERS,
    DECISIONS,
    FACES,
    FURTHER,
    HIGHEST,
    LOWEST,
    REROLL,
    SAME_BET,
    SWAP,
    THROWN,
)
from games.sushi_express.flow import apply
from games.sushi_express.options import not_in_box
from games.sushi_express.state import State

__all__ = ["apply", "check", "in_stock"]


def check(state: State, event: Event) -> None:
    known = _CHECKS.get(type(event))
    if known is None:
        raise RuleViolation("not_expected", type=event.type)
    phases, seated, verify = known
    if state.phase not in phases:
        if state.phase == "over":
            raise RuleViolation("match_over")
        raise RuleViolation("not_expected", type=event.type)
    if seated and event.seat != state.acting:  # type: ignore[attr-defined]
        raise misplaced(state, event, *phases)
    verify(state, event)


def _check_revealed(state: State, event: facts.CustomersRevealed) -> None:
    missing = state.missing()
    if len(event.customers) != missing:
        raise RuleViolation(
            "wrong_number_of_customers", expected=missing, found=len(event.customers)
        )
    seen = [0] * len(CUSTOMERS)
    for customer in event.customers:
        kind = _customer(customer)
        seen[kind] += 1
        if seen[kind] > in_stock(state, kind):
            if not state.copies[kind]:
                raise not_in_box(customer)
            raise RuleViolation("customers_used_up", customers=[customer], box=state.copies[kind])


def in_stock(state: State, kind: int) -> int:
    taken = sum([table[kind] for table in state.tables])
    return max(0, state.copies[kind] - state.row[kind] - state.discarded[kind] - taken)


def _check_first(state: State, event: facts.FirstPlayerDrawn) -> None:
    require_seat(state, event.seat)


def _check_swapped(state: State, event: facts.PawnsSwapped) -> None:
    box = event.box
    if not LOWEST <= box < HIGHEST or not (state.boxes[box] and state.boxes[box + 1]):
        raise RuleViolation("nothing_to_swap", box=box)
    if state.phase == "bet" and not state.hands[event.seat][SWAP]:
        require_held(state, event.seat, (SWAP, 1))


def _check_bet(state: State, event: facts.BetPlaced) -> None:
    box = event.box
    if not LOWEST <= box <= HIGHEST:
        raise RuleViolation("no_such_box", box=box)
    if event.swaps is not None:
        if event.swaps < 1:
            raise RuleViolation("no_such_number", number=event.swaps)
        if not may_swap_after(state, box):
            raise RuleViolation("nothing_to_swap", box=box)
    if state.boxes[box] or event.swaps:
        same = 1 if state.boxes[box] else 0
        require_held(state, event.seat, (SAME_BET, same), (SWAP, event.swaps or 0))


def _check_thrown(_state: State, event: facts.DiceThrown) -> None:
    if event.dice not in THROWN:
        raise RuleViolation("no_such_face", faces=list(event.dice))


def _check_reroll(state: State, event: facts.RerollChosen) -> None:
    if event.die is not None:
        if event.die not in state.dice:
            raise RuleViolation("die_not_thrown", thrown=list(state.dice))
        require_held(state, event.seat, (REROLL, 1))


def _check_rerolled(_state: State, event: facts.DieRerolled) -> None:
    if event.face not in FACES:
        raise RuleViolation("no_such_face", faces=[event.face])


def _check_drawn(state: State, event: facts.ActionDrawn) -> None:
    if event.card is None:
        return
    card = _action(event.card)
    if unseen_of(state, card) <= 0:
        raise RuleViolation("no_deal_explains", cards=[event.card], needed=1, left=0)


def _check_moved(state: State, event: facts.VanMoved) -> None:
    if event.further:
        if event.further < 0:
            raise RuleViolation("no_such_number", number=event.further)
        require_held(state, event.seat, (FURTHER, event.further))


def _check_taken(state: State, event: facts.CustomerTaken) -> None:
    if not state.row[_customer(event.customer)]:
        raise RuleViolation("customer_not_there", customers=[event.customer])


def _check_park(state: State, _event: facts.ParkCameFirst) -> None:
    if not state.park_due:
        raise RuleViolation("no_card_at_the_park")


def _check_decided(_state: State, event: facts.RowDecided) -> None:
    if event.row not in DECISIONS:
        raise RuleViolation("no_such_decision", row=str(event.row)[:20])


def _check_shown(state: State, event: facts.HandShown) -> None:
    seat = event.seat
    require_seat(state, seat)
    if state.shown[seat]:
        raise RuleViolation("not_your_turn", seat=seat)
    if len(event.cards) != state.hand_size(seat):
        raise RuleViolation(
            "wrong_hand_size", expected=state.hand_size(seat), found=len(event.cards)
        )
    counts = [0] * len(ACTIONS)
    for name in event.cards:
        counts[_action(name)] += 1
    for card, known in enumerate(state.hands[seat]):
        if counts[card] < known:
            raise RuleViolation("hides_card", cards=[ACTIONS[card]], number=known)
    require_held(state, seat, *enumerate(counts))


def _customer(name: str) -> int:
    kind = CUSTOMER_ORDER.get(name)
    if kind is None:
        raise RuleViolation("no_such_customer", customer=name[:20])
    return kind


def _action(name: str) -> int:
    card = ACTION_ORDER.get(name)
    if card is None:
        raise RuleViolation("no_such_card", card=name[:20])
    return card


_CHECKS: dict[type[Event], tuple[tuple[str, ...], bool, Callable[[State, Any], None]]] = {
    facts.CustomersRevealed: (("reveal",), False, _check_revealed),
    facts.FirstPlayerDrawn: (("first",), False, _check_first),
    facts.PawnsSwapped: (("bet", "swap"), True, _check_swapped),
    facts.BetPlaced: (("bet",), True, _check_bet),
    facts.DiceThrown: (("throw",), False, _check_thrown),
    facts.RerollChosen: (("reroll",), True, _check_reroll),
    facts.DieRerolled: (("rethrow",), False, _check_rerolled),
    facts.ActionDrawn: (("draw",), True, _check_drawn),
    facts.VanMoved: (("move",), True, _check_moved),
    facts.CustomerTaken: (("customer",), True, _check_taken),
    facts.ParkCameFirst: (("customer",), True, _check_park),
    facts.RowDecided: (("row",), True, _check_decided),
    facts.HandShown: (("show",), False, _check_shown),
}
"""Event → the phases it belongs to, whether only the acting seat does it, the rest of its check."""
