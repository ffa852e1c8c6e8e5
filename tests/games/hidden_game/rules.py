"""Legality and consequences."""

import itertools
from collections.abc import Iterator, Sequence
from typing import cast

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.unknown import Hand, require_feasible
from tests.games.hidden_game.components import CARDS
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown
from tests.games.hidden_game.state import State

_PHASES = {
    Dealt: "deal",
    Asked: "ask",
    Answered: "answer",
    CardChosen: "choose",
    Drawn: "draw",
    HandShown: "show",
}


def check(state: State, event: Event) -> None:
    """Raise RuleViolation if no hidden truth could make `event` legal here."""
    if state.phase == "over":
        raise RuleViolation("match_over")
    if _PHASES.get(type(event)) != state.phase:
        raise RuleViolation("not_expected", type=event.type)
    seat: int = event.seat  # type: ignore[attr-defined]  # every event of this game has one
    if not 0 <= seat < state.seats:
        raise RuleViolation("no_such_seat", seat=seat)
    if not _due(state, seat):
        raise RuleViolation("not_your_turn", seat=seat)
    match event:
        case Dealt():
            _check_dealt(state, event)
        case Asked():
            _check_asked(state, event)
        case Answered():
            _check_answered(state, event)
        case CardChosen():
            _check_chosen(state, event)
        case Drawn(card=card):
            _require_cards([card])
        case HandShown():
            _check_shown(state.held(event.seat), event.cards)
            _check_shown(state.trays[event.seat], event.tray)
    trial = state.clone()
    apply(trial, event)
    require_feasible(trial.pool(), trial.zones())


def apply(state: State, event: Event) -> None:
    """Fold one checked event into `state`."""
    match event:
        case Dealt(seat=seat, cards=cards):
            known = [card for card in cards if card is not None]
            hand = Hand(sorted(known), len(cards) - len(known))
            hand.look(seat)
            state.hands.append(hand)
            if len(state.hands) == state.seats:
                _begin_round(state)
        case Asked(other=other, card=card):
            state.other, state.question, state.phase = other, card, "answer"
        case Answered(seat=seat, card=card):
            if card is None:
                state.held(seat).deny(state.question)
            else:
                state.held(seat).show(card)
            state.other, state.question, state.phase = -1, "", "choose"
        case CardChosen(seat=seat, card=card):
            state.picked[seat], state.picks[seat] = True, card
            if all(state.picked):
                _reveal(state)
        case Drawn(seat=seat, card=card):
            state.trays[seat].put(card)
            state.draws_left -= 1
            if not state.draws_left:
                _begin_round(state)
        case HandShown(seat=seat, cards=cards, tray=tray):
            state.held(seat).lay_open(cards)
            state.trays[seat].lay_open(tray)
            state.shown[seat] = True
            if all(state.shown):
                state.phase = "over"


def choices(state: State, seat: int) -> Iterator[Event]:
    """Yield every legal choice or sighting of a seat, in a stable order."""
    if not 0 <= seat < state.seats or not _due(state, seat):
        return
    for event in _candidates(state, seat):
        try:
            check(state, event)
        except RuleViolation:
            continue
        yield event


def _candidates(state: State, seat: int) -> Iterator[Event]:
    match state.phase:
        case "ask":
            for other, card in itertools.product(range(state.seats), CARDS):
                yield Asked(seat, other, card)
        case "answer":
            yield Answered(seat, state.question)
            yield Answered(seat, None)
        case "choose":
            for card in CARDS:
                yield CardChosen(seat, state.round, card)
        case "show":
            for cards in _contents(state.held(seat)):
                for tray in _contents(state.trays[seat]):
                    yield HandShown(seat, cards, tray)


def _contents(hand: Hand) -> Iterator[tuple[str, ...]]:
    for cards in itertools.combinations_with_replacement(CARDS, hand.unknown):
        yield tuple(sorted([*hand.known, *cards]))


def _due(state: State, seat: int) -> bool:
    match state.phase:
        case "deal":
            return seat == len(state.hands)
        case "ask":
            return seat == state.asker
        case "answer":
            return seat == state.other
        case "choose":
            return not state.picked[seat]
        case "draw":
            return seat == state.drawer
        case "show":
            return not state.shown[seat]
        case _:
            return False


def _require_cards(cards: Sequence[str | None]) -> None:
    for card in cards:
        if card is not None and card not in CARDS:
            raise RuleViolation("no_such_card", card=card[:40])


def _check_dealt(state: State, event: Dealt) -> None:
    if len(event.cards) != state.hand_size:
        raise RuleViolation("wrong_hand_size", size=state.hand_size)
    _require_cards(event.cards)


def _check_asked(state: State, event: Asked) -> None:
    if not 0 <= event.other < state.seats:
        raise RuleViolation("no_such_seat", seat=event.other)
    if event.other == event.seat:
        raise RuleViolation("asks_itself")
    _require_cards([event.card])


def _check_answered(state: State, event: Answered) -> None:
    hand = state.held(event.seat)
    if event.card is None:
        if state.question in hand.known:
            raise RuleViolation("hides_card", card=state.question)
    elif event.card != state.question:
        raise RuleViolation("wrong_answer", card=state.question)
    elif not hand.may_hold(event.card):
        raise RuleViolation("not_in_hand", card=event.card)


def _check_chosen(state: State, event: CardChosen) -> None:
    if event.round != state.round:
        raise RuleViolation("wrong_round", round=state.round)
    if event.card is None:
        raise RuleViolation("card_untold")
    _require_cards([event.card])
    if not state.held(event.seat).may_hold(event.card):
        raise RuleViolation("not_in_hand", card=event.card)


def _check_shown(hand: Hand, cards: Sequence[str]) -> None:
    _require_cards(cards)
    rest = list(cards)
    for card in hand.known:
        if card not in rest:
            raise RuleViolation("shows_others", size=hand.size)
        rest.remove(card)
    if len(rest) != hand.unknown or any(card in hand.lacks for card in rest):
        raise RuleViolation("shows_others", size=hand.size)


def _begin_round(state: State) -> None:
    if state.round == state.rounds:
        state.phase = "show"
    elif state.round == 0 and state.setup.options["quiet_start"]:
        state.phase = "choose"
    else:
        state.phase = "ask"


def _reveal(state: State) -> None:
    """Turn up what was chosen, pass the hands on and let the asker draw."""
    for seat in range(state.seats):
        state.held(seat).take(state.picks[seat])
        state.tables[seat].append(state.picks[seat])
        state.picked[seat], state.picks[seat] = False, None
    state.round += 1
    for seat in range(state.seats):
        state.held(seat).look(seat)
    state.draws_left = min(cast(int, state.setup.options["draws"]), state.deck_size())
    if state.draws_left:
        state.phase = "draw"
    else:
        _begin_round(state)
