"""Where hidden cards can be: the exact test whether a deal explains the log, and drawing one.

Hidden are the hands, the deck and the pile of desserts that were not shuffled in yet. What a hand
holds is bounded by what left it and came into it, by what it was asked for in vain and by what was
chosen from it; the deck by what a Menu showed of it; the pile by being desserts. Fruit that
somebody saw in the main deck cannot be in the pile: those copies are a type of their own, starred.
"""

from collections.abc import Sequence
from typing import NoReturn

import msgspec

from games.core.errors import RuleViolation
from games.core.rng import Rng, shuffle
from games.core.unknown import Hand, Shortage, Zone, deal, feasible, refusal, shortage
from games.sushi_go_party.components import DESSERTS, FACES, by_kind
from games.sushi_go_party.events import CardChosen
from games.sushi_go_party.state import State

_TRIES = 12


class Claim(msgspec.Struct, frozen=True):
    """What an event says about hidden cards, on top of the state."""

    hand: int = -1
    """The hand that `holds` and `lacks` speak of."""
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    in_deck: tuple[str, ...] = ()
    dealt: Hand | None = None


NO_CLAIM = Claim()


class Puzzle(msgspec.Struct):
    """Cards whose place is not known, and the zones that hold them; the rest is the deck."""

    pool: dict[str, int]
    hands: list[Zone]
    pile: Zone
    in_deck: list[str]

    @property
    def zones(self) -> list[Zone]:
        return [*self.hands, self.pile]

    def concede(self) -> dict[str, int]:
        """Take more copies than the box has for true; return how many more of which card."""
        more = {card: -count for card, count in self.pool.items() if count < 0}
        for card in more:
            self.pool[card] = 0
        return more


def puzzle(state: State, claim: Claim = NO_CLAIM) -> Puzzle:
    """Return what is hidden in a state, with a claim taken for true."""
    kit = state.kit
    pool = not_open(state)
    known, hands = _hands(state, claim, pool)
    in_deck = deck_bound(state, claim.in_deck)
    for card in in_deck:
        pool[card] -= 1
    if kit.remembers_fruit:
        for card in _starred(state, pool, [*known, *in_deck]):
            for zone in hands:
                if card.removeprefix("*") in zone.lacks:
                    zone.lacks.append(card)
    lacks = [card for card in pool if card not in DESSERTS]
    return Puzzle(pool, hands, Zone([], state.pile, lacks), in_deck)


def not_open(state: State) -> dict[str, int]:
    """Return the box less every card whose place everybody knows; hands are not among those."""
    left = state.kit.box.copy()
    for table in state.kept:
        for laid in table:
            left[laid.card] -= 1
    for card in state.gone:
        left[card] -= 1
    if state.phase == "deal":  # everything else has been shuffled in
        return left
    for table in state.tables:
        for laid in table:
            left[laid.card] -= 1
    for cards in (*state.limbo, state.discard):
        for card in cards:
            left[card] -= 1
    return left


def not_known(state: State) -> dict[str, int]:
    """Return the box less every card that this state knows, in hands too."""
    left = not_open(state)
    for hand in state.hands:
        for card in hand.known:
            left[card] -= 1
    return left


def deck_bound(state: State, claimed: Sequence[str] = ()) -> list[str]:
    """Return the cards that certainly lie in the deck: of each as many as anybody has seen."""
    bound = sorted(claimed)
    for seen in state.deck_seen:
        _prove(bound, seen)
    return bound


def _hands(state: State, claim: Claim, pool: dict[str, int]) -> tuple[list[str], list[Zone]]:
    """Return the known cards of all hands, taken from the pool, and each hand's unknown part."""
    hands = [*state.hands, claim.dealt] if claim.dealt else state.hands
    zones: list[Zone] = []
    known_cards: list[str] = []
    for index, hand in enumerate(hands):
        known = hand.known[:]
        lacks = hand.lacks[:]
        if state.phase == "choose":
            pick = state.picks[(index + state.passes) % state.seats]
            if pick is not None:
                _prove(known, _picked(pick))
        if index == claim.hand:
            _prove(known, claim.holds)
            lacks += [card for card in claim.lacks if card not in lacks]
        for card in known:
            pool[card] -= 1
        known_cards += known
        unknown = hand.size - len(known)
        zones.append(Zone([], unknown if index == claim.hand else max(0, unknown), lacks))
    return known_cards, zones


def _picked(pick: CardChosen) -> tuple[str, ...]:
    return () if pick.card is None else (pick.card, *pick.extras)


def _prove(known: list[str], cards: Sequence[str]) -> None:
    """Add to the known cards of a pile what is missing for it to hold all of `cards`."""
    for card in dict.fromkeys(cards):
        known += [card] * (cards.count(card) - known.count(card))


def _starred(state: State, pool: dict[str, int], main: list[str]) -> list[str]:
    """Set apart the fruit that is known to be in the main deck beyond `main`; return its names."""
    starred: list[str] = []
    for card in state.kit.desserts:
        seen = max(known.count(card) for known in state.main_seen)
        missing = seen - main.count(card) if seen else 0
        if missing > 0:
            pool[card] -= missing
            pool[f"*{card}"] = missing
            starred.append(f"*{card}")
    return starred


