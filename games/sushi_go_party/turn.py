"""From the reveal to the passing of the hands: what follows once everybody has chosen.

Cards are laid, then the numbered effects run from the smallest number to the largest. An effect
that needs somebody's word (a dish to copy, a card to ask for) stops the turn in its phase; the
event that answers goes on with `finish_effect`.
"""

from bisect import insort

from games.sushi_go_party import tables
from games.sushi_go_party.memory import forget, without
from games.sushi_go_party.rounds import end_turn
from games.sushi_go_party.state import NO_EFFECT, Effect, State, asked_faces, dish_of


def reveal(state: State) -> None:
    """Turn up what everybody chose; Special Orders wait until all of them are placed."""
    commits = state.kit.commits
    for seat, pick in enumerate(state.picks):
        card = pick.card if pick is not None else None
        if pick is None or card is None:
            # Only in what a viewer was told before the reveal: the card is not known yet.
            state.held(seat).take(None)
            continue
        leave(state, seat, card)
        extras = pick.extras
        for extra in extras:
            leave(state, seat, extra)
        state.limbo[seat] = (card, *extras)
        if card == "special_order" and state.tables[seat]:
            if commits:
                state.orders[seat] = pick.order
            else:
                state.orders_due.append(seat)
    if state.orders_due:
        state.phase = "order"
    else:
        lay_first_cards(state)


def lay_first_cards(state: State) -> None:
    """Lay the cards chosen by all seats at once, then start the numbered effects."""
    kit, limbo = state.kit, state.limbo
    for seat, cards in enumerate(limbo):
        if cards:
            limbo[seat] = cards[1:]
            if cards[0] == "special_order":
                tables.lay_copy(state, seat, state.orders[seat])
                state.orders[seat] = None
            else:
                tables.lay(state, seat, cards[0])
    if kit.has_bonus:
        _queue_bonus_cards(state)
        if kit.laid_first:
            _lay_second_cards(state)
    tables.settle(state)
    run_effects(state)


def _queue_bonus_cards(state: State) -> None:
    for seat, pick in enumerate(state.picks):
        if pick is None or not pick.uses:
            continue
        used: list[int] = []
        for dish in pick.uses:
            laid = next(
                laid
                for laid in state.tables[seat]
                if laid.id not in used and dish_of(laid, state.tables[seat]) == dish
            )
            used.append(laid.id)
            state.queue.append(tables.effect_of(seat, laid))


def _lay_second_cards(state: State) -> None:
    """Lay second cards as the first rules did, except a Special Order."""
    for seat, cards in enumerate(state.limbo):
        state.limbo[seat] = tuple(card for card in cards if card == "special_order")
        for card in cards:
            if card != "special_order":
                tables.lay(state, seat, card)


def run_effects(state: State) -> None:
    """Run waiting effects until one needs somebody's word, then or at the end stop."""
    while state.queue:
        effect = min(state.queue)
        state.queue.remove(effect)
        state.effect = effect
        if _begin_effect(state, effect):
            return
    end_turn(state)


def _begin_effect(state: State, effect: Effect) -> bool:
    """Start an effect; return True if it waits for an event."""
    number, _, seat, id_ = effect
    if number <= tables.CHOPSTICKS:
        if not state.kit.plain_chopsticks:
            state.phase = "extra"
            return True
        if state.limbo[seat]:  # by the first rules the card may lie there already
            card, *rest = state.limbo[seat]
            state.limbo[seat] = tuple(rest)
            return _begin_extra(state, seat, card)
        _give_back(state)
        return False
    if number <= tables.SPOONS:
        if any(hand.size for index, hand in enumerate(state.hands) if index != state.hand_of(seat)):
            state.phase = "ask"
            return True
        tables.discard_laid(state, seat, id_)
        return False
    if number <= tables.MENUS:
        tables.discard_laid(state, seat, id_)
        state.phase = "draw"
        return True
    if any(laid.face and laid.turn < state.turn for laid in state.tables[seat]):
        state.phase = "pack"
        return True
    tables.discard_laid(state, seat, id_)
    return False


def lay_extra(state: State, seat: int, card: str) -> None:
    """Lay an extra card and go on with the turn, unless a Special Order waits for its dish."""
    if not _begin_extra(state, seat, card):
        run_effects(state)


def _begin_extra(state: State, seat: int, card: str) -> bool:
    """Lay an extra card and end its effect; return True if a Special Order waits for its dish."""
    if card == "special_order":
        if state.tables[seat]:
            state.limbo[seat] = (card, *state.limbo[seat])
            state.phase = "copy"
            return True
        tables.lay_copy(state, seat, None)
    else:
        tables.lay(state, seat, card)
        tables.settle(state)
    _give_back(state)
    return False


def finish_effect(state: State) -> None:
    """End the current effect and go on with the turn."""
    _give_back(state)
    run_effects(state)


def _give_back(state: State) -> None:
    """Put the Chopsticks or Spoon that was used into the hand where it belongs now."""
    number, _, seat, id_ = state.effect
    if number <= tables.SPOONS and number:
        receiver = seat if number <= tables.CHOPSTICKS else state.giver
        table = state.tables[seat]
        laid = next(laid for laid in table if laid.id == id_)
        if laid.card != laid.face and state.kit.options["copied_bonus_returns"] == "original":
            laid = next((other for other in table if other.card == laid.face), laid)
        state.tables[seat] = tuple(other for other in table if other is not laid)
        tables.make_ready(state, seat)
        index = state.hand_of(receiver)
        hand = state.hands[index]
        hand.put(laid.card)
        insort(hand.seen, laid.card)
        state.came[index] += (laid.card,)
    state.effect = NO_EFFECT
    state.giver = -1


def ask_on(state: State, after: int) -> None:
    """Let the next seat with cards answer the Spoon; discard it when everybody was asked."""
    asker, seats = state.acting, state.seats
    if asked_faces(state.kit, state.wanted):
        seat = (after + 1) % seats
        while seat != asker:
            if state.held(seat).size:
                state.asked_seat, state.phase = seat, "answer"
                return
            seat = (seat + 1) % seats
    tables.discard_laid(state, asker, state.effect[3])
    state.asked_seat, state.wanted = -1, ""
    state.effect = NO_EFFECT
    run_effects(state)


def hand_over(state: State, giver: int, card: str) -> None:
    """Let the seat that asked lay the card it was given."""
    leave(state, giver, card)
    state.asked_seat, state.wanted, state.giver = -1, "", giver
    lay_extra(state, state.acting, card)


def take_from_deck(state: State, seat: int, card: str) -> None:
    """Lay a card of the deck; the others that were drawn are shuffled back."""
    state.drawn = []
    state.deck -= 1
    state.deck_seen = [without(seen, card) for seen in state.deck_seen]
    forget(state, card)
    lay_extra(state, seat, card)


def leave(state: State, seat: int, card: str) -> None:
    """Take an open card out of the hand that a seat holds."""
    kit = state.kit
    index = (seat - state.passes) % kit.seats
    state.hands[index].take(card)
    state.left[index] += (card,)
    if kit.remembers_fruit:
        forget(state, card)
