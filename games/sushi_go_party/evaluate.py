"""What a choice is worth to a seat, in hundredths of a point.

A card is worth what it adds to the prospects of its owner's table (`worth.py`). A bonus card that
is announced is worth the card it brings, less the prospects of the bonus card itself.
"""

from copy import copy

from games.core.events import Event
from games.sushi_go_party import events as facts
from games.sushi_go_party import tables
from games.sushi_go_party.components import NIGIRI, NUMBER, TYPE_OF
from games.sushi_go_party.dishes import copied, copyable
from games.sushi_go_party.expectations import POINT, SURE, held_elsewhere
from games.sushi_go_party.packing import packed_ids
from games.sushi_go_party.state import PACKED, Laid, State, asked_faces, dish_of, free_wasabi
from games.sushi_go_party.worth import change_of

PACKED_CARD = 2 * POINT
MENU = 300
"""The best of four cards off the deck, on average."""
_NEW = -1
"""The id of a card that is only thought of."""


def evaluate(view: State, seat: int, choice: Event) -> int:
    if type(choice) is facts.CardChosen:  # nine choices of ten
        return _chosen(view, seat, choice)
    match choice:
        case facts.DishCopied(dish=str(dish)):
            return _copy(view, seat, dish)
        case facts.ExtraChosen(card=card) | facts.MenuTaken(card=card):
            return _card(view, seat, card)
        case facts.SpoonAsked(wanted=wanted):
            return _question(view, seat, wanted)
        case facts.SpoonAnswered(card=str(card)):
            return -_card(view, view.acting, card)
        case facts.BoxPacked(dishes=dishes):
            return _packing(view, seat, dishes)
        case _:
            return 0


def _chosen(view: State, seat: int, choice: facts.CardChosen) -> int:
    card = choice.card
    if card is None:
        return 0
    worth = _card(view, seat, card) if choice.order is None else _copy(view, seat, choice.order)
    return worth + _bonus(view, seat, choice, card) if choice.uses else worth


def _bonus(view: State, seat: int, choice: facts.CardChosen, card: str) -> int:
    """Return what bonus cards bring, less what they would be worth on the table."""
    after = copy(view)
    after.tables = view.tables[:]
    _add(after, seat, card, choice.order)
    worth = 0
    for extra in choice.extras:
        worth += _card(after, seat, extra)
        _add(after, seat, extra, None)
    for dish in choice.uses:
        before = after.tables[seat]
        used = next(laid for laid in before if laid.face in NUMBER and dish_of(laid, ()) == dish)
        name = TYPE_OF[used.face]
        after.tables[seat] = tuple([laid for laid in before if laid is not used])
        worth += change_of(after, seat, before, after.tables[seat], name)
        if name == "spoon":
            worth += max([_question(after, seat, face) for face in view.kit.faces])
        elif not view.kit.plain_chopsticks:
            rest = view.held(seat).known[:]
            if card in rest:
                rest.remove(card)
            worth += max([_card(after, seat, other) for other in rest], default=0)
    return worth


def _add(view: State, seat: int, card: str, order: str | None) -> None:
    """Lay a card in a view of one's own."""
    if card == "special_order":
        order = order or _best_copy(view, seat)
        if order is not None and order != PACKED:
            view.tables[seat] += (_copied(view, seat, order),)
    elif TYPE_OF[card] not in ("menu", "takeout_box"):
        view.tables[seat] += (_printed(view, seat, card),)


def _printed(view: State, seat: int, card: str) -> Laid:
    wasabi = free_wasabi(view, seat) if card in NIGIRI else 0
    return Laid(card, card, view.turn, _NEW, wasabi)


def _copied(view: State, seat: int, dish: str) -> Laid:
    face, wasabi = copied(view, seat, dish)
    return Laid("special_order", face, view.turn, _NEW, wasabi)


def _card(view: State, seat: int, card: str) -> int:
    """Return what one more card on the own table is worth."""
    name = TYPE_OF[card]
    match name:
        case "special_order":
            return max([_copy(view, seat, dish) for dish in copyable(view, seat)], default=0)
        case "menu":
            return MENU
        case "takeout_box":
            return _leftovers(view, seat)
        case _:
            table = view.tables[seat]
            return change_of(view, seat, table, (*table, _printed(view, seat, card)), name)


def _copy(view: State, seat: int, dish: str) -> int:
    if dish == PACKED:
        return PACKED_CARD
    table, laid = view.tables[seat], _copied(view, seat, dish)
    return change_of(view, seat, table, (*table, laid), TYPE_OF[laid.face])


def _best_copy(view: State, seat: int) -> str | None:
    return max(copyable(view, seat), key=lambda dish: _copy(view, seat, dish), default=None)


def _question(view: State, seat: int, wanted: str) -> int:
    """Return what asking is worth; who has several of a type gives the least of them."""
    faces = asked_faces(view.kit, wanted)
    chance = held_elsewhere(view, seat, faces) if faces else 0
    return min([_card(view, seat, face) for face in faces]) * chance // SURE if chance else 0


def _leftovers(view: State, seat: int) -> int:
    """Return what a Takeout Box gains from each dish that is worth less than a packed card."""
    table = view.tables[seat]
    gain = 0
    for laid in table:
        if laid.face and not laid.on and laid.turn < view.turn:
            rest = [other for other in table if other is not laid and other.on != laid.id]
            loss = -change_of(view, seat, table, rest, TYPE_OF[laid.face])
            gain += max(0, PACKED_CARD - loss)
    return gain


def _packing(view: State, seat: int, dishes: tuple[str, ...]) -> int:
    after = view.clone()
    tables.turn_face_down(after, seat, packed_ids(view, seat, dishes)[0])
    before, table = view.tables[seat], after.tables[seat]
    types = {
        TYPE_OF[old.face]: None
        for old, new in zip(before, table, strict=True)
        if old.face != new.face
    }
    return PACKED_CARD * len(dishes) + change_of(view, seat, before, table, *types)
