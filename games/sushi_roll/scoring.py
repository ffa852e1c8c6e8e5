"""Points: the trays of a round, desserts and left-over tokens at the end, and the result.

Rulings are cited by their letter. A score may fall below 0 (A9).
"""

from collections.abc import Sequence

from games.core.outcome import Outcome, ScoreLine, ranked
from games.sushi_roll.components import APPETIZER_SYMBOLS, APPETIZERS, MAKI, NIGIRI
from games.sushi_roll.state import State

MAKI_PRIZES = (6, 3)
SETS = {"dumpling": (0, 2, 4, 8), "tempura": (0, 1, 5, 10), "sashimi": (0, 0, 6, 13)}
LARGEST_SET = 3
ON_WASABI = {face: f"{face}_on_wasabi" for face in NIGIRI}
TRIPLE = 3
_NIGIRI_DISHES = tuple(
    dish
    for face, worth in sorted(NIGIRI.items(), key=lambda item: -item[1])
    for dish in (
        (ON_WASABI[face], TRIPLE * worth, f"{worth}×{TRIPLE}"),
        (face, worth, str(worth)),
    )
)
DESSERT_PRIZE = 6
TOKENS_PER_POINT = 2


def dishes(tray: Sequence[str]) -> tuple[str, ...]:
    """Return a tray as dishes: a nigiri taken while a wasabi was free lies on it (A6)."""
    laid: list[str] = []
    for face in tray:
        if face in NIGIRI and "wasabi" in laid:
            laid[laid.index("wasabi")] = ON_WASABI[face]
        else:
            laid.append(face)
    return tuple(laid)


def set_points(appetizer: str, symbols: int) -> int:
    """Return what symbols of an appetizer give: as many sets of three as there are, and the rest.

    No other split is worth more (A3).
    """
    worth = SETS[appetizer]
    return symbols // LARGEST_SET * worth[LARGEST_SET] + worth[symbols % LARGEST_SET]


def maki_points(symbols: Sequence[int]) -> list[int]:
    """Return the prizes for most and second most symbols; ties all get them in full (A2)."""
    ranks = sorted({number for number in symbols if number}, reverse=True)
    worth = dict(zip(ranks, MAKI_PRIZES, strict=False))
    return [worth.get(number, 0) for number in symbols]


def round_lines(trays: Sequence[Sequence[str]], number: int) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return what trays of dishes give at the end of round `number`, per seat and rule."""
    rolls = rolls_on(trays)
    return tuple(
        [
            (
                ScoreLine("maki", points, str(own), number),
                _nigiri(tray, number),
                *[
                    ScoreLine(name, set_points(name, count), str(count), number)
                    for name, count in symbols_on(tray).items()
                ],
            )
            for tray, own, points in zip(trays, rolls, maki_points(rolls), strict=True)
        ]
    )


def rolls_on(trays: Sequence[Sequence[str]]) -> list[int]:
    return [sum([MAKI.get(dish, 0) for dish in tray]) for tray in trays]


def symbols_on(tray: Sequence[str]) -> dict[str, int]:
    """Return how many symbols of each appetizer a tray shows."""
    symbols = dict.fromkeys(APPETIZERS, 0)
    for dish in tray:
        if dish in APPETIZER_SYMBOLS:
            name, times = APPETIZER_SYMBOLS[dish]
            symbols[name] += times
    return symbols


def final_lines(
    desserts: Sequence[int], tokens: Sequence[int]
) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return what desserts and left-over menus and chopsticks give at the end, per seat."""
    return tuple(
        [
            (
                ScoreLine("desserts", points, str(held)),
                ScoreLine("tokens", left // TOKENS_PER_POINT, str(left)),
            )
            for points, held, left in zip(dessert_points(desserts), desserts, tokens, strict=True)
        ]
    )


def dessert_points(desserts: Sequence[int]) -> list[int]:
    """Return what most and fewest desserts give and cost; two players lose nothing (A5)."""
    most, fewest = max(desserts), min(desserts)
    if not most:
        return [0] * len(desserts)
    loses = len(desserts) > 2
    return [DESSERT_PRIZE * ((held == most) - (loses and held == fewest)) for held in desserts]


def outcome(state: State) -> Outcome:
    """Return the score of the rounds that are over; final, with tokens, once the match is.

    Desserts break a tie, or the place is shared (A9).
    """
    over = state.phase == "over"
    tokens = [sum(pair) for pair in zip(state.menus, state.chopsticks, strict=True)]
    sheets = [sheet.lines for sheet in state.sheets]
    if over:
        sheets.append(final_lines(state.desserts, tokens))
    breakdown = [
        tuple([line for lines in sheets for line in lines[seat]]) for seat in range(state.seats)
    ]
    return ranked(breakdown, state.desserts if over else [0] * state.seats, final=over)


def _nigiri(tray: Sequence[str], number: int) -> ScoreLine:
    points, texts = 0, []
    for dish, worth, text in _NIGIRI_DISHES:
        if dish in tray:
            count = tray.count(dish)
            points += count * worth
            texts += [text] * count
    return ScoreLine("nigiri", points, " ".join(texts), number)