def deals_openly(state: State, cards: Sequence[str]) -> bool:
    """Tell whether a known hand fits the box, when all hands before it are known too.

    It is the same test as `require_explained`, for the deal of a match that hides nothing.
    """
    kit = state.kit
    if kit.remembers_fruit or not _all_known(state):
        return False
    left = not_known(state)
    for card in cards:
        left[card] -= 1
    return min(left.values()) >= 0 and sum([left[face] for face in kit.desserts]) >= state.pile


def _all_known(state: State) -> bool:
    return all(not hand.unknown for hand in state.hands)


def require_explained(state: State, claim: Claim = NO_CLAIM) -> None:
    """Raise what contradicts the log if no deal and no deck explain it together with a claim."""
    hidden = puzzle(state, claim)
    if claim.hand >= 0 and hidden.hands[claim.hand].unknown < 0:
        raise RuleViolation("not_in_hand", cards=list(claim.holds))
    if shortage(hidden.pool, hidden.zones) is None:
        return
    short = _shortage_by_claim(hidden, puzzle(state))
    if short is not None:
        if not short.zones:
            _refuse_card(state, claim, short.cards[0], short.needed)
        _refuse(state, short, len(hidden.hands) in short.zones)


def _shortage_by_claim(hidden: Puzzle, before: Puzzle) -> Shortage | None:
    """Return what a claim lacks; what lacked before it was made, an arbiter let happen."""
    for card, count in before.concede().items():
        hidden.pool[card] += count
    short = shortage(hidden.pool, hidden.zones)
    if short is not None and short.zones and not feasible(before.pool, before.zones):
        return None
    return short


def _refuse(state: State, short: Shortage, in_pile: bool) -> NoReturn:
    cards, others = _faces(short.cards), _faces(short.others)
    if in_pile and all(card in DESSERTS for card in cards):
        shuffled = state.kit.dessert_cards - state.pile
        raise RuleViolation(
            "too_many_desserts", shuffled=shuffled, seen=shuffled + short.needed - short.left
        )
    names, other_names = by_kind(cards, others), by_kind(others, cards)
    fewer = len(other_names) < (len(names) or len(FACES)) and not set(cards).intersection(others)
    raise refusal(short, names, other_names if fewer else ())


def _faces(cards: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(card.removeprefix("*") for card in cards))


def _refuse_card(state: State, claim: Claim, card: str, missing: int) -> NoReturn:
    """Raise why a card of a claim cannot be: `missing` copies of it are not there."""
    number = state.kit.box[card]
    laid = number - not_open(state)[card]
    claimed = [*claim.holds, *claim.in_deck, *(claim.dealt.known if claim.dealt else ())]
    needed = claimed.count(card)
    if needed > missing:
        left = needed - missing
        raise RuleViolation("too_few_copies", cards=[card], number=number, needed=needed, left=left)
    if number == 1:
        code = "only_copy_laid" if laid else "only_copy_seen"
        raise RuleViolation(code, cards=[card])
    code = "all_copies_laid" if laid >= number else "all_copies_seen"
    raise RuleViolation(code, number=number, cards=[card])


def explain(state: State, rng: Rng) -> tuple[list[list[str]], list[str]]:
    """Return cards for the unknown part of every hand and the whole deck, drawn at random."""
    hidden = puzzle(state)
    hidden.concede()
    sizes = [zone.unknown for zone in hidden.hands]
    desserts: list[str] = []
    rest: list[str] = []
    for card, count in hidden.pool.items():
        if card in DESSERTS:
            desserts += [card] * count
        else:
            rest += [card.removeprefix("*")] * count
    for _ in range(_TRIES):
        if len(state.kit.desserts) > 1:
            shuffle(rng, desserts)
        cards = rest + desserts[state.pile :]
        if not any(sizes):
            return [[] for _ in sizes], cards + hidden.in_deck
        shuffle(rng, cards)
        dealt = _cut(cards, sizes)
        if not any(
            card in zone.lacks
            for zone, hand in zip(hidden.hands, dealt, strict=False)
            for card in hand
        ):
            return dealt[:-1], dealt[-1] + hidden.in_deck
    return _explain_carefully(hidden, rng)


def _cut(cards: list[str], sizes: list[int]) -> list[list[str]]:
    """Return piles of these sizes and what is left."""
    piles, position = [], 0
    for size in sizes:
        piles.append(sorted(cards[position : position + size]))
        position += size
    return [*piles, cards[position:]]


def _explain_carefully(hidden: Puzzle, rng: Rng) -> tuple[list[list[str]], list[str]]:
    *hands, pile = deal(hidden.pool, hidden.zones, rng)
    left = dict(hidden.pool)
    for cards in (*hands, pile):
        for card in cards:
            left[card] -= 1
    deck = [card.removeprefix("*") for card in left for _ in range(left[card])]
    dealt = [sorted(card.removeprefix("*") for card in cards) for cards in hands]
    return dealt, deck + hidden.in_deck


def _open_deck(state: State) -> list[str]:
    """Return the deck where it follows from what is open, else nothing: the usual case, faster."""
    kit = state.kit
    if len(kit.desserts) > 1 or not _all_known(state):
        return []
    left = not_known(state)
    left[kit.desserts[0]] -= state.pile
    deck: list[str] = []
    for card, count in left.items():
        deck += [card] * count
    return deck


def draw(state: State, number: int, rng: Rng) -> tuple[str, ...]:
    """Return so many cards off the deck, whatever else is hidden."""
    deck = _open_deck(state) or explain(state, rng)[1]
    below = rng.below
    return tuple([deck.pop(below(len(deck))) for _ in range(number)])
