"""What cards are worth that are compared between all tables: maki, temaki, uramaki, puddings.

The more turns are left, the less a lead says about the end.
"""

from collections.abc import Sequence

from games.sushi_go_party import scoring
from games.sushi_go_party.components import FACES_OF, MAKI, ROUNDS, URAMAKI
from games.sushi_go_party.expectations import (
    PICK,
    POINT,
    SURE,
    ahead,
    coming,
    fewest,
    hope,
    most,
    turns_left,
)
from games.sushi_go_party.state import Laid, State

Table = Sequence[Laid]

LATE_MAKI, LATE_TEMAKI, LATE_URAMAKI, LATE_PUDDING = 100, 35, 100, 12
"""How much a turn that is left can still change a race, in hundredths of half a card."""
URAMAKI_ICONS = 4
"""What an uramaki card shows on average."""


def number_of(table: Table, face: str) -> int:
    return [laid.face for laid in table].count(face)


def others_of(view: State, seat: int) -> list[tuple[Laid, ...]]:
    return [table for other, table in enumerate(view.tables) if other != seat]


def pudding(view: State, seat: int, before: Table, after: Table) -> int:
    numbers = [
        number_of(kept, "pudding") + number_of(table, "pudding")
        for kept, table in zip(view.kept, view.tables, strict=True)
    ]
    kept = number_of(view.kept[seat], "pudding")
    del numbers[seat]
    left = turns_left(view) + (ROUNDS - view.round) * view.kit.hand_size
    has, had = kept + number_of(after, "pudding"), kept + number_of(before, "pudding")
    return _most_and_fewest(scoring.PUDDING_PRIZE, has, had, numbers, LATE_PUDDING * left)


def temaki(view: State, seat: int, before: Table, after: Table) -> int:
    others = [number_of(table, "temaki") for table in others_of(view, seat)]
    has, had = number_of(after, "temaki"), number_of(before, "temaki")
    return _most_and_fewest(scoring.TEMAKI_PRIZE, has, had, others, LATE_TEMAKI * turns_left(view))


def _most_and_fewest(prize: int, has: int, had: int, others: Sequence[int], late: int) -> int:
    chance = most(has, others, late) - (most(had, others, late) if had else 0)
    if len(others) > 1:
        chance += fewest(had, others, late) - fewest(has, others, late)
    return POINT * prize * chance // SURE


def maki(view: State, seat: int, before: Table, after: Table) -> int:
    others = [scoring.icons(table, MAKI) for table in others_of(view, seat)]
    prizes = (
        scoring.MAKI_PRIZES_OF_MANY if view.kit.seats >= scoring.MANY_SEATS else scoring.MAKI_PRIZES
    )
    late = LATE_MAKI * turns_left(view)
    has, had = scoring.icons(after, MAKI), scoring.icons(before, MAKI)
    return _places(has, others, prizes, late) - _places(had, others, prizes, late)


def _places(mine: int, others: Sequence[int], prizes: Sequence[int], late: int) -> int:
    """Return the expected prize by the chances of how many others stay ahead.

    Equal ones share a place and take no further one away; before the end they will hardly stay
    equal, and each of them is a rival.
    """
    if not mine:
        return 0
    behind = [SURE, *[0] * (len(prizes) - 1)]
    for other in others if late else set(others):
        chance = ahead(2 * (mine - other) + 1, late)
        for place in range(len(prizes) - 1, -1, -1):
            worse = behind[place - 1] * (SURE - chance) if place else 0
            behind[place] = (behind[place] * chance + worse) // SURE
    return (
        POINT * sum([prize * chance for prize, chance in zip(prizes, behind, strict=True)]) // SURE
    )


def uramaki(view: State, seat: int, before: Table, after: Table) -> int:
    others = [scoring.icons(table, URAMAKI) for table in others_of(view, seat)]
    expected = coming(view, seat, *FACES_OF["uramaki"])
    has, had = scoring.icons(after, URAMAKI), scoring.icons(before, URAMAKI)
    return _to_ten(view, has, others, expected) - _to_ten(view, had, others, expected)


def _to_ten(view: State, mine: int, others: Sequence[int], expected: int) -> int:
    """Return what uramaki promise: a place for ten of them, and most of those that are left."""
    if not mine:
        return 0
    english = view.kit.options["uramaki"] == "en"
    places = scoring.ENGLISH_PLACES if english else scoring.FIRST_TO_TEN
    missing = _cards_to_ten(mine)
    sooner = sum([_cards_to_ten(other) < missing for other in others]) if missing else 0
    place = view.claims + sooner
    prize = POINT * places[place] if place < len(places) else 0
    if prize and not missing:
        return prize
    left = turns_left(view)
    rest = places[view.claims :][:1] if english else (scoring.MOST_LEFT,)
    promise = POINT * sum(rest) * most(mine, others, LATE_URAMAKI * left) // SURE
    if prize and missing <= left:
        promise += max(0, prize - PICK * missing) * hope(expected, missing) // SURE
    return promise


def _cards_to_ten(number: int) -> int:
    return -(min(number - scoring.TEN, 0) // URAMAKI_ICONS)
