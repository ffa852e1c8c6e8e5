"""Scores of tables that were only counted: what lay before each seat at the end of each round.

A count is refused only when no match could end with it. A Special Order is counted as what it
copies, so as many cards as there are Special Orders may be more than the box has.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.core.counts import pile, read_counts
from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ScoreLine, ranked
from games.core.setup import Setup
from games.sushi_go_party import scoring
from games.sushi_go_party.components import (
    COPIES,
    DESSERTS,
    FACES_OF,
    NIGIRI,
    ROUNDS,
    TYPE_OF,
    URAMAKI,
)
from games.sushi_go_party.scoring import ON_WASABI
from games.sushi_go_party.state import PACKED, Kit, Laid, State, kit_of

Count = dict[str, list[str]]
"""What was counted of one seat: items by the name of their field."""

PLACES = ("place1", "place2", "place3")
_NUMBERED = ("chopsticks", "spoon")
_NEVER_LEFT = ("menu", "special_order")
"""Cards that never lie on a table at the end as what they are."""
_OFF_WASABI = {item: face for face, item in ON_WASABI.items()}
_FEWEST_FOR_TEN = 2
_TENS = ((5, 5), (5, 4, 4), (5, 4, 3), (5, 3, 3), (4, 4, 4), (4, 4, 3), (4, 3, 3), (3, 3, 3, 3))
"""Every way to reach ten California icons in which no card could be missing."""


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return what lies before a seat at the end of each round, and California places it took."""
    kit = kit_of(setup)
    items = _items(kit)
    tables = [
        pile(f"round{number}", items, kit.hand_size, round=number)
        for number in range(1, ROUNDS + 1)
    ]
    if not kit.has_uramaki:
        return tuple(tables)
    places = _places(kit)
    most = kit.hand_size // _FEWEST_FOR_TEN if _may_repeat(kit) else len(places)
    supply = dict.fromkeys(places, kit.seats)
    claims = [
        pile(f"uramaki{number}", supply, most, round=number) for number in range(1, ROUNDS + 1)
    ]
    return tuple(tables + claims)


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score three rounds `{"round1": ["squid_on_wasabi", "maki3", …], …}` per seat.

    Raises `bad_tables`, or a code `count_…` for what no match could leave on the tables.
    """
    kit = kit_of(setup)
    counts = _read(kit, count_fields(setup), tables)
    spare = _Spare(kit)
    breakdown: list[list[ScoreLine]] = [[] for _ in counts]
    kept: list[list[Laid]] = [[] for _ in counts]
    for number in range(1, ROUNDS + 1):
        items = [count[f"round{number}"] for count in counts]
        claims = [count.get(f"uramaki{number}", []) for count in counts]
        laid = [_laid(table) for table in items]
        _require_room(kit, number, laid, claims)
        spare.require(number, laid, claims)
        if kit.has_uramaki:
            _require_places(kit, number, laid, claims)
        points = [sum(_worth(kit, place) for place in seat) for seat in claims]
        lines = scoring.round_lines(kit, laid, points, sum(map(len, claims)), number)
        for seat, table in enumerate(laid):
            breakdown[seat] += lines[seat]
            kept[seat] += [card for card in table if card.face in DESSERTS]
    for seat, desserts in enumerate(scoring.dessert_lines(kit, kept)):
        breakdown[seat] += desserts
    return ranked(list(map(tuple, breakdown)), list(map(len, kept)), final=True)


def recorded_counts(state: State) -> list[dict[str, list[str]]]:
    """Return what was counted of each seat in the rounds that are over."""
    tables: list[dict[str, list[str]]] = [{} for _ in range(state.seats)]
    for number, sheet in enumerate(state.sheets, 1):
        for seat, (table, lines) in enumerate(zip(sheet.tables, sheet.lines, strict=True)):
            tables[seat][f"round{number}"] = _counted_items(table)
            if state.kit.has_uramaki:
                claims = [line.detail for line in lines if line.rule == "uramaki"]
                tables[seat][f"uramaki{number}"] = _claimed(state.kit, "".join(claims))
    return tables


def _counted_items(table: Sequence[Laid]) -> list[str]:
    beneath = {laid.on for laid in table}
    items = []
    for laid in table:
        if not laid.face:
            items.append(PACKED)
        elif laid.on:
            items.append(ON_WASABI[laid.face])
        elif laid.id not in beneath:
            kind = TYPE_OF[laid.face]
            items.append(kind if kind in _NUMBERED else laid.face)
    return items


def _claimed(kit: Kit, detail: str) -> list[str]:
    """Return the places that a line `+8 …` of a score sheet was given for; the best come first."""
    points, places = int(detail.split()[0]) if detail.startswith("+") else 0, []
    for place in _places(kit):
        if points >= _worth(kit, place):
            points -= _worth(kit, place)
            places.append(place)
    return places


def _items(kit: Kit) -> dict[str, int]:
    """Return what may be counted, in the order of the box, and how many of it at most."""
    copies = _orders(kit)
    items: dict[str, int] = {}
    for name in kit.menu:
        if name in _NUMBERED:
            items[name] = len(FACES_OF[name]) + copies
        elif name == "takeout_box":
            items[PACKED] = len(FACES_OF[name]) * (kit.hand_size - 1)
        elif name not in _NEVER_LEFT:
            items.update({face: _most(kit, face, copies) for face in FACES_OF[name]})
    if kit.has_wasabi:
        wasabi = COPIES["wasabi"] + copies
        nigiri = {ON_WASABI[face]: min(wasabi, items[face]) for face in NIGIRI}
        items = {**{face: items[face] for face in NIGIRI}, **nigiri, **items}
    return items


def _orders(kit: Kit) -> int:
    return COPIES["special_order"] if "special_order" in kit.menu else 0


def _most(kit: Kit, name: str, copies: int) -> int:
    """Return how many of a face, or of a numbered type, tables can hold with so many copies."""
    box = COPIES[name] if name in COPIES else len(FACES_OF[name])
    # Only a miso that is alone in its turn stays, and a round has as many turns as a hand cards.
    return min(box + copies, kit.hand_size) if name == "miso" else box + copies


def _places(kit: Kit) -> tuple[str, ...]:
    return PLACES if kit.options["uramaki"] == "en" else PLACES[: len(scoring.FIRST_TO_TEN)]


def _worth(kit: Kit, place: str) -> int:
    english = kit.options["uramaki"] == "en"
    return (scoring.ENGLISH_PLACES if english else scoring.FIRST_TO_TEN)[PLACES.index(place)]


def _may_repeat(kit: Kit) -> bool:
    """Tell whether a seat may reach ten twice in one turn: it takes two cards after the first."""
    return kit.has_bonus and kit.many_bonus and kit.options["uramaki"] == "fr"


def _read(kit: Kit, fields: tuple[Field, ...], tables: Sequence[Mapping[str, Any]]) -> list[Count]:
    """Return the count, or raise `bad_tables`: here a round that was left out is not empty."""
    known = {field.name: field.of for field in fields}
    counts = read_counts(known, kit.seats, tables)
    if any(table.keys() != known.keys() for table in tables):
        raise RuleViolation("bad_tables", fields=list(known))
    return counts


def _laid(items: Sequence[str]) -> list[Laid]:
    """Return counted items as cards on a table; a nigiri on wasabi is two cards."""
    table: list[Laid] = []
    for item in items:
        id_ = len(table) + 1
        if item == PACKED:
            table.append(Laid(PACKED, "", 1, id_))
        elif item in _OFF_WASABI:
            face = _OFF_WASABI[item]
            table.append(Laid("wasabi", "wasabi", 1, id_))
            table.append(Laid(face, face, 1, id_ + 1, id_))
        else:
            face = FACES_OF[item][0] if item in _NUMBERED else item
            table.append(Laid(face, face, 1, id_))
    return table


def _require_room(
    kit: Kit, number: int, tables: Sequence[Sequence[Laid]], claims: Sequence[Sequence[str]]
) -> None:
    """A table grows by one card a turn: bonus cards go back to a hand, Menus make way."""
    boxes = 0
    for seat, (table, places) in enumerate(zip(tables, claims, strict=True)):
        packs = any(not laid.face for laid in table)
        boxes += packs
        # A Takeout Box and California cards that scored were discarded.
        cards = len(table) + packs + _FEWEST_FOR_TEN * len(places)
        if cards > kit.hand_size:
            raise RuleViolation(
                "count_table_too_full",
                number=seat + 1,
                round=number,
                found=cards,
                most=kit.hand_size,
            )
    if boxes > len(FACES_OF["takeout_box"]):
        raise RuleViolation(
            "count_too_many_boxes", round=number, found=boxes, most=len(FACES_OF["takeout_box"])
        )


class _Spare:
    """What the box has for the rounds to come; desserts and their copies never come back."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.orders = _orders(kit)
        self.desserts: Counter[str] = Counter()
        self.kept_orders = 0
        """How many Special Orders must lie among the desserts by now, at the least."""

    def require(
        self, number: int, tables: Sequence[Sequence[Laid]], claims: Sequence[Sequence[str]]
    ) -> None:
        """Raise what the tables of the next round have too many of."""
        faces = Counter(laid.face for table in tables for laid in table if laid.face)
        self._keep_desserts(number, faces)
        left = self.orders - self.kept_orders
        counted: Counter[str] = Counter()
        for face, n in faces.items():
            if face not in DESSERTS:
                counted[TYPE_OF[face] if TYPE_OF[face] in _NUMBERED else face] += n
        copies = 0
        for name, n in sorted(counted.items()):
            most = _most(self.kit, name, left)
            if n > most:
                raise RuleViolation(
                    "count_too_many", cards=[name], round=number, found=n, most=most
                )
            copies += max(0, n - _most(self.kit, name, 0))
        self._require_orders(number, copies, left)
        places = sum(map(len, claims))
        unused = [max(0, COPIES[face] - counted[face]) for face in sorted(URAMAKI, reverse=True)]
        if places and places > _tens(*unused, left - copies):
            raise RuleViolation("count_too_few_uramaki", round=number, found=places)

    def _keep_desserts(self, number: int, faces: Counter[str]) -> None:
        self.desserts += Counter({face: n for face, n in faces.items() if face in DESSERTS})
        shuffled = sum(self.kit.added[:number])
        limits = [(face, n, COPIES[face]) for face, n in sorted(self.desserts.items())]
        limits.append((self.kit.menu[-1], self.desserts.total(), shuffled))
        for name, counted, most in limits:
            if counted > most + self.orders:
                raise RuleViolation(
                    "count_too_many_desserts",
                    cards=[name],
                    round=number,
                    found=counted,
                    most=most + self.orders,
                )
        copies = sum(max(0, n - COPIES[face]) for face, n in self.desserts.items())
        copies = max(copies, self.desserts.total() - shuffled)
        self.kept_orders = max(self.kept_orders, copies)
        self._require_orders(number, self.kept_orders, self.orders)

    def _require_orders(self, number: int, copies: int, most: int) -> None:
        if copies > most:
            raise RuleViolation("count_too_many_copies", round=number, found=copies, most=most)


