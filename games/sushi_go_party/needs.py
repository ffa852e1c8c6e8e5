"""What the match waits for, as data, and every legal answer to it."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Field, Form, Need
from games.core.unknown import Hand
from games.sushi_go_party import events as facts
from games.sushi_go_party.checks import MENU_DRAW
from games.sushi_go_party.components import FACES_OF, TYPE_OF
from games.sushi_go_party.dishes import copyable, packable
from games.sushi_go_party.hidden import not_known
from games.sushi_go_party.rules import check
from games.sushi_go_party.state import State, asked_faces

_SEAT = ("seat",)
_NO_USES = Field("uses", (), many=True, least=0, most=0)
_NO_EXTRAS = Field("extras", (), many=True, least=0, most=0)
_NO_ORDER = Field("order", (), least=0)
ASKABLE: tuple[str, ...] = tuple(
    dict.fromkeys(name for kind, faces in FACES_OF.items() for name in (kind, *faces))
)
"""Every type and every card of the box."""


def needs(state: State) -> tuple[Need, ...]:
    if state.phase == "choose":
        return _choices_due(state)
    match state.phase:
        case "deal":
            size = state.kit.hand_size
            fixed = {"seat": len(state.hands), "round": state.round}
            form = Form(facts.Dealt.type, (_hidden_cards(state, size),), fixed, _SEAT)
            return (Need("deal", "chance", None, (form,)),)
        case "order":
            return tuple(_copying(state, "order", seat) for seat in sorted(state.orders_due))
        case "copy":
            return (_copying(state, "copy", state.acting),)
        case "over":
            return ()
        case _:
            return (_effect_need(state),)


def _choices_due(state: State) -> tuple[Need, ...]:
    if state.kit.commits:
        due = [seat for seat, picked in enumerate(state.picked) if not picked]
        return tuple(_committed_need(state, seat) for seat in due)
    return tuple([_need_of(state, seat) for seat, picked in enumerate(state.picked) if not picked])


def _need_of(state: State, seat: int) -> Need:
    """Return what a seat may choose, leaving aside what a Special Order copies."""
    kit, uses = state.kit, state.ready[seat]
    cards = _different(state, state.hands[(seat - state.passes) % kit.seats])
    fields = (Field("card", cards), _NO_USES, _NO_EXTRAS, _NO_ORDER)
    if uses:
        most = len(uses) if kit.many_bonus else 1
        fields = (
            fields[0],
            Field("uses", tuple(dict.fromkeys(uses)), many=True, least=0, most=most),
            Field("extras", cards, many=True, least=0, most=most, ordered=True),
            _NO_ORDER,
        )
    form = Form(facts.CardChosen.type, fields, {"seat": seat, "turn": state.turn}, _SEAT)
    return Need("choose", "seat", seat, (form,))


def _committed_need(state: State, seat: int) -> Need:
    """Return the need of a seat that must say with its Special Order what it copies."""
    need = _need_of(state, seat)
    form = need.forms[0]
    if "special_order" not in form.fields[0].of or not state.tables[seat]:
        return need
    order = Field("order", tuple(copyable(state, seat)), least=0)
    form = Form(form.event, (*form.fields[:3], order), form.fixed, form.seats)
    return Need(need.kind, need.who, seat, (form,))


def _different(state: State, hand: Hand) -> tuple[str, ...]:
    """Return the different cards that a hand may hold; unknown ones in the order of the box."""
    if hand.unknown:
        return tuple([face for face in state.kit.faces if hand.may_hold(face)])
    return tuple(dict.fromkeys(hand.known))


def _copying(state: State, kind: str, seat: int) -> Need:
    field = Field("dish", tuple(copyable(state, seat)))
    form = Form(facts.DishCopied.type, (field,), {"seat": seat, "turn": state.turn}, _SEAT)
    return Need(kind, "seat", seat, (form,))


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
            form = Form(
                facts.SpoonAnswered.type,
                (Field("card", offered, least=0),),
                {"seat": state.asked_seat},
                _SEAT,
            )
            return Need("answer", "table", state.asked_seat, (form,))
        case "draw":
            form = Form(
                facts.MenuDrawn.type, (_hidden_cards(state, MENU_DRAW),), {"seat": seat}, _SEAT
            )
            return Need("draw", "chance", None, (form,))
        case "take":
            return _need("take", seat, facts.MenuTaken, Field("card", _drawn(state)))
        case _:
            dishes = packable(state, seat)
            field = Field(
                "dishes",
                tuple(dict.fromkeys(dishes)),
                many=True,
                least=0,
                most=len(dishes),
                supply=tuple(dishes.count(dish) for dish in dict.fromkeys(dishes)),
            )
            return _need("pack", seat, facts.BoxPacked, field)


def _need(kind: str, seat: int, event: type[Event], field: Field) -> Need:
    return Need(kind, "seat", seat, (Form(event.type, (field,), {"seat": seat}, _SEAT),))


def _drawn(state: State) -> tuple[str, ...]:
    """Return the cards that may be taken from a draw; an unknown one may be any but a Menu."""
    faces = state.kit.faces if None in state.drawn else state.drawn
    return tuple(face for face in state.kit.faces if face in faces and TYPE_OF[face] != "menu")


def _hidden_cards(state: State, size: int) -> Field:
    """Return the field of cards off the deck; the supply is what nobody has seen elsewhere."""
    supply = tuple(not_known(state).values())
    faces = state.kit.faces
    return Field("cards", faces, many=True, least=size, most=size, supply=supply, unknown=True)


def choices(state: State, seat: int) -> Iterator[Event]:
    if not 0 <= seat < state.kit.seats:
        return iter(())
    if state.phase == "choose":
        return iter(()) if state.picked[seat] else _cards_to_choose(state, seat)
    match state.phase:
        case "order" if seat in state.orders_due:
            return _dishes_to_copy(state, seat)
        case "answer" if seat == state.asked_seat:
            return _legal(state, _answers(state, seat))
        case "extra" | "copy" | "ask" | "take" | "pack" if seat == state.acting:
            return _EFFECT_CHOICES[state.phase](state, seat)
        case _:
            return iter(())


def _legal(state: State, events: Iterator[Event]) -> Iterator[Event]:
    for event in events:
        try:
            check(state, event)
        except RuleViolation:
            continue
        yield event


def _cards_to_choose(state: State, seat: int) -> Iterator[Event]:
    kit, turn, uses = state.kit, state.turn, state.ready[seat]
    hand = state.hands[(seat - state.passes) % kit.seats]
    cards = _different(state, hand)
    if hand.unknown:
        return _legal(state, _choices_of(state, seat, cards, uses))
    if kit.commits or (uses and kit.many_bonus):
        return _choices_of(state, seat, cards, uses)
    events = [facts.CardChosen(seat, turn, card) for card in cards]
    if uses:
        for dish in sorted(set(uses)):
            events += _with_bonus(state, seat, cards, dish)
    return iter(events)


def _with_bonus(
    state: State, seat: int, cards: tuple[str, ...], dish: str
) -> list[facts.CardChosen]:
    """Return the choices of a known hand that announce this one bonus card."""
    turn, used, known = state.turn, (dish,), state.held(seat).known
    if "chopsticks" not in dish:
        return [facts.CardChosen(seat, turn, card, used) for card in cards]
    if len(known) < 2:
        return []
    if not state.kit.plain_chopsticks:
        return [facts.CardChosen(seat, turn, card, used) for card in cards]
    twice = [card for card in cards if known.count(card) > 1]
    return [
        facts.CardChosen(seat, turn, card, used, (extra,))
        for card in cards
        for extra in cards
        if extra != card or card in twice
    ]


def _choices_of(
    state: State, seat: int, cards: tuple[str, ...], uses: tuple[str, ...]
) -> Iterator[Event]:
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
                    yield facts.CardChosen(seat, turn, card, used, extras, order)


def _use_sets(uses: tuple[str, ...], many: bool) -> Iterator[tuple[str, ...]]:
    """Yield nothing used, each bonus card alone and, where the table allows it, several."""
    yield ()
    for number in range(1, (len(uses) if many else min(len(uses), 1)) + 1):
        yield from dict.fromkeys(itertools.combinations(sorted(uses), number))


def _holds(known: list[str], cards: tuple[str, ...]) -> bool:
    if len(cards) == 2:
        return cards[0] != cards[1] or known.count(cards[0]) > 1
    return all(cards.count(card) <= known.count(card) for card in cards)


def _dishes_to_copy(state: State, seat: int) -> Iterator[Event]:
    for dish in copyable(state, seat):
        yield facts.DishCopied(seat, state.turn, dish)


def _second_cards(state: State, seat: int) -> Iterator[Event]:
    hand = state.held(seat)
    events = (facts.ExtraChosen(seat, card) for card in _different(state, hand))
    return _legal(state, events) if hand.unknown else events


def _questions(state: State, seat: int) -> Iterator[Event]:
    for name in _effect_need(state).forms[0].fields[0].of:
        yield facts.SpoonAsked(seat, str(name))


def _answers(state: State, seat: int) -> Iterator[Event]:
    for face in asked_faces(state.kit, state.wanted):
        yield facts.SpoonAnswered(seat, face)
    yield facts.SpoonAnswered(seat, None)


def _cards_to_take(state: State, seat: int) -> Iterator[Event]:
    events = (facts.MenuTaken(seat, card) for card in _drawn(state))
    return _legal(state, events) if None in state.drawn else events


def _dishes_to_pack(state: State, seat: int) -> Iterator[Event]:
    dishes = sorted(packable(state, seat))
    for number in range(len(dishes) + 1):
        for packed in dict.fromkeys(itertools.combinations(dishes, number)):
            yield facts.BoxPacked(seat, packed)


_EFFECT_CHOICES: dict[str, Callable[[State, int], Iterator[Event]]] = {
    "extra": _second_cards,
    "copy": _dishes_to_copy,
    "ask": _questions,
    "take": _cards_to_take,
    "pack": _dishes_to_pack,
}
