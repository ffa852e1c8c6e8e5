"""What each event must be to be legal; the phase, the seat's number and the class are right."""

from collections.abc import Callable, Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.unknown import Hand
from games.sushi_go_party import events as facts
from games.sushi_go_party.components import COPIES, FACES_OF, TYPE_OF
from games.sushi_go_party.dishes import copyable
from games.sushi_go_party.hidden import Claim, deals_openly, require_explained
from games.sushi_go_party.packing import packed_ids, plainest
from games.sushi_go_party.state import State, asked_faces, free_wasabi

MENU_DRAW = 4
_LONGEST = 40


def check_dealt(state: State, event: facts.Dealt) -> None:
    """A hand of the right size out of what the deck can hold."""
    if event.seat != len(state.hands):
        raise RuleViolation("not_your_turn", seat=event.seat)
    if event.round != state.round:
        raise RuleViolation("wrong_round", round=state.round)
    cards = event.cards
    if len(cards) != state.kit.hand_size:
        raise RuleViolation("wrong_hand_size", size=state.kit.hand_size)
    for card in cards:
        if card is not None:
            _require_card(state, card)
    known = [card for card in cards if card is not None]
    if not known:
        return  # the deck has enough cards by the tables of the rulebook
    if len(known) < len(cards) or not deals_openly(state, known):
        require_explained(state, Claim(dealt=Hand(known, len(cards) - len(known))))


def check_chosen(state: State, event: facts.CardChosen) -> None:
    """A card of the hand, bonus cards that lie ready, and a dish for a committed order."""
    seat = event.seat
    if state.picked[seat]:
        raise RuleViolation("not_your_turn", seat=seat)
    if event.turn != state.turn:
        raise RuleViolation("wrong_turn", turn=state.turn)
    card = event.card
    if card is None:
        raise RuleViolation("card_untold")
    if event.uses or event.extras:
        _check_bonus(state, event)
    if card == "special_order" or event.order is not None:
        _check_order(state, event)
    index = (seat - state.passes) % state.kit.seats
    if event.extras:
        cards = (card, *event.extras)
        for one in cards:
            _require_card(state, one)
        _require_held(state, index, cards)
    elif card not in state.hands[index].known:
        _require_card(state, card)
        _require_held(state, index, (card,))


def _check_bonus(state: State, event: facts.CardChosen) -> None:
    ready = list(state.ready[event.seat])
    for dish in event.uses:
        if dish not in ready:
            raise RuleViolation("not_on_table", dishes=[dish[:_LONGEST]])
        ready.remove(dish)
    if len(event.uses) > 1 and not state.kit.many_bonus:
        raise RuleViolation("too_many_bonus_cards")
    pairs = sum(1 for dish in event.uses if "chopsticks" in dish)
    if pairs >= state.held(event.seat).size:
        raise RuleViolation("no_second_card")
    wanted = pairs if state.kit.plain_chopsticks else 0
    if len(event.extras) != wanted:
        raise RuleViolation("wrong_number_of_extras", wanted=wanted)


def _check_order(state: State, event: facts.CardChosen) -> None:
    commits = state.kit.commits
    table = state.tables[event.seat]
    if not (commits and event.card == "special_order" and table):
        if event.order is not None:
            raise RuleViolation("order_not_now")
    elif event.order is None:
        raise RuleViolation("order_not_committed")
    else:
        _require_copyable(state, event.seat, event.order)


def check_copied(state: State, event: facts.DishCopied) -> None:
    """A dish on the own table, or a nigiri of it for a free wasabi."""
    due = state.orders_due if state.phase == "order" else [state.acting]
    if event.seat not in due:
        raise RuleViolation("not_your_turn", seat=event.seat)
    if event.turn != state.turn:
        raise RuleViolation("wrong_turn", turn=state.turn)
    if event.dish is None:
        raise RuleViolation("card_untold")
    _require_copyable(state, event.seat, event.dish)


def _require_copyable(state: State, seat: int, dish: str) -> None:
    dishes = copyable(state, seat)
    if dish not in dishes:
        plain = dish.removesuffix("_on_wasabi")
        if plain != dish and plain in dishes and not free_wasabi(state, seat):
            raise RuleViolation("no_free_wasabi")
        raise RuleViolation("cannot_copy", dishes=[dish[:_LONGEST]])


