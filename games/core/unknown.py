"""Hidden zones of card games: known cards, unknown counts, and whether any deal explains the log.

One mechanism serves the scorekeeper who cannot see the hands, the spectator and the bot:

* A `Zone` is a pile of cards: those the holder of the state knows, a number of others, and the
  types that none of those others can be (a question that failed is a negative fact).
* A `Hand` is a zone that also remembers who knows what of it, so that a view is a function of the
  full state: `seen` is what the whole table knows to be in it, `watchers` know all of it.
* The *pool* is the box minus every card whose place is known. Unknown cards come from it; what is
  left over lies in an unconstrained rest (the deck).
* `feasible` and `shortage` decide exactly whether the pool can fill every zone: types x zones with
  forbidden cells is a transport problem, solved with augmenting paths over small integers.
* `deal` draws one explanation.

A game with many types and hands that are passed on (22 types, 8 hands and a deck are nothing here)
keeps one `Hand` per hand, calls `look` when a seat takes it up, `show` and `deny` when a question
is answered, and `take` when a card is laid open. That stays exact as long as unknown cards only
leave a hand; unknown cards that arrive later belong into a zone of their own (see `Zone.put`).
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Self

import msgspec

from games.core.errors import RuleViolation
from games.core.rng import Rng

Pool = Mapping[str, int]
"""Type of card → how many of them are unseen."""

_FREE_TRIES = 12


class Zone(msgspec.Struct):
    """A pile of cards as somebody knows it. All lists are sorted, so equal piles are equal."""

    known: list[str] = []
    unknown: int = 0
    lacks: list[str] = []
    """Types that none of the unknown cards can be."""

    @property
    def size(self) -> int:
        return len(self.known) + self.unknown

    def clone(self) -> Self:
        return type(self)(self.known[:], self.unknown, self.lacks[:])

    def may_hold(self, card: str) -> bool:
        """Tell whether a card of this type could be here as far as this zone alone says."""
        return card in self.known or (self.unknown > 0 and card not in self.lacks)

    def put(self, card: str | None) -> None:
        """Add a card, or an unknown one for None.

        Earlier denials do not cover a newcomer. Which of the unknown cards is new cannot be told
        later, so the denials are forgotten: nothing is refused wrongly, but to stay exact a game
        keeps unknown newcomers in a zone of their own.
        """
        if card is not None:
            insort(self.known, card)
            return
        self.unknown += 1
        self.lacks.clear()

    def show(self, card: str) -> None:
        """Note that at least one card of this type is here."""
        if card not in self.known:
            self._turn_up(card)

    def deny(self, card: str) -> None:
        """Note that no unknown card here is of this type."""
        if card not in self.lacks:
            insort(self.lacks, card)

    def take(self, card: str | None) -> None:
        """Remove a card of a type, or one that nobody saw leave.

        After an unseen departure no known card is certainly still here, so all become unknown; and
        after one that cannot be, which an arbiter let happen, what was known here was wrong.
        """
        if card in self.known:
            self.known.remove(card)
        elif card is not None and self.unknown:
            self.unknown -= 1
        else:
            self.lacks = [lacking for lacking in self.lacks if lacking not in self.known]
            self.unknown = max(self.size - 1, 0)
            self.known.clear()

    def lay_open(self, cards: Iterable[str]) -> None:
        """Note that exactly these cards are here."""
        self.known = sorted(cards)
        self.unknown = 0

    def _turn_up(self, card: str) -> None:
        insort(self.known, card)
        self.unknown = max(self.unknown - 1, 0)


class Hand(Zone):
    """A zone whose cards some seats know and others do not; `lacks` is known to everybody."""

    seen: list[str] = []
    """The part of `known` that the whole table knows."""
    watchers: list[int] = []
    """Seats that know every card, because they hold the hand or once held it."""

    def clone(self) -> Self:
        return type(self)(
            self.known[:], self.unknown, self.lacks[:], self.seen[:], self.watchers[:]
        )

    def look(self, seat: int) -> None:
        """Note that a seat knows the whole hand from now on."""
        if seat not in self.watchers:
            insort(self.watchers, seat)

    def show(self, card: str) -> None:
        """Note that the whole table knows at least one card of this type to be here."""
        if card not in self.seen:
            insort(self.seen, card)
        if self.known.count(card) < self.seen.count(card):
            self._turn_up(card)

    def prove(self, card: str) -> None:
        """Note that a card of this type is here without the table learning it."""
        super().show(card)

    def take(self, card: str | None) -> None:
        """Remove a card that the whole table sees leave, or one that nobody saw."""
        if card in self.known:
            self.known.remove(card)
        else:
            super().take(card)
        if not self.known:
            self.seen.clear()
        elif card in self.seen:
            self.seen.remove(card)

    def lay_open(self, cards: Iterable[str]) -> None:
        """Note that the whole table has seen exactly these cards here."""
        super().lay_open(cards)
        self.seen = self.known[:]

    def known_to(self, seat: int | None) -> Self:
        """Return the hand as a seat knows it; None is somebody who saw what the table saw."""
        hand = self.clone()
        if seat not in self.watchers:
            hand.unknown = hand.size - len(hand.seen)
            hand.known = hand.seen[:]
        return hand


class Shortage(msgspec.Struct, frozen=True):
    """Why no deal explains the log: `needed` hidden cards must be of `cards`, `left` there are.

    It is the smallest such contradiction: of fewest types, then of fewest zones.
    """

    cards: tuple[str, ...]
    """Types of which copies are left; where there are none, the types that would be needed."""
    needed: int
    left: int
    zones: tuple[int, ...] = ()
    """The zones that cannot be filled together; any fewer of them could be."""
    others: tuple[str, ...] = ()
    """Types of which copies are left that none of these zones can hold."""


def unseen(box: Pool, known: Iterable[Iterable[str]]) -> dict[str, int]:
    """Return the box minus known cards; a count below zero means that there are too many."""
    pool = dict(box)
    for cards in known:
        for card in cards:
            pool[card] = pool.get(card, 0) - 1
    return pool


def shortage(pool: Pool, zones: Sequence[Zone]) -> Shortage | None:
    """Return why the pool cannot fill the unknown part of every zone, or None if it can."""
    for card, count in pool.items():
        if count < 0:
            return Shortage((card,), -count, 0)
    return None if feasible(pool, zones) else _smallest(pool, zones)


def _smallest(pool: Pool, zones: Sequence[Zone]) -> Shortage:
    """Return the smallest contradiction among zones that cannot all be filled.

    Zones that may hold the same cards are alike, and the largest of them contradict soonest.
    """
    left = [card for card in sorted(pool) if pool[card]]
    fitting = [frozenset([card for card in left if card not in zone.lacks]) for zone in zones]
    kinds = list(dict.fromkeys(fitting))
    order = sorted(range(len(zones)), key=lambda zone: -zones[zone].unknown)
    found: list[Shortage] = []
    for some in chain.from_iterable(combinations(kinds, size + 1) for size in range(len(kinds))):
        cards = frozenset[str]().union(*some)
        copies = sum([pool[card] for card in cards])
        chosen, needed = [], 0
        for zone in order:
            if fitting[zone] <= cards and needed <= copies:
                chosen.append(zone)
                needed += zones[zone].unknown
        if needed > copies:
            found.append(Shortage(tuple(sorted(cards)), needed, copies, tuple(sorted(chosen))))
    least = min(found, key=lambda short: (len(short.cards), len(short.zones)))
    others = tuple([card for card in left if card not in least.cards])
    lacks = [zones[zone].lacks for zone in least.zones]
    gone = [card for card in sorted(pool) if any(card not in lacking for lacking in lacks)]
    return msgspec.structs.replace(least, cards=least.cards or tuple(gone), others=others)


def feasible(pool: Pool, zones: Sequence[Zone]) -> bool:
    """Tell, exactly, whether some deal fills the unknown part of every zone from the pool."""
    return min(pool.values(), default=0) >= 0 and _Placement(pool, zones).fill()


def require_feasible(pool: Pool, zones: Sequence[Zone]) -> None:
    """Raise `no_deal_explains` with the reason unless some deal explains these zones."""
    short = shortage(pool, zones)
    if short is not None:
        raise refusal(short, short.cards, short.others if not short.cards else ())


def refusal(short: Shortage, cards: Sequence[str], others: Sequence[str] = ()) -> RuleViolation:
    """Return a shortage as a refusal that names its cards, or all `others` if there are any."""
    code = "no_other_cards_explain" if others else "no_deal_explains"
    return RuleViolation(code, cards=list(others or cards), needed=short.needed, left=short.left)


def deal(pool: Pool, zones: Sequence[Zone], rng: Rng) -> list[list[str]]:
    """Return sorted cards for the unknown part of every zone: one explanation, drawn at random.

    Free deals are tried first and are uniform over all explanations. If none fits, cards are
    placed one by one, each weighted by its count among those that leave the rest possible: this
    always succeeds, with a mild bias. Raises `no_deal_explains` if there is no explanation.
    """
    require_feasible(pool, zones)
    cards = [card for card in sorted(pool) for _ in range(pool[card])]
    for _ in range(_FREE_TRIES):
        dealt = _free_deal(cards, zones, rng)
        if dealt is not None:
            return dealt
    return _careful_deal(pool, zones, rng)


def _free_deal(cards: list[str], zones: Sequence[Zone], rng: Rng) -> list[list[str]] | None:
    position = 0
    dealt: list[list[str]] = []
    for zone in zones:
        first = position
        for _ in range(zone.unknown):
            other = position + rng.below(len(cards) - position)
            cards[position], cards[other] = cards[other], cards[position]
            if cards[position] in zone.lacks:
                return None
            position += 1
        dealt.append(sorted(cards[first:position]))
    return dealt


def _careful_deal(pool: Pool, zones: Sequence[Zone], rng: Rng) -> list[list[str]]:
    left = {card: pool[card] for card in sorted(pool)}
    rest = [Zone(unknown=zone.unknown, lacks=zone.lacks) for zone in zones]
    dealt: list[list[str]] = [[] for _ in zones]
    for index in sorted(range(len(zones)), key=lambda index: -len(zones[index].lacks)):
        zone = rest[index]
        while zone.unknown:
            zone.unknown -= 1
            open_cards = {card: left[card] for card in left if card not in zone.lacks}
            while True:
                card = _weighted(open_cards, rng)
                left[card] -= 1
                if feasible(left, rest):
                    break
                left[card] += 1
                del open_cards[card]
            insort(dealt[index], card)
    return dealt


def _weighted(counts: Mapping[str, int], rng: Rng) -> str:
    number = rng.below(sum(counts.values()))
    for card, count in counts.items():
        if number < count:
            return card
        number -= count
    raise AssertionError("a number below the sum falls on a card")


class _Placement:
    """A flow from types of cards to zones, grown one card at a time."""

    __slots__ = ("_lacks", "_placed", "_sizes", "_spare")

    def __init__(self, pool: Pool, zones: Sequence[Zone]) -> None:
        self._spare = dict(pool)
        self._placed: list[dict[str, int]] = [{} for _ in zones]
        self._lacks = [zone.lacks for zone in zones]
        self._sizes = [zone.unknown for zone in zones]

    def fill(self) -> bool:
        """Fill every zone, or tell that it cannot be done."""
        for zone, size in enumerate(self._sizes):
            room = size - self._take_spare(zone, size)
            if not all(self._augment(zone) for _ in range(room)):
                return False
        return True

    def _take_spare(self, zone: int, room: int) -> int:
        taken = 0
        for card, count in self._spare.items():
            if taken == room:
                break
            if count and card not in self._lacks[zone]:
                moved = min(count, room - taken)
                self._spare[card] -= moved
                self._placed[zone][card] = moved
                taken += moved
        return taken

    def _augment(self, start: int) -> bool:
        """Give one more card to `start`, moving others; tell whether that can be done."""
        reached = [start]
        giver: dict[int, tuple[int, str]] = {}
        for zone in reached:
            for card, count in self._spare.items():
                if card in self._lacks[zone]:
                    continue
                if count:
                    self._move(start, zone, card, giver)
                    return True
                for other, placed in enumerate(self._placed):
                    if other not in giver and other != start and placed.get(card):
                        giver[other] = (zone, card)
                        reached.append(other)
        return False

    def _move(self, start: int, zone: int, card: str, giver: dict[int, tuple[int, str]]) -> None:
        self._spare[card] -= 1
        self._add(zone, card, 1)
        while zone != start:
            receiver, given = giver[zone]
            self._add(zone, given, -1)
            self._add(receiver, given, 1)
            zone = receiver

    def _add(self, zone: int, card: str, number: int) -> None:
        placed = self._placed[zone]
        placed[card] = placed.get(card, 0) + number
