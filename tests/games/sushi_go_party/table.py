"""Menus, cards on tables and score sheets, written by hand."""

from collections.abc import Sequence
from typing import Any

from games.core.outcome import ScoreLine
from games.core.setup import Setup, resolve_options
from games.sushi_go_party.components import A_LA_CARTE, BY_NAME, COMPOSITION, TYPES
from games.sushi_go_party.engine import SushiGoParty
from games.sushi_go_party.options import OPTIONS
from games.sushi_go_party.scoring import dessert_lines, round_lines
from games.sushi_go_party.state import Kit, Laid, kit_of


def setup_with(
    *types: str, seats: int = 4, rules: int = SushiGoParty.version, **options: Any
) -> Setup:
    """Return a setup whose menu holds these types, filled up with the first that fit."""
    cards = [name for name in types if name != "nigiri"]
    for kind in TYPES:
        wanted = COMPOSITION.get(kind.group, 0)
        found = sum(BY_NAME[name].group == kind.group for name in cards)
        fits = kind.seats[0] <= seats <= kind.seats[1]
        if found < wanted and fits and kind.name not in cards:
            cards.append(kind.name)
    chosen = {"menu": A_LA_CARTE, "cards": cards, **options}
    return Setup("sushi_go_party", rules, seats, resolve_options(OPTIONS, seats, chosen))


def kit_with(*types: str, seats: int = 4, **options: Any) -> Kit:
    """Return the kit of such a setup."""
    return kit_of(setup_with(*types, seats=seats, **options))


def laid(*cards: str) -> list[Laid]:
    """Return cards on a table, one a turn.

    `copy:eel` is a Special Order that copies an eel, `packed:eel` an eel turned face down, and
    `squid>wasabi` (or `copy:squid>wasabi`) a nigiri with the wasabi that it lies on.
    """
    table: list[Laid] = []
    for turn, text in enumerate(cards, 1):
        on = 0
        if text.endswith(">wasabi"):
            on = len(table) + 1
            table.append(Laid("wasabi", "wasabi", turn, on))
        kind, _, name = text.removesuffix(">wasabi").rpartition(":")
        card = "special_order" if kind == "copy" else name
        face = "" if kind == "packed" else name
        table.append(Laid(card, face, turn, len(table) + 1, on))
    return table


def many(*numbers: int, of: str) -> list[list[Laid]]:
    """Return one table per number, with so many of one face."""
    return [laid(*[of] * number) for number in numbers]


def sheet(
    kit: Kit,
    tables: Sequence[Sequence[Laid]],
    *,
    points: Sequence[int] | None = None,
    claims: int = 0,
) -> list[dict[str, ScoreLine]]:
    """Return the lines of a round per seat, by rule; seats not named have an empty table."""
    full = [*tables, *[[]] * (kit.seats - len(tables))]
    lines = round_lines(kit, full, points or [0] * kit.seats, claims, 1)
    return [{line.rule: line for line in seat} for seat in lines]


def column(
    rule: str,
    tables: Sequence[Sequence[Laid]],
    *,
    kit: Kit | None = None,
    points: Sequence[int] | None = None,
    claims: int = 0,
) -> list[int]:
    """Return what one rule gives to each seat; without a kit as many play as tables are given."""
    kit = kit or kit_with(rule, seats=len(tables))
    return [lines[rule].points for lines in sheet(kit, tables, points=points, claims=claims)]


def desserts(name: str, kept: Sequence[Sequence[Laid]]) -> list[int]:
    """Return what desserts of one type give to each seat in the end."""
    lines = dessert_lines(kit_with(name, seats=len(kept)), kept)
    return [sum(line.points for line in seat) for seat in lines]
