"""What a seat may expect of cards that it does not see yet, and of races that are not over.

Numbers of cards are in hundredths, chances in thousandths: all of it in whole numbers, so that the
same view gives the same answer everywhere.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.sushi_go_party.components import COPIES, DESSERTS
from games.sushi_go_party.state import State

CARD = POINT = 100
SURE = 1000
PICK = 220
"""What some other card would bring instead of one that is waited for."""
FADING = 60
"""How fast the hope fades for each further card that must come, in hundredths of a card."""
EAGER = 1300
"""How likely a card that its holder likes is laid, in thousandths of the share of its hand."""


def turns_left(view: State) -> int:
    """Return how many turns of this round follow the present one."""
    return view.kit.hand_size - view.passes - 1


@lru_cache(maxsize=512)
def _route(seats: int, size: int, held: int) -> tuple[tuple[int, int], ...]:
    """Return the hands that will pass whoever holds one of them, and what will be left of each."""
    return tuple([((held - wait) % seats, size - wait) for wait in range(1, min(size, seats))])


def coming(view: State, seat: int, *faces: str) -> int:
    """Return how many of some cards may be expected to pass a seat, in hundredths of a card.

    A hand that is further away is picked from more often before it arrives.
    """
    seats, hands = view.kit.seats, view.hands
    size = view.kit.hand_size - view.passes
    held = (seat - view.passes) % seats
    known = hidden = 0
    for index, rest in _route(seats, size, held):
        hand = hands[index]
        for face in faces:
            known += hand.known.count(face) * rest
        hidden += hand.unknown * rest
    if size > seats:  # the hand that is held comes back, without the card that is taken from it
        in_hand = sum([hands[held].known.count(face) for face in faces])
        known += max(0, in_hand - 1) * (size - seats)
    if hidden:
        return CARD * (known + hidden * _unseen(view, faces) // _hidden_cards(view)) // size
    return CARD * known // size


def _hidden_cards(view: State) -> int:
    return view.deck + sum([hand.unknown for hand in view.hands]) or 1


def _unseen(view: State, faces: Sequence[str]) -> int:
    """Return how many of some cards nobody can place: neither known in a hand nor laid from one."""
    unseen = sum([COPIES[face] for face in faces])
    if faces[0] in DESSERTS:
        kit = view.kit
        unseen = unseen * sum(kit.added[: view.round]) // kit.dessert_cards
        kept = [laid.card for cards in view.kept for laid in cards]
        unseen -= sum([kept.count(face) for face in faces])
    for hand, left in zip(view.hands, view.left, strict=True):
        for face in faces:
            unseen -= hand.known.count(face) + left.count(face)
    return max(unseen, 0)


def held_elsewhere(view: State, seat: int, faces: Sequence[str]) -> int:
    """Return the chance that another seat holds one of some cards."""
    hidden = 0
    for other in range(view.kit.seats):
        if other != seat:
            hand = view.held(other)
            for face in faces:
                if face in hand.known:
                    return SURE
            if any(face not in hand.lacks for face in faces):
                hidden += hand.unknown
    cards = _hidden_cards(view)
    missed = max(0, cards - _unseen(view, faces))
    nobody: int = SURE * missed**hidden // cards**hidden
    return SURE - nobody


def hope(expected: int, missing: int) -> int:
    """Return the chance that so many cards come when `expected` hundredths of a card do."""
    chance = SURE
    for number in range(1, missing + 1):
        chance = chance * expected // (expected + FADING * number)
    return chance


def ahead(lead: int, late: int) -> int:
    """Return the chance to stay ahead; `lead` is in halves, so that a tie is never 0."""
    return (SURE + SURE * lead * CARD // (abs(lead) * CARD + late)) // 2


def most(mine: int, others: Iterable[int], late: int) -> int:
    """Return the chance that nobody has more in the end; a tie is as good."""
    chance = SURE
    for other in others:
        chance = chance * ahead(2 * (mine - other) + 1, late) // SURE
    return chance


def fewest(mine: int, others: Iterable[int], late: int) -> int:
    """Return the chance that nobody has fewer in the end; a tie is as bad."""
    return most(-mine, [-other for other in others], late)


def undisturbed(view: State, seat: int, face: str) -> int:
    """Return the chance that nobody else lays such a card in this turn."""
    own = view.held(seat)
    others = [hand for hand in view.hands if hand is not own]
    each = 0
    if any(hand.unknown for hand in others):
        each = EAGER * _unseen(view, (face,)) // _hidden_cards(view)
    safe = SURE
    for hand in others:
        clash = EAGER * hand.known.count(face) + each * hand.unknown
        safe = safe * max(0, SURE - clash // max(hand.size, 1)) // SURE
    return safe
