"""Scores of tables that were only counted: the trays of each round, and the tokens at the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.counts import pile, read_counts
from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ScoreLine, ranked
from games.core.setup import Setup
from games.sushi_roll.components import (
    CHOPSTICKS_TOKENS,
    DESSERT_TOKENS,
    FACES,
    GAINS,
    KIND_OF,
    MENU_TOKENS,
    NIGIRI,
    NUMBER_OF,
    ROUNDS,
)
from games.sushi_roll.options import faces_option
from games.sushi_roll.scoring import ON_WASABI, dishes, final_lines, round_lines
from games.sushi_roll.state import Kit, State, kind_of, kit_of

SORTS = ("menu_token", "chopsticks_token", "dessert_token")
_SCORING = tuple(face for face in FACES if KIND_OF[face] not in ("special", "dessert"))
_OFF_WASABI = {dish: face for face, dish in ON_WASABI.items()}


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return what scores on the tray of a seat at the end of each round, and its last tokens."""
    kit = kit_of(setup)
    items = _items(kit)
    rounds = [
        pile(f"round{number}", items, kit.size, round=number) for number in range(1, ROUNDS + 1)
    ]
    return (*rounds, pile("tokens", _tokens(kit)))


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score `{"round1": ["squid_on_wasabi", "maki3", …], …, "tokens": ["menu_token", …]}`.

    Dice that give nothing at the end of a round may be left out. Raises `bad_tables`, or a code
    `count_…` for what no match could leave on the table.
    """
    kit = kit_of(setup)
    dishes = (*_SCORING, *_OFF_WASABI)
    known = {f"round{number}": dishes for number in range(1, ROUNDS + 1)} | {"tokens": SORTS}
    counts = read_counts(known, kit.seats, tables)
    breakdown: list[list[ScoreLine]] = [[] for _ in counts]
    for number in range(1, ROUNDS + 1):
        trays = [count[f"round{number}"] for count in counts]
        _require_dice(kit, number, trays)
        for seat, lines in enumerate(round_lines(trays, number)):
            breakdown[seat] += lines
    _require_tokens(kit, counts)
    menus, chopsticks, desserts = (
        [count["tokens"].count(sort) for count in counts] for sort in SORTS
    )
    left = [sum(pair) for pair in zip(menus, chopsticks, strict=True)]
    for seat, lines in enumerate(final_lines(desserts, left)):
        breakdown[seat] += lines
    return ranked(list(map(tuple, breakdown)), desserts, final=True)


def recorded_counts(state: State) -> list[dict[str, list[str]]]:
    """Return what scored on the tray of each seat in the rounds that are over."""
    scoring = {*_SCORING, *_OFF_WASABI}
    return [
        {
            f"round{number}": [dish for dish in dishes(sheet.trays[seat]) if dish in scoring]
            for number, sheet in enumerate(state.sheets, 1)
        }
        for seat in range(state.seats)
    ]


def _items(kit: Kit) -> dict[str, int]:
    """Return what may be counted on a tray, in the order of the box, and how much of it."""
    items = {face: NUMBER_OF[KIND_OF[face]] for face in _SCORING if face in kit.unit}
    if "wasabi" in kit.unit:
        most = min(NUMBER_OF["special"], NUMBER_OF["nigiri"])
        items |= {ON_WASABI[face]: most for face in NIGIRI if face in kit.unit}
    return items


def _tokens(kit: Kit) -> dict[str, int]:
    """Return how many tokens of each sort a match can give."""
    largest = max(GAINS[face][1] for face in kit.sides["dessert"])
    most = ROUNDS * NUMBER_OF["dessert"] * largest
    desserts = min(most, DESSERT_TOKENS) if kit.dessert_cap else most
    return dict(zip(SORTS, (MENU_TOKENS, CHOPSTICKS_TOKENS, desserts), strict=True))


def _require_dice(kit: Kit, number: int, trays: Sequence[Sequence[str]]) -> None:
    """Raise what no die shows or is more than a tray or the bag holds.

    A nigiri on wasabi is two dice. There are as many dice with wasabi as with nigiri, so nigiri run
    out first.
    """
    counted = dict.fromkeys(NUMBER_OF, 0)
    for seat, tray in enumerate(trays):
        dice = len(tray) + sum(dish in _OFF_WASABI for dish in tray)
        if dice > kit.size:
            raise RuleViolation(
                "count_tray_too_full", number=seat + 1, round=number, found=dice, most=kit.size
            )
        for dish in tray:
            counted[kind_of(kit, _OFF_WASABI.get(dish, dish))] += 1
            if dish in _OFF_WASABI:
                kind_of(kit, "wasabi")
    for kind, dice in counted.items():
        if dice > NUMBER_OF[kind]:
            raise RuleViolation(
                "count_too_many_dice", kinds=[kind], round=number, found=dice, most=NUMBER_OF[kind]
            )


def _require_tokens(kit: Kit, counts: Sequence[Mapping[str, list[str]]]) -> None:
    for sort, most in _tokens(kit).items():
        tokens = sum(count["tokens"].count(sort) for count in counts)
        if tokens > most:
            params: dict[str, Any] = {"sorts": [sort], "found": tokens, "most": most}
            if sort == "dessert_token" and "dessert3" not in kit.unit:
                params["option"] = faces_option("dessert")
            raise RuleViolation("count_too_many_tokens", **params)
