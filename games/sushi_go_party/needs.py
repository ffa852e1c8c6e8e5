"""What the match waits for, as data, and every legal answer to it."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from games.core.counts import pile
from games.core.events import Event, event_class
from games.core.legality import allows
from games.core.needs import Field, Need, exactly, seat_form
from games.core.offers import Offer, all_of
from games.core.unknown import Hand
from games.sushi_go_party import events as facts
from games.sushi_go_party.checks import MENU_DRAW
from games.sushi_go_party.components import FACES_OF, TYPE_OF
from games.sushi_go_party.dishes import copyable
from games.sushi_go_party.hidden import not_known
from games.sushi_go_party.packing import packable, ways
from games.sushi_go_party.rules import check
from games.sushi_go_party.state import State, asked_faces

Who = Literal["chance", "seat", "table"]
Chosen = tuple[Any, ...]
"""The fields of a chosen card after its seat."""
_NO_USES = Field("uses", (), many=True, least=0, most=0)
_NO_EXTRAS = Field("extras", (), many=True, least=0, most=0)
_NO_ORDER = Field("order", (), least=0)
ASKABLE: tuple[str, ...] = tuple(
    dict.fromkeys(name for kind, faces in FACES_OF.items() for name in (kind, *faces))
)
"""Every type and every card of the box."""


def needs(state: State) -> tuple[Need, ...]:
    match state.phase:
        case "choose":
            return tuple([_choice_due(state, seat) for seat in _choosing(state)])
        case "deal":
            cards = _hidden_cards(state, state.kit.hand_size)
            return (
                _need("deal", len(state.hands), facts.Dealt, cards, "chance", round=state.round),
            )
        case "order":
            return tuple(_copying(state, "order", seat) for seat in sorted(state.orders_due))
        case "copy":
            return (_copying(state, "copy", state.acting),)
        case "over":
            return ()
        case _:
            return (_effect_need(state),)


def _choosing(state: State) -> list[int]:
    return [seat for seat, picked in enumerate(state.picked) if not picked]


def _choice_due(state: State, seat: int) -> Need:
    """Return what a seat may choose; what a Special Order copies only where that is committed."""
    kit, uses = state.kit, state.ready[seat]
    cards = _different(state, state.hands[(seat - state.passes) % kit.seats])
    used, extras, order = _NO_USES, _NO_EXTRAS, _NO_ORDER
    if uses:
        most = len(uses) if kit.many_bonus else 1
        used = Field("uses", tuple(dict.fromkeys(uses)), many=True, least=0, most=most)
        extras = Field("extras", cards, many=True, least=0, most=most, ordered=True)
    if kit.commits and "special_order" in cards and state.tables[seat]:
        order = Field("order", tuple(copyable(state, seat)), least=0)
    fields = (Field("card", cards), used, extras, order)
    form = seat_form(facts.CardChosen, seat, *fields, turn=state.turn)
    return Need("choose", "seat", seat, (form,))


def _different(state: State, hand: Hand) -> tuple[str, ...]:
    """Return the different cards that a hand may hold; unknown ones in the order of the box."""
    if hand.unknown:
        return tuple([face for face in state.kit.faces if hand.may_hold(face)])
    return tuple(dict.fromkeys(hand.known))


def _copying(state: State, kind: str, seat: int) -> Need:
    field = Field("dish", tuple(copyable(state, seat)))
    return _need(kind, seat, facts.DishCopied, field, turn=state.turn)


def _effect_need(state: State) -> Need:
    seat = state.acting
    match state.phase:
        case "extra":
            field = Field("card", _different(state, state.held(seat)))
            return _need("extra", seat, facts.ExtraChosen, field)
        case "ask":
            on_menu = [name for name in ASKABLE if asked_faces(state.kit, name)]
            others = [name for name in ASKABLE if name not in on_menu]
            return _need("ask", seat, facts.SpoonAsked, Field("wanted", (*on_menu, *others)))
        case "answer":
            faces = asked_faces(state.kit, state.wanted)
            hand = state.held(state.asked_seat)
            offered = tuple(face for face in _different(state, hand) if face in faces)
            field = Field("card", offered, least=0)
            return _need("answer", state.asked_seat, facts.SpoonAnswered, field, "table")
        case "draw":
            return _need("draw", seat, facts.MenuDrawn, _hidden_cards(state, MENU_DRAW), "chance")
        case "take":
            return _need("take", seat, facts.MenuTaken, Field("card", _drawn(state)))
        case _:
            dishes = packable(state, seat)
            supply = Counter(dishes)
            for way in ways(state, seat, [dish for dish in dishes if "wasabi" in dish]):
                supply |= Counter(way)
            return _need("pack", seat, facts.BoxPacked, pile("dishes", supply, len(dishes)))


def _need(
    kind: str, seat: int, event: type[Event], field: Field, who: Who = "seat", **fixed: int
) -> Need:
    """Return the need of an event with one open field."""
    form = seat_form(event, seat, field, **fixed)
    return Need(kind, who, None if who == "chance" else seat, (form,), seat)


def _drawn(state: State) -> tuple[str, ...]:
    """Return the cards that may be taken from a draw; an unknown one may be any but a Menu."""
    faces = state.kit.faces if None in state.drawn else state.drawn
    return tuple(face for face in state.kit.faces if face in faces and TYPE_OF[face] != "menu")


def _hidden_cards(state: State, size: int) -> Field:
    """Return the field of cards off the deck; the supply is what nobody has seen elsewhere."""
    return exactly(size, "cards", not_known(state), unknown=True)


def awaited(state: State) -> tuple[int | None, ...]:
    match state.phase:
        case "choose":
            return tuple(_choosing(state))
        case "order":
            return tuple(sorted(state.orders_due))
        case "answer":
            return (state.asked_seat,)
        case "over":
            return ()
        case phase:
            return (None if phase in ("deal", "draw") else state.acting,)


def offers(state: State, seat: int) -> list[Offer]:
    if state.phase == "choose" and 0 <= seat < state.kit.seats and not state.picked[seat]:
        return [(facts.CardChosen, seat, _cards_to_choose(state, seat))]
    if state.phase == "choose" or seat not in awaited(state):
        return []
    match state.phase:
        case "answer":
            answers = [*asked_faces(state.kit, state.wanted), None]
            return [_legal(state, (facts.SpoonAnswered, seat, answers))]
        case "order" | "copy":
            dishes = [(state.turn, dish) for dish in copyable(state, seat)]
            return [_legal(state, (facts.DishCopied, seat, dishes))]
        case "pack":
            dishes_to_pack = ways(state, seat, packable(state, seat))
            return [(facts.BoxPacked, seat, [(dishes,) for dishes in dishes_to_pack])]
        case _:
            (form,) = _effect_need(state).forms
            return [_legal(state, (event_class(form.event), seat, form.fields[0].of))]


def _legal(state: State, offer: Offer) -> Offer:
    make, seat, items = offer
    events = zip(items, all_of([offer]), strict=True)
    return make, seat, [item for item, event in events if allows(check, state, event)]


def _cards_to_choose(state: State, seat: int) -> Sequence[Chosen]:
    kit, turn, uses = state.kit, state.turn, state.ready[seat]
    hand = state.hands[(seat - state.passes) % kit.seats]
    cards = _different(state, hand)
    if hand.unknown:
        every = list(_choices_of(state, seat, cards, uses))
        return _legal(state, (facts.CardChosen, seat, every))[2]
    if kit.commits or (uses and kit.many_bonus):
        return list(_choices_of(state, seat, cards, uses))
    chosen: list[Chosen] = [(turn, card) for card in cards]
    for dish in sorted(set(uses)):
        chosen += _with_bonus(state, seat, cards, dish)
    return chosen


def _with_bonus(state: State, seat: int, cards: tuple[str, ...], dish: str) -> list[Chosen]:
    """Return the choices of a known hand that announce this one bonus card."""
    turn, used, known = state.turn, (dish,), state.held(seat).known
    if "chopsticks" in dish and len(known) < 2:
        return []
    if "chopsticks" not in dish or not state.kit.plain_chopsticks:
        return [(turn, card, used) for card in cards]
    twice = [card for card in cards if known.count(card) > 1]
    return [
        (turn, card, used, (extra,))
        for card in cards
        for extra in cards
        if extra != card or card in twice
    ]


def _choices_of(
    state: State, seat: int, cards: tuple[str, ...], uses: tuple[str, ...]
) -> Iterator[Chosen]:
    """Yield choices of every kind; of an unknown hand some may not be legal."""
    hand, turn, kit = state.held(seat), state.turn, state.kit
    dishes: Sequence[str | None] = (None,)
    if kit.commits and state.tables[seat]:
        dishes = copyable(state, seat)
    for used in _use_sets(uses, kit.many_bonus):
        pairs = sum(["chopsticks" in dish for dish in used])
        if pairs >= hand.size:
            continue
        for card in cards:
            for extras in itertools.product(cards, repeat=pairs if kit.plain_chopsticks else 0):
                if extras and not hand.unknown and not _holds(hand.known, (card, *extras)):
                    continue
                for order in dishes if card == "special_order" else (None,):
                    yield turn, card, used, extras, order


def _use_sets(uses: tuple[str, ...], many: bool) -> Iterator[tuple[str, ...]]:
    """Yield nothing used, each bonus card alone and, where the table allows it, several."""
    yield ()
    for number in range(1, (len(uses) if many else min(len(uses), 1)) + 1):
        yield from dict.fromkeys(itertools.combinations(sorted(uses), number))


def _holds(known: list[str], cards: tuple[str, ...]) -> bool:
    if len(cards) == 2:
        return cards[0] != cards[1] or known.count(cards[0]) > 1
    return all(cards.count(card) <= known.count(card) for card in cards)
