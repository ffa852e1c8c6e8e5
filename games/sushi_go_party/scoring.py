"""Points: what the tables of a round give, desserts at the end, and the result.

Every type is scored from how many of each face lie before each seat. A nigiri on wasabi counts as
a face of its own; a card that is face down has no face, hence neither type nor colour (A11).
Rulings are cited by their letter. A score may fall below 0 (A22).
"""

from collections.abc import Callable, Mapping, Sequence

from games.core.outcome import Outcome, ScoreLine, ranked
from games.sushi_go_party.components import (
    COLOUR_OF,
    DESSERTS,
    FACES_OF,
    FRUIT_ICONS,
    MAKI,
    NIGIRI,
    URAMAKI,
)
from games.sushi_go_party.state import PACKED, Kit, Laid, State

Counts = dict[str, int]
Cell = tuple[int, str]
"""Points and what was counted for them, in numbers only."""

FIRST_TO_TEN = (8, 6)
"""French California: points for the first and the second seat that reach ten."""
MOST_LEFT = 2
ENGLISH_PLACES = (8, 5, 2)
TEN = 10

MAKI_PRIZES = (6, 3)
MAKI_PRIZES_OF_MANY = (6, 4, 2)
MANY_SEATS = 6
TEMAKI_PRIZE, PUDDING_PRIZE = 4, 6
EDAMAME_MOST = 4
DUMPLINGS = (0, 1, 3, 6, 10, 15)
TOFU = (0, 2, 6)
ONIGIRI_SETS = (0, 1, 4, 9, 16)
FRUIT = (-2, 0, 1, 3, 6, 10)

ON_WASABI = {face: f"{face}_on_wasabi" for face in NIGIRI}
_NIGIRI_CELLS = tuple(
    (key, points, text)
    for face, value in sorted(NIGIRI.items(), key=lambda item: -item[1])
    for key, points, text in (
        (ON_WASABI[face], 3 * value, f"{value}×3"),
        (face, value, str(value)),
    )
)
_COLOURS = {**COLOUR_OF, **{key: COLOUR_OF[face] for face, key in ON_WASABI.items()}}
_ALONE: Mapping[str, Callable[[int], int]] = {
    "tempura": lambda n: n // 2 * 5,
    "sashimi": lambda n: n // 3 * 10,
    "dumpling": lambda n: DUMPLINGS[min(n, 5)],
    "eel": lambda n: 7 if n > 1 else -3 * n,
    "tofu": lambda n: TOFU[n] if n < len(TOFU) else 0,
    "miso": lambda n: 3 * n,
    "ice_cream": lambda n: n // 4 * 12,
}
"""Types of one face that depend on nobody else, nor on other types."""


def icons(table: Sequence[Laid], values: Mapping[str, int]) -> int:
    return sum([values[laid.face] for laid in table if laid.face in values])


def english_places(
    tables: Sequence[Sequence[Laid]], claims: int, *, end: bool
) -> list[tuple[int, int]]:
    """Return seats and points for California by the English rules, after `claims` claims.

    Within a round every seat with ten icons claims a place by its total; equal ones share it and
    use up the next ones. At the end only the next place is given, for the most icons left.
    """
    totals = [icons(table, URAMAKI) for table in tables]
    most = max(totals)
    if end:
        if not most or claims >= len(ENGLISH_PLACES):
            return []
        return [(seat, ENGLISH_PLACES[claims]) for seat, n in enumerate(totals) if n == most]
    if most < TEN:
        return []
    prizes = []
    for seat, total in enumerate(totals):
        place = claims + sum([other > total for other in totals])
        if total >= TEN and place < len(ENGLISH_PLACES):
            prizes.append((seat, ENGLISH_PLACES[place]))
    return prizes


def round_lines(
    kit: Kit, tables: Sequence[Sequence[Laid]], points: Sequence[int], claims: int, number: int
) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the score sheet of round `number` per seat, one line per type that can score.

    `points` were given for California during the round, for `claims` places.
    """
    columns = _columns(kit, tables, points, claims)
    return tuple(
        [
            tuple([ScoreLine(name, *cells[seat], number) for name, cells in columns])
            for seat in range(len(tables))
        ]
    )


def standing(state: State) -> tuple[int, ...]:
    """Return what each seat would get if the round ended now, without desserts."""
    columns = _columns(state.kit, state.tables, state.points, state.claims)
    return tuple([sum([cells[seat][0] for _, cells in columns]) for seat in range(state.seats)])


def dessert_lines(kit: Kit, kept: Sequence[Sequence[Laid]]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return what the desserts of all three rounds are worth per seat."""
    counts = [_counted(cards) for cards in kept]
    name = kit.menu[-1]  # one type of desserts is on every menu, last in the order of the box
    match name:
        case "pudding":
            cells = _most_and_fewest(counts, name, PUDDING_PRIZE)
        case "fruit":
            cells = [_fruit(count) for count in counts]
        case _:
            cells = _alone(counts, name)
    return tuple([(ScoreLine(name, *cell),) for cell in cells])


def outcome(state: State) -> Outcome:
    """Return the score so far; final, with desserts and their tie-break, once the match is over.

    Dessert cards break a tie, or it is shared (A23).
    """
    over = state.phase == "over"
    desserts = dessert_lines(state.kit, state.kept) if over else None
    breakdown = []
    for seat in range(state.seats):
        lines = [line for sheet in state.sheets for line in sheet.lines[seat]]
        if state.points[seat]:
            lines.append(ScoreLine("uramaki", state.points[seat], round=state.round))
        if desserts is not None:
            lines += desserts[seat]
        breakdown.append(tuple(lines))
    return ranked(breakdown, [len(kept) if over else 0 for kept in state.kept], final=over)


