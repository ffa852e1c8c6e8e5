"""What a viewer knows, with perfect memory; full states that a view allows; the JSON form."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from games.core.events import Event
from games.core.offers import one_of
from games.core.rng import Rng, pick
from games.core.unknown import Hand
from games.core.viewer import Viewer
from games.sushi_go_party import scoring
from games.sushi_go_party.components import TYPE_NAMES, TYPE_OF
from games.sushi_go_party.dishes import copyable
from games.sushi_go_party.events import CardChosen, Dealt, DishCopied, MenuDrawn
from games.sushi_go_party.hidden import explain
from games.sushi_go_party.memory import look_at_deck
from games.sushi_go_party.needs import offers
from games.sushi_go_party.state import PACKED, Laid, State, dish_of


def view(state: State, viewer: Viewer) -> State:
    known = state.clone()
    if viewer.role == "arbiter":
        return known
    seat = viewer.seat
    for index, hand in enumerate(known.hands):
        if not state.has_held(seat, index):
            hand.unknown = hand.size - len(hand.seen)
            hand.known = hand.seen[:]
    if state.phase == "choose":
        known.picks = [
            pick if pick is None or other == seat else CardChosen(other, pick.turn, None)
            for other, pick in enumerate(state.picks)
        ]
    elif state.phase == "order":
        known.orders = [dish if other == seat else None for other, dish in enumerate(state.orders)]
    elif state.phase == "take" and state.acting != seat:
        known.drawn = [None] * len(state.drawn)
    known.deck_seen = [
        cards if other == seat else () for other, cards in enumerate(state.deck_seen)
    ]
    everybody = state.main_seen[-1]
    known.main_seen = [
        cards if other == seat else everybody for other, cards in enumerate(state.main_seen)
    ]
    return known


def redact(event: Event, state: State, viewer: Viewer) -> Event:
    if viewer.role == "arbiter" or state.phase == "over":
        return event
    seat = viewer.seat
    match event:
        case CardChosen() if event.seat != seat and _is_secret(state, "choose", event.turn):
            return CardChosen(event.seat, event.turn, None)
        case DishCopied() if event.seat != seat and _is_secret(state, "order", event.turn):
            return DishCopied(event.seat, event.turn, None)
        case Dealt() if event.round == state.round:
            if not state.has_held(seat, event.seat):
                return Dealt(event.seat, event.round, (None,) * len(event.cards))
        case MenuDrawn() if event.seat != seat:
            return MenuDrawn(event.seat, (None,) * len(event.cards))
    return event


def _is_secret(state: State, phase: str, turn: int) -> bool:
    return state.phase == phase and state.turn == turn


def determinize(view: State, rng: Rng) -> State:
    state = view.clone()
    hands, deck = explain(view, rng)
    for hand, cards in zip(state.hands, hands, strict=True):
        _fill(hand, cards)
    if None in state.drawn:
        for card in state.drawn:
            if card is not None:
                deck.remove(card)
        for place, card in enumerate(state.drawn):
            if card is None:
                state.drawn[place] = deck.pop(rng.below(len(deck)))
        look_at_deck(state, state.acting, tuple(state.drawn))
    for seat, choice in enumerate(state.picks):
        if choice is not None and choice.card is None:
            state.picks[seat] = _guess(state, seat, rng)
    if state.phase == "order":
        _guess_orders(state, rng)
    return state


def _fill(hand: Hand, cards: Sequence[str]) -> None:
    hand.known = sorted([*hand.known, *cards])
    hand.unknown = 0


def _guess(state: State, seat: int, rng: Rng) -> CardChosen:
    """Return a choice that a seat may have made in secret."""
    trial = state.clone()
    trial.picked[seat] = False
    return cast(CardChosen, one_of(offers(trial, seat), rng))


def _guess_orders(state: State, rng: Rng) -> None:
    for seat, choice in enumerate(state.picks):
        if (
            choice is not None
            and choice.card == "special_order"
            and seat not in state.orders_due
            and state.tables[seat]
            and state.orders[seat] is None
        ):
            state.orders[seat] = pick(rng, copyable(state, seat))


def to_data(state: State) -> dict[str, Any]:
    effect = state.phase in ("extra", "copy", "ask", "answer", "draw", "take", "pack")
    standing = scoring.standing(state)
    return {
        **state.told("phase", "round", "deck", "pile", "giver", "drawn", "claims", "reached"),
        **state.told("misos", "discard", "gone"),
        "turn": min(state.passes + 1, state.kit.hand_size),
        "turns": state.kit.hand_size,
        "menu": list(state.kit.menu),
        "seats": [_seat(state, seat, standing[seat]) for seat in range(state.seats)],
        "acting": state.acting if effect else None,
        "effect": list(state.effect),
        "queue": [list(effect) for effect in sorted(state.queue)],
        "asked": state.asked_seat if state.phase == "answer" else None,
        "wanted": state.wanted or None,
        "orders_due": sorted(state.orders_due),
        "main_seen": list(state.main_seen[-1]),
        "sheets": [
            {
                "dealt": [list(cards) for cards in sheet.dealt],
                "tables": [[dish_of(laid, table) for laid in table] for table in sheet.tables],
                "lines": [list(map(msgspec.to_builtins, lines)) for lines in sheet.lines],
                "totals": [sum(line.points for line in lines) for lines in sheet.lines],
            }
            for sheet in state.sheets
        ],
        "scores": list(scoring.outcome(state).scores),
    }


def _seat(state: State, seat: int, now: int) -> dict[str, Any]:
    choice = state.picks[seat]
    return {
        "hand": _hand(state.held(seat)) if seat < len(state.hands) else None,
        "picked": state.picked[seat],
        "pick": None
        if choice is None or choice.card is None
        else {
            "card": choice.card,
            "uses": list(choice.uses),
            "extras": list(choice.extras),
            "order": choice.order,
        },
        "order": state.orders[seat],
        "limbo": list(state.limbo[seat]),
        "groups": _groups(state.tables[seat]),
        "kept": [laid.face for laid in state.kept[seat]],
        "uramaki": state.points[seat],
        "now": now,
        "deck_seen": list(state.deck_seen[seat]),
        "main_seen": list(state.main_seen[seat]),
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": [*hand.known, *[None] * hand.unknown],
        "seen": hand.seen[:],
        "lacks": hand.lacks[:],
    }


def _groups(table: Sequence[Laid]) -> list[dict[str, Any]]:
    """Return a table by types, in the order of the box; face-down cards come last."""
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in (*TYPE_NAMES, PACKED)}
    for laid in table:
        groups[TYPE_OF[laid.face] if laid.face else PACKED].append(
            {
                "dish": dish_of(laid, table),
                "card": laid.card,
                "face": laid.face,
                "copy": laid.card == "special_order",
                "packed": not laid.face,
                "on_wasabi": bool(laid.on),
                "id": laid.id,
                "turn": laid.turn,
            }
        )
    return [{"type": name, "dishes": dishes} for name, dishes in groups.items() if dishes]
