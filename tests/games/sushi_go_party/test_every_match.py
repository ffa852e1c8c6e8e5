"""Over all menus, seats and options: no card is made or lost, and every point can be recounted."""

from collections import Counter
from typing import Any

import pytest

from games.sushi_go_party.components import COPIES, DESSERTS
from games.testing.scale import scaled
from tests.games.sushi_go_party.matches import RULES, drawn_setup, positions
from tests.games.sushi_go_party.recount import dessert_points, round_points, uramaki_icons

BATCH = 50
BATCHES = scaled(10_000, 32) // BATCH
BOX = 181


def census(state: Any) -> tuple[Counter[str], int]:
    """Return the cards whose place is known and how many others the state speaks of."""
    seen: Counter[str] = Counter()
    for laids in (*state.tables, *state.kept):
        seen.update(laid.card for laid in laids)
    for cards in (*state.limbo, state.discard, state.gone):
        seen.update(cards)
    for hand in state.hands:
        seen.update(hand.known)
    return seen, state.deck + state.pile + sum(hand.unknown for hand in state.hands)


def require_whole_box(state: Any) -> None:
    box = {face: COPIES[face] for face in state.kit.faces}
    asleep = BOX - sum(box.values())
    seen, others = census(state)
    assert sum(seen.values()) + others + asleep == BOX
    left = {face: number - seen[face] for face, number in box.items()}
    assert set(seen) <= set(box)
    assert min(left.values()) >= 0
    assert sum(number for face, number in left.items() if face in DESSERTS) >= state.pile
    for hand in state.hands:
        assert hand.size == state.hands[0].size or state.phase not in ("choose", "deal")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_card_is_somewhere_and_every_point_is_recounted(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        setup = drawn_setup(number)
        before = (0,) * setup.seats
        totals = [0] * setup.seats
        sheets = 0
        for state in positions(setup, number):
            require_whole_box(state)
            if len(state.sheets) > sheets:
                sheet = state.sheets[sheets]
                ends = round_points(sheet.tables, setup.options, state.kit.menu)
                for seat, lines in enumerate(sheet.lines):
                    rolls = sum(line.points for line in lines if line.rule == "uramaki")
                    rest = sum(line.points for line in lines if line.rule != "uramaki")
                    assert rest == ends[seat], (number, sheets, seat)
                    totals[seat] += rest + rolls
                require_uramaki(sheet, before, str(setup.options["uramaki"]))
                sheets += 1
            before = tuple(state.points)
        outcome = RULES.outcome(state)
        sweets = dessert_points(state.kept, state.kit.menu)
        assert outcome.final
        assert sheets == 3
        assert list(outcome.scores) == [a + b for a, b in zip(totals, sweets, strict=True)]


def require_uramaki(sheet: Any, before: tuple[int, ...], edition: str) -> None:
    """Whoever has most symbols at the end gets the prize; the last turn may still give places."""
    icons = [uramaki_icons(table) for table in sheet.tables]
    places, prizes = ((8, 6), {2}) if edition == "fr" else ((8, 5, 2), {8, 5, 2, 0})
    wins = {0, *places, *(one + two for one in places for two in places)}
    found = set()
    for seat, lines in enumerate(sheet.lines):
        for line in lines:
            if line.rule == "uramaki":
                gained = line.points - before[seat]
                leads = bool(icons[seat]) and icons[seat] == max(icons)
                found.add(leads)
                ends = prizes if leads else {0}
                assert gained in {win + end for win in wins for end in ends}
    assert not any(icons) or found >= {True}