def _counted(table: Sequence[Laid]) -> Counts:
    counts: Counts = {}
    for laid in table:
        face = ON_WASABI[laid.face] if laid.on else laid.face
        counts[face] = counts.get(face, 0) + 1
    return counts


def _columns(
    kit: Kit, tables: Sequence[Sequence[Laid]], points: Sequence[int], claims: int
) -> list[tuple[str, list[Cell]]]:
    """Return the cells of all seats for every type of the menu that scores in a round."""
    counts = [_counted(table) for table in tables]
    columns: list[tuple[str, list[Cell]]] = []
    for name in kit.menu:
        if name in _ALONE:
            if name not in DESSERTS:
                columns.append((name, _alone(counts, name)))
        elif name in _TOGETHER:
            columns.append((name, _TOGETHER[name](counts)))
        elif name == "takeout_box":
            columns.append((PACKED, [_each(count.get("", 0), 2) for count in counts]))
        elif name == "tea":
            desserts = bool(kit.options["tea_counts_desserts"])
            columns.append((name, [_tea(count, desserts=desserts) for count in counts]))
        elif name == "uramaki":
            english = kit.options["uramaki"] == "en"
            columns.append((name, _uramaki(tables, points, claims, english=english)))
    return columns


def _alone(counts: Sequence[Counts], name: str) -> list[Cell]:
    worth = _ALONE[name]
    return [(worth(n), str(n)) for n in [count.get(name, 0) for count in counts]]


def _each(cards: int, worth: int) -> Cell:
    return cards * worth, f"{cards}×{worth}"


def _nigiri(counts: Sequence[Counts]) -> list[Cell]:
    cells = []
    for count in counts:
        total, texts = 0, []
        for key, points, text in _NIGIRI_CELLS:
            if key in count:
                total += count[key] * points
                texts += [text] * count[key]
        cells.append((total, " ".join(texts)))
    return cells


def _maki(counts: Sequence[Counts]) -> list[Cell]:
    """A tie for a place gives all of them its points and takes no further place away."""
    totals = [sum([n * MAKI[face] for face, n in c.items() if face in MAKI]) for c in counts]
    ranks = sorted({total for total in totals if total}, reverse=True)
    prizes = MAKI_PRIZES_OF_MANY if len(counts) >= MANY_SEATS else MAKI_PRIZES
    worth = dict(zip(ranks, prizes, strict=False))
    return [(worth.get(total, 0), str(total)) for total in totals]


def _most_and_fewest(counts: Sequence[Counts], name: str, prize: int) -> list[Cell]:
    """Among three or more, seats that are all equal win and lose the prize (A21)."""
    numbers = [count.get(name, 0) for count in counts]
    most, fewest = max(numbers), min(numbers)
    loses = len(numbers) > 2
    return [
        (prize * ((0 < n == most) - (loses and n == fewest)) if most else 0, str(n))
        for n in numbers
    ]


def _uramaki(
    tables: Sequence[Sequence[Laid]], points: Sequence[int], claims: int, *, english: bool
) -> list[Cell]:
    totals = [icons(table, URAMAKI) for table in tables]
    most = max(totals)
    if english:
        prizes = dict(english_places(tables, claims, end=True))
    else:
        prizes = {seat: MOST_LEFT for seat, total in enumerate(totals) if 0 < total == most}
    return [
        (points[seat] + prizes.get(seat, 0), f"+{points[seat]} {n}" if points[seat] else str(n))
        for seat, n in enumerate(totals)
    ]


def _onigiri(counts: Sequence[Counts]) -> list[Cell]:
    """The n-th set holds every shape of which there are n: larger sets are always worth more."""
    cells = []
    for count in counts:
        shapes = [count.get(face, 0) for face in FACES_OF["onigiri"]]
        sets = [sum([n > index for n in shapes]) for index in range(max(shapes))]
        cells.append((sum([ONIGIRI_SETS[size] for size in sets]), "+".join(map(str, sets)) or "0"))
    return cells


def _edamame(counts: Sequence[Counts]) -> list[Cell]:
    numbers = [count.get("edamame", 0) for count in counts]
    eaters = sum([n > 0 for n in numbers])
    worth = max(0, min(eaters - 1, EDAMAME_MOST))
    return [_each(n, worth) for n in numbers]


def _soy_sauce(counts: Sequence[Counts]) -> list[Cell]:
    """Every seat is compared, and desserts of this round have their colour (A20)."""
    colours = [len({_COLOURS[face] for face in count if face}) for count in counts]
    most = max(colours)
    return [
        _each(count.get("soy_sauce", 0), 4 if n == most else 0)
        for count, n in zip(counts, colours, strict=True)
    ]


def _tea(count: Counts, *, desserts: bool) -> Cell:
    """Tea itself and wasabi count as cards of a colour (A19)."""
    teas = count.get("tea", 0)
    if not teas:
        return 0, "0"
    colours: Counts = {}
    for face, n in count.items():
        if face and (desserts or face not in DESSERTS):
            colour = _COLOURS[face]
            colours[colour] = colours.get(colour, 0) + n
    return _each(teas, max(colours.values()))


def _fruit(count: Counts) -> Cell:
    numbers = [
        sum([n * FRUIT_ICONS[face].count(kind) for face, n in count.items() if face in FRUIT_ICONS])
        for kind in "wop"
    ]
    return sum([FRUIT[min(n, 5)] for n in numbers]), " ".join(map(str, numbers))


_TOGETHER: Mapping[str, Callable[[Sequence[Counts]], list[Cell]]] = {
    "nigiri": _nigiri,
    "maki": _maki,
    "temaki": lambda counts: _most_and_fewest(counts, "temaki", TEMAKI_PRIZE),
    "onigiri": _onigiri,
    "edamame": _edamame,
    "soy_sauce": _soy_sauce,
}
