"""Dealing, passing the hands on, and the end of a round."""

from games.core.unknown import Hand
from games.sushi_go_party import scoring
from games.sushi_go_party.components import DESSERTS, ROUNDS
from games.sushi_go_party.memory import remember_fruit
from games.sushi_go_party.state import NO_EFFECT, Laid, Sheet, State
from games.sushi_go_party.tables import discard_uramaki


def end_turn(state: State) -> None:
    """Pass the hands on, or score the round once they are empty."""
    kit = state.kit
    if kit.has_uramaki:
        _settle_places(state)
    state.misos = 0
    state.effect = NO_EFFECT
    seats = kit.seats
    state.picked = [False] * seats
    state.picks = [None] * seats
    state.turn += 1
    state.passes += 1
    if state.passes == kit.hand_size:
        _end_round(state)
        return
    state.phase = "choose"


def _settle_places(state: State) -> None:
    if state.kit.options["uramaki"] == "en":
        for seat, points in scoring.english_places(state.tables, state.claims, end=False):
            state.points[seat] += points
            state.reached.append(seat)
            discard_uramaki(state, seat)
        state.claims += len(state.reached)
    elif state.reached:
        skips = state.kit.options["skip_place_after_tie"]
        state.claims += len(set(state.reached)) if skips else 1
    state.reached = []


def _end_round(state: State) -> None:
    kit = state.kit
    lines = scoring.round_lines(kit, state.tables, state.points, state.claims, state.round)
    state.sheets.append(
        Sheet(tuple(map(_first_cards, state.left, state.came)), tuple(state.tables), lines)
    )
    if kit.remembers_fruit:
        remember_fruit(state)
    for seat, table in enumerate(state.tables):
        for laid in table:
            _clear_away(state, seat, laid)
        state.tables[seat] = ()
    state.deck += len(state.discard)
    state.discard.clear()
    state.deck_seen = [()] * kit.seats
    state.points = [0] * kit.seats
    state.ready = [()] * kit.seats
    state.hands, state.left, state.came = [], [], []
    state.passes = state.claims = state.serial = 0
    if state.round == ROUNDS:
        state.phase = "over"
        return
    added = kit.added[state.round]
    state.deck += added
    state.pile -= added
    state.round += 1
    state.phase = "deal"


def _clear_away(state: State, seat: int, laid: Laid) -> None:
    """Keep a dessert, let a packed one leave the game, shuffle anything else into the deck."""
    if laid.face in DESSERTS:
        state.kept[seat] += (laid,)
    elif laid.card not in DESSERTS:
        state.deck += 1
    elif state.kit.options["packed_desserts"] == "leave":
        state.gone.append(laid.card)
    else:
        state.deck += 1
        state.main_seen = [tuple(sorted([*known, laid.card])) for known in state.main_seen]


def _first_cards(left: tuple[str, ...], came: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a hand held when it was dealt: all that left it but did not come later."""
    cards = sorted(left)
    for card in came:
        if card in cards:  # else an arbiter let another one leave for it
            cards.remove(card)
    return tuple(cards)


def deal_hand(state: State, cards: tuple[str | None, ...]) -> None:
    known = sorted([card for card in cards if card is not None])
    state.hands.append(Hand(known, len(cards) - len(known), [], [], []))
    state.left.append(())
    state.came.append(())
    state.deck -= len(cards)
    if len(state.hands) == state.seats:
        state.phase = "choose"
