"""What a change of a seat's own table is worth to it, in hundredths of a point.

Every type has a *prospect*: the points of the cards that lie there, plus what they promise. A
promise is the chance that the missing cards come, times what they would bring beyond any other
cards picked in their place. A change is worth the prospect after it minus the prospect before.
"""

from collections.abc import Callable, Mapping, Sequence

from games.sushi_go_party.components import COLOUR_OF, FACES_OF, FRUIT_ICONS, NIGIRI, ROUNDS
from games.sushi_go_party.expectations import (
    PICK,
    POINT,
    SURE,
    coming,
    hope,
    most,
    turns_left,
    undisturbed,
)
from games.sushi_go_party.races import Table, maki, number_of, others_of, pudding, temaki, uramaki
from games.sushi_go_party.scoring import DUMPLINGS, EDAMAME_MOST, FRUIT, ONIGIRI_SETS, TOFU
from games.sushi_go_party.state import State

Change = Callable[[State, int, Table, Table], int]
"""View, seat, its table before and after → what the change is worth."""
Prospect = Callable[[int, int, int], int]
"""Number of cards, hundredths of a card that come, turns left → what the cards are worth."""

EATING = 70
"""The chance that somebody without edamame takes one within a turn."""
TEA_GROWTH = 35
"""How much the largest set of one colour grows in a turn."""
DESSERTS_LATER = 150
"""Hundredths of dessert cards that a seat may expect to take in each round to come."""
FRUIT_LATER = 100
"""Hundredths of each fruit that come with them."""
BONUS_CARD = {"chopsticks": 220, "spoon": 220}
BONUS_TURNS = 4
"""With fewer turns left a bonus card loses its worth step by step."""
LATE_SOY = 15
"""How much a turn that is left can still change who has most colours (see `races.py`)."""


def _collected(name: str, prospect: Prospect) -> Change:
    """Return the change of a type of one face, from the prospect of so many."""

    def change(view: State, seat: int, before: Table, after: Table) -> int:
        expected, left = coming(view, seat, name), turns_left(view)
        had, has = number_of(before, name), number_of(after, name)
        return prospect(has, expected, left) - prospect(had, expected, left)

    return change


def _sets(size: int, prize: int) -> Prospect:
    """Return the prospect of full sets, and of one that waits for its last cards."""

    def prospect(number: int, expected: int, left: int) -> int:
        full, begun = divmod(number, size)
        points = POINT * prize * full
        missing = size - begun
        if begun and missing <= left:
            points += max(0, POINT * prize - PICK * missing) * hope(expected, missing) // SURE
        return points

    return prospect


def _rising(steps: Sequence[int]) -> Prospect:
    """Return the prospect of cards that are worth more the more there are, up to the last step."""

    def prospect(number: int, expected: int, left: int) -> int:
        last = len(steps) - 1
        points = POINT * steps[min(number, last)]
        if number:
            for more in range(1, min(last - number, left) + 1):
                gain = POINT * (steps[number + more] - steps[number + more - 1]) - PICK
                if gain > 0:
                    points += gain * hope(expected, more) // SURE
        return points

    return prospect


def _eel(number: int, expected: int, left: int) -> int:
    if number != 1:
        return 7 * POINT if number else 0
    chance = hope(expected, 1) if left else 0
    return (10 * POINT - PICK) * chance // SURE - 3 * POINT


def _tofu(number: int, expected: int, left: int) -> int:
    if number != 1:
        return POINT * TOFU[number] if number < len(TOFU) else 0
    chance = hope(expected, 1) if left else 0
    return 2 * POINT + (4 * POINT - PICK) * chance // SURE


def _ice_cream(view: State, seat: int, before: Table, after: Table) -> int:
    kept = number_of(view.kept[seat], "ice_cream")
    later = ROUNDS - view.round
    expected = coming(view, seat, "ice_cream") + DESSERTS_LATER * later
    left = turns_left(view) + later * view.kit.hand_size
    has, had = kept + number_of(after, "ice_cream"), kept + number_of(before, "ice_cream")
    return _FOUR_SCOOPS(has, expected, left) - _FOUR_SCOOPS(had, expected, left)


_FOUR_SCOOPS = _sets(4, 12)


def _fruit(view: State, seat: int, before: Table, after: Table) -> int:
    expected = coming(view, seat, *FACES_OF["fruit"]) // 3 + FRUIT_LATER * (ROUNDS - view.round)
    kept = view.kept[seat]
    return _fruit_prospect((*kept, *after), expected) - _fruit_prospect((*kept, *before), expected)


def _fruit_prospect(cards: Table, expected: int) -> int:
    """Return what fruit are worth with what may come of each, between two steps in proportion."""
    shown = "".join([FRUIT_ICONS[laid.face] for laid in cards if laid.face in FRUIT_ICONS])
    total = 0
    for kind in "wop":
        whole, part = divmod(POINT * shown.count(kind) + expected, POINT)
        low, high = FRUIT[min(whole, 5)], FRUIT[min(whole + 1, 5)]
        total += POINT * low + (high - low) * part
    return total


def _onigiri(view: State, seat: int, before: Table, after: Table) -> int:
    expected, left = coming(view, seat, *FACES_OF["onigiri"]), turns_left(view)
    return _shapes(after, expected, left) - _shapes(before, expected, left)