@lru_cache(maxsize=4096)
def _tens(fives: int, fours: int, threes: int, copies: int) -> int:
    """Return how often ten icons can be reached with these cards; a copy may be any of them."""
    best = 0
    for cards in _TENS:
        left = [fives - cards.count(5), fours - cards.count(4), threes - cards.count(3)]
        missing = -sum(min(0, n) for n in left)
        if missing <= copies and missing < len(cards):
            best = max(best, 1 + _tens(*(max(0, n) for n in left), copies - missing))
    return best


def _require_places(
    kit: Kit, number: int, tables: Sequence[Sequence[Laid]], claims: Sequence[Sequence[str]]
) -> None:
    """Raise what nobody could have claimed, or what somebody would have had to claim."""
    places = _places(kit)
    if not _may_repeat(kit):
        for seat, mine in enumerate(claims):
            if len(set(mine)) < len(mine):
                raise RuleViolation("count_place_twice", number=seat + 1, round=number)
    takers = [sum(place in mine for mine in claims) for place in places]
    skips = kit.options["uramaki"] == "en" or bool(kit.options["skip_place_after_tie"])
    claimed = 0
    for index, n in enumerate(takers):
        if n and claimed != index:
            raise RuleViolation("count_place_not_free", places=[places[index]], round=number)
        claimed += n if skips else min(n, 1)
    if claimed < len(places):
        for seat, table in enumerate(tables):
            if scoring.icons(table, URAMAKI) >= scoring.TEN:
                raise RuleViolation(
                    "count_ten_not_claimed", number=seat + 1, round=number, least=scoring.TEN
                )
