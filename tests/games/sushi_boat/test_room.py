"""A pawn is never stuck: own boards, accepted and refused, against brute force over all pawns."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import cast

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.core.words import say
from games.sushi_boat.events import OrderPlaced, PawnMoved
from games.sushi_boat.state import NOWHERE, State
from games.testing.scale import scaled
from tests.games.sushi_boat.matches import shuffled
from tests.games.sushi_boat.table import RULES

STUCK = ("layout_row_blocks_all", "layout_too_few_spaces")
BATCHES = 10
ONE_ROW = {
    "belt": "1 ? ? 1",
    "spaces": "L1=0 R1=3 M1=0+3 M2=0+3 M3=0+3",
    "four_plus": "M1 M2 M3",
    "staff_places": "L1",
}


@dataclass
class Plan:
    """A board as somebody drew it, with nothing of the engine's."""

    rows: list[int]
    """The row of each slot; 0 in the tunnel."""
    spaces: dict[str, tuple[int, ...]]
    closed: list[str]

    def options(self) -> dict[str, str]:
        return {
            "layout": "own",
            "belt": " ".join(str(row) if row else "?" for row in self.rows),
            "spaces": " ".join(f"{n}={'+'.join(map(str, own))}" for n, own in self.spaces.items()),
            "four_plus": " ".join(self.closed),
            "staff_places": next(iter(self.spaces)),
        }

    def usable(self, seats: int) -> list[str]:
        return [name for name in self.spaces if seats >= 4 or name not in self.closed]

    def share_a_row(self, one: str, other: str) -> bool:
        return any(
            self.rows[mine] == self.rows[yours]
            for mine in self.spaces[one]
            for yours in self.spaces[other]
        )

    def free(self, seats: int, own: str | None, others: tuple[str, ...]) -> set[str]:
        """Return where a pawn may go: « pas déjà occupée », « pas … la même ligne » (A3, A19)."""
        return {
            name
            for name in self.usable(seats)
            if name != own
            and name not in others
            and not (seats == 2 and any(self.share_a_row(name, other) for other in others))
        }

    def placements(self, seats: int) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        """Yield every place of the pawn to move, on the board or off, with the others' places."""
        usable = self.usable(seats)
        for count in range(seats):
            for others in combinations(usable, count):
                for own in (None, *usable):
                    if own in others:
                        continue
                    if seats == 2 and own and any(self.share_a_row(own, o) for o in others):
                        continue
                    yield own, others

    def stuck(self, seats: int) -> bool:
        return any(not self.free(seats, *placement) for placement in self.placements(seats))


def drawn_plan(rng: SeededRng) -> Plan:
    """Return a small board; some have a slot that nobody reaches, or too few arrow or 4+ spaces."""
    sides = [shuffled(list(range(1, 1 + rng.below(3) + 1)), rng)]
    sides.append(shuffled(sides[0], rng))
    rows = [*sides[0], 0, 0, *sides[1]]
    slots = [slot for slot, row in enumerate(rows) if row]
    own = [tuple(sorted(shuffled(slots, rng)[:2])) for _ in range(3 - (rng.below(20) == 0))]
    if rng.below(10):
        own += [(slot,) for slot in slots if not any(slot in two for two in own)]
    own += [(pick(rng, slots),) for _ in range(rng.below(4))]
    names = shuffled([f"{side}{number}" for side in "LMR" for number in range(1, 5)], rng)
    spaces = dict(zip(names, shuffled(own, rng), strict=False))
    return Plan(rows, spaces, shuffled(list(spaces), rng)[: 3 - (rng.below(20) == 0)])


def verdict(plan: Plan, seats: int) -> Setup | RuleViolation:
    """Return the setup on a board, or why there is none."""
    try:
        return make_setup(RULES, seats=seats, options=plan.options())
    except RuleViolation as violation:
        return violation


def require_stuck(plan: Plan, seats: int, violation: RuleViolation) -> None:
    """The refusal is right, and its words in both languages name the space that it is about."""
    assert plan.stuck(seats)
    if violation.code == "layout_row_blocks_all":
        name = str(violation.params["name"])
        assert all(plan.share_a_row(name, other) for other in plan.usable(seats))
        for language in ("en", "fr"):
            assert name in say(RULES.words, f"code.{violation.code}", language, name=name)


def offered(state: State, own: str | None, others: tuple[str, ...]) -> set[str]:
    """Return where the engine lets a pawn without yen go from a placement."""
    index = state.kit.board.index
    state.pawns = [NOWHERE if own is None else index[own], *(index[other] for other in others)]
    state.pawns += [NOWHERE] * (state.seats - len(state.pawns))
    return {cast(PawnMoved, choice).space for choice in RULES.choices(state, 0)}


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_board_is_refused_exactly_when_some_placement_leaves_a_pawn_stuck(batch: int) -> None:
    found: Counter[str] = Counter()
    for number in range(scaled(8_000) // BATCHES):
        plan = drawn_plan(SeededRng(f"room/{batch}/{number}"))
        for seats in RULES.seats:
            judged = verdict(plan, seats)
            if isinstance(judged, RuleViolation):
                found[judged.code] += 1
                if judged.code in STUCK:
                    require_stuck(plan, seats, judged)
                continue
            found["accepted"] += 1
            state = RULES.start(judged)
            state.phase, state.yen = "move", [0] * seats
            for placement in plan.placements(seats):
                free = plan.free(seats, *placement)
                assert free, (plan.options(), seats, placement)
                assert offered(state, *placement) == free
    assert all(found[code] > 0 for code in ("accepted", *STUCK))


def ends(setup: Setup, rng: SeededRng) -> bool:
    """Tell whether players who throw all their yen away can play a match to its end."""
    state = RULES.start(setup)
    while needs := RULES.needs(state):
        need = pick(rng, needs)
        if need.seat is None:
            event = RULES.sample(state, need, rng)
        else:
            choices = list(RULES.choices(state, need.seat))
            if not choices:
                return False
            orders = [choice for choice in choices if isinstance(choice, OrderPlaced)]
            event = pick(rng, orders or choices)
        RULES.check(state, event)
        RULES.apply(state, event)
    return True


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_nobody_is_ever_without_a_choice_on_a_board_that_was_accepted(batch: int) -> None:
    accepted = 0
    for number in range(scaled(1_000) // BATCHES):
        rng = SeededRng(f"stuck/{batch}/{number}")
        setup = verdict(drawn_plan(rng), 2 + rng.below(4))
        if isinstance(setup, Setup):
            accepted += 1
            assert ends(setup, rng)
    assert accepted > 0


def test_two_players_cannot_sit_on_a_board_of_one_row() -> None:
    """Whoever sits first closes every space to the other, whose yen may be gone."""
    options: dict[str, object] = {"layout": "own", **ONE_ROW}
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=2, options=options)
    assert caught.value.code == "layout_row_blocks_all"
    assert caught.value.params["name"] == "L1"
    resolved = make_setup(RULES, seats=4, options=options).options
    assert not ends(Setup("sushi_boat", 1, 2, resolved), SeededRng("one row"))


def test_more_players_may_sit_in_one_row() -> None:
    """A3: the row rule is for two players alone."""
    assert make_setup(RULES, seats=4, options={"layout": "own", **ONE_ROW}).seats == 4


@pytest.mark.parametrize("seats", RULES.seats)
def test_the_shipped_board_leaves_nobody_stuck(seats: int) -> None:
    assert make_setup(RULES, seats=seats, options={}).seats == seats