def _shapes(table: Table, expected: int, left: int) -> int:
    numbers = [number_of(table, face) for face in FACES_OF["onigiri"]]
    first, *more = [
        sum([number > index for number in numbers]) for index in range(max(1, *numbers))
    ]
    missing = len(numbers) - first
    points = _ONIGIRI(first, expected * missing // len(numbers), left)
    return points + POINT * sum([ONIGIRI_SETS[size] for size in more])


_ONIGIRI = _rising(ONIGIRI_SETS)


def _edamame(view: State, seat: int, before: Table, after: Table) -> int:
    others = others_of(view, seat)
    eaters = sum([number_of(table, "edamame") > 0 for table in others])
    chance = min(SURE, EATING * turns_left(view))
    each = POINT * eaters + POINT * (len(others) - eaters) * chance // SURE
    number = number_of(after, "edamame") - number_of(before, "edamame")
    return number * min(each, POINT * EDAMAME_MOST)


def _miso(view: State, seat: int, before: Table, after: Table) -> int:
    more = number_of(after, "miso") - number_of(before, "miso")
    if more < 0:
        return 3 * POINT * more
    fresh = sum([laid.face == "miso" and laid.turn == view.turn for laid in before])
    if fresh or view.misos:
        return -3 * POINT * fresh
    if view.phase != "choose":
        return 3 * POINT
    return 3 * POINT * undisturbed(view, seat, "miso") // SURE


def _nigiri(view: State, seat: int, before: Table, after: Table) -> int:
    points, free = _sushi(after)
    points_before, free_before = _sushi(before)
    change = points - points_before
    if free != free_before:
        each = _tripled(view, seat)
        change += _waiting(free, each) - _waiting(free_before, each)
    return change


def _sushi(table: Table) -> tuple[int, int]:
    """Return the points of nigiri, and how many wasabi wait for one."""
    points = free = 0
    for laid in table:
        face = laid.face
        if face in NIGIRI:
            points += NIGIRI[face] * (3 * POINT if laid.on else POINT)
            if laid.on:
                free -= 1
        elif face == "wasabi" and not laid.spent:
            free += 1
    return points, free


def _tripled(view: State, seat: int) -> int:
    """Return what a wasabi promises: the best nigiri that comes, tripled."""
    if not turns_left(view):
        return 0
    promise, chance = 0, SURE
    for face in ("squid", "salmon", "egg"):
        comes = hope(coming(view, seat, face), 1)
        promise += (3 * POINT * NIGIRI[face] - PICK) * chance * comes // SURE**2
        chance = chance * (SURE - comes) // SURE
    return promise


def _waiting(number: int, each: int) -> int:
    """Return what cards promise that wait for their use: a second one half of the first."""
    return sum([each // (place + 1) for place in range(number)])


def _bonus(name: str) -> Change:
    """Return the change of Chopsticks or Spoons, which need a later turn with cards in hand."""
    faces = frozenset(FACES_OF[name])

    def change(view: State, _seat: int, before: Table, after: Table) -> int:
        left = turns_left(view)
        if left < 2:
            return 0
        each = BONUS_CARD[name] * min(left, BONUS_TURNS) // BONUS_TURNS
        has = sum([laid.face in faces for laid in after])
        had = sum([laid.face in faces for laid in before])
        return _waiting(has, each) - _waiting(had, each)

    return change


def _tea(view: State, table: Table) -> int:
    teas = number_of(table, "tea")
    if not teas:
        return 0
    colours = [COLOUR_OF[laid.face] for laid in table if laid.face]
    largest = max([colours.count(colour) for colour in set(colours)])
    return teas * (POINT * largest + TEA_GROWTH * turns_left(view))


def _soy_sauce(view: State, seat: int, table: Table) -> int:
    sauces = number_of(table, "soy_sauce")
    if not sauces:
        return 0
    others = [_colours(other) for other in others_of(view, seat)]
    chance = most(_colours(table), others, LATE_SOY * turns_left(view))
    return sauces * 4 * POINT * chance // SURE


def _colours(table: Table) -> int:
    return len({COLOUR_OF[laid.face] for laid in table if laid.face})


_CHANGES: Mapping[str, Change] = {
    "nigiri": _nigiri,
    "wasabi": _nigiri,
    "maki": maki,
    "temaki": temaki,
    "uramaki": uramaki,
    "tempura": _collected("tempura", _sets(2, 5)),
    "sashimi": _collected("sashimi", _sets(3, 10)),
    "dumpling": _collected("dumpling", _rising(DUMPLINGS)),
    "eel": _collected("eel", _eel),
    "tofu": _collected("tofu", _tofu),
    "onigiri": _onigiri,
    "edamame": _edamame,
    "miso": _miso,
    "chopsticks": _bonus("chopsticks"),
    "spoon": _bonus("spoon"),
    "pudding": pudding,
    "ice_cream": _ice_cream,
    "fruit": _fruit,
}
"""Types that are worth something by themselves; Tea and Soy Sauce look at the whole table."""


def change_of(view: State, seat: int, before: Table, after: Table, *types: str) -> int:
    """Return what a change of a table is worth to its seat when only these types changed."""
    if len(types) == 1:
        change = _CHANGES.get(types[0])
        total = change(view, seat, before, after) if change else 0
    else:
        changes = dict.fromkeys([_CHANGES[name] for name in types if name in _CHANGES])
        total = sum([change(view, seat, before, after) for change in changes])
    menu = view.kit.menu
    if "tea" in menu:
        total += _tea(view, after) - _tea(view, before)
    if "soy_sauce" in menu:
        total += _soy_sauce(view, seat, after) - _soy_sauce(view, seat, before)
    return total
