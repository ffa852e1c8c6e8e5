"""Legality and consequences of each event."""

from games.core.errors import RuleViolation
from games.core.events import Event
from games.sushi_go_party import events as facts
from games.sushi_go_party import memory, rounds, tables, turn
from games.sushi_go_party.checks import CHECKS
from games.sushi_go_party.packing import packed_ids
from games.sushi_go_party.state import State, asked_faces


def check(state: State, event: Event) -> None:
    expected = CHECKS.get(state.phase)
    if expected is None:
        raise RuleViolation("match_over")
    kind, rest = expected
    if type(event) is not kind:
        raise RuleViolation("not_expected", type=event.type)
    if not 0 <= event.seat < state.kit.seats:  # type: ignore[attr-defined]
        raise RuleViolation("no_such_seat", seat=event.seat)  # type: ignore[attr-defined]
    rest(state, event)


def apply(state: State, event: Event) -> None:
    if type(event) is facts.CardChosen:  # nine events of ten
        state.picked[event.seat] = True
        state.picks[event.seat] = event
        if False not in state.picked:
            turn.reveal(state)
        return
    match event:
        case facts.Dealt(cards=cards):
            rounds.deal_hand(state, cards)
        case facts.DishCopied():
            _copy(state, event)
        case facts.ExtraChosen(seat=seat, card=card):
            turn.leave(state, seat, card)
            turn.lay_extra(state, seat, card)
        case facts.SpoonAsked(seat=seat, wanted=wanted):
            state.wanted = wanted
            turn.ask_on(state, seat)
        case facts.SpoonAnswered(seat=seat, card=None):
            _deny(state, seat)
        case facts.SpoonAnswered(seat=seat, card=str(card)):
            turn.hand_over(state, seat, card)
        case facts.MenuDrawn(seat=seat, cards=cards):
            memory.look_at_deck(state, seat, cards)
        case facts.MenuTaken(seat=seat, card=card):
            turn.take_from_deck(state, seat, card)
        case facts.BoxPacked(seat=seat, dishes=dishes):
            tables.turn_face_down(state, seat, packed_ids(state, seat, dishes)[0])
            tables.discard_laid(state, seat, state.effect[3])
            turn.finish_effect(state)
        case _:
            """Checked events are of no other class."""


def _copy(state: State, event: facts.DishCopied) -> None:
    seat = event.seat
    if state.phase == "order":
        state.orders_due.remove(seat)
        state.orders[seat] = event.dish
        if not state.orders_due:
            turn.lay_first_cards(state)
        return
    state.limbo[seat] = state.limbo[seat][1:]
    tables.lay_copy(state, seat, event.dish)
    tables.settle(state)
    turn.finish_effect(state)


def _deny(state: State, seat: int) -> None:
    """Note that a seat has none of what was asked for, and ask the next one."""
    hand = state.held(seat)
    for face in asked_faces(state.kit, state.wanted):
        hand.deny(face)
    turn.ask_on(state, seat)