def check_extra(state: State, event: facts.ExtraChosen) -> None:
    _require_acting(state, event.seat)
    _require_card(state, event.card)
    _require_held(state, state.hand_of(event.seat), (event.card,))


def check_asked(state: State, event: facts.SpoonAsked) -> None:
    """Any type or card of the box, on the menu or not."""
    _require_acting(state, event.seat)
    if event.wanted not in FACES_OF and event.wanted not in COPIES:
        raise RuleViolation("no_such_type", wanted=event.wanted[:_LONGEST])


def check_answered(state: State, event: facts.SpoonAnswered) -> None:
    """What was asked for if the hand has it, and none only if it has not."""
    if event.seat != state.asked_seat:
        raise RuleViolation("not_your_turn", seat=event.seat)
    index = state.hand_of(event.seat)
    hand = state.hands[index]
    faces = asked_faces(state.kit, state.wanted)
    if event.card is None:
        held = [face for face in faces if face in hand.known]
        if held:
            raise RuleViolation("hides_card", cards=held)
        if hand.unknown:
            require_explained(state, Claim(hand=index, lacks=faces))
        return
    _require_card(state, event.card)
    if event.card not in faces:
        raise RuleViolation("asked_for_other", wanted=[state.wanted])
    _require_held(state, index, (event.card,))


def check_drawn(state: State, event: facts.MenuDrawn) -> None:
    _require_acting(state, event.seat)
    if len(event.cards) != MENU_DRAW:
        raise RuleViolation("wrong_number_drawn", size=MENU_DRAW)
    known = tuple(card for card in event.cards if card is not None)
    for card in known:
        _require_card(state, card)
    if sum(1 for card in known if TYPE_OF[card] == "menu") == MENU_DRAW:
        raise RuleViolation("not_another_menu")
    if known:
        require_explained(state, Claim(in_deck=known))


def check_taken(state: State, event: facts.MenuTaken) -> None:
    """One of the cards drawn that is no Menu."""
    _require_acting(state, event.seat)
    card = event.card
    _require_card(state, card)
    if TYPE_OF[card] == "menu":
        raise RuleViolation("not_another_menu")
    if card in state.drawn:
        return
    if None not in state.drawn:
        raise RuleViolation("not_drawn", cards=[card])
    drawn = [one for one in state.drawn if one is not None]
    require_explained(state, Claim(in_deck=(*drawn, card)))


def check_packed(state: State, event: facts.BoxPacked) -> None:
    """Dishes of earlier turns that are still face up, in the one way to say them."""
    _require_acting(state, event.seat)
    missing = packed_ids(state, event.seat, event.dishes)[1]
    if missing:
        raise RuleViolation("not_packable", dishes=[missing[0][:_LONGEST]])
    simply = plainest(state, event.seat, event.dishes)
    if simply != event.dishes:
        raise RuleViolation("packs_more_simply", dishes=list(simply))


def _require_acting(state: State, seat: int) -> None:
    if seat != state.acting:
        raise RuleViolation("not_your_turn", seat=seat)


def _require_card(state: State, card: str) -> None:
    if card not in state.kit.box:
        raise RuleViolation("no_such_card", card=card[:_LONGEST])


def _require_held(state: State, index: int, cards: Sequence[str]) -> None:
    """Refuse cards that a hand cannot hold; a hand that is known holds what is known."""
    hand = state.hands[index]
    missing = [card for card in dict.fromkeys(cards) if cards.count(card) > hand.known.count(card)]
    if not missing:
        return
    if not hand.unknown:
        raise RuleViolation("not_in_hand", cards=missing)
    denied = [card for card in missing if card in hand.lacks]
    if denied:
        raise RuleViolation("denied_before", cards=denied)
    require_explained(state, Claim(hand=index, holds=tuple(cards)))


Check = Callable[[State, Any], None]
CHECKS: dict[str, tuple[type[Event], Check]] = {
    "deal": (facts.Dealt, check_dealt),
    "choose": (facts.CardChosen, check_chosen),
    "order": (facts.DishCopied, check_copied),
    "extra": (facts.ExtraChosen, check_extra),
    "copy": (facts.DishCopied, check_copied),
    "ask": (facts.SpoonAsked, check_asked),
    "answer": (facts.SpoonAnswered, check_answered),
    "draw": (facts.MenuDrawn, check_drawn),
    "take": (facts.MenuTaken, check_taken),
    "pack": (facts.BoxPacked, check_packed),
}
"""Phase → the one event it waits for and the rest of its check."""
