"""What a choice is worth to a seat that looks at its own stack, hand and the space it sits at.

In hundredths of a point. A stack is worth its points and, while turns are left, what its groups of
different types may still grow into; the fewer turns are left, the more the points alone count.
"""

from collections.abc import Sequence
from functools import lru_cache

from games.core.events import Event
from games.sushi_boat import events as facts
from games.sushi_boat.belt import push_on
from games.sushi_boat.challenge import TAKOYAKI, matches
from games.sushi_boat.reach import FETCHERS, free_spaces, may_do, near
from games.sushi_boat.scoring import dish_points, run_points
from games.sushi_boat.state import EAT, NOWHERE, State
from games.sushi_boat.variety import type_counts, variety_points

POINT = 100
HOPE = (0, 110, 220, 345, 485, 680, 900, 900)
"""What a group of so many types may come to; a second one half as much."""
YEN = 35
RICH = 3
"""More yen than these are hardly ever spent."""
SATSUKI = 110
NEW_DISH = 190
DISH = 60
"""A side dish that is eaten, beside what it does to the places."""


def evaluate(view: State, seat: int, choice: Event) -> int:
    match choice:
        case facts.PlateEaten(slot=slot):
            return gain(view, seat, view.belt[slot])
        case (
            facts.PlateFetched()
            | facts.TrashSearched()
            | facts.DishFetched()
            | facts.SatsukiAsked()
        ):
            return _brought_by_staff(view, seat, choice) - yen_worth(view, seat)
        case facts.YenTaken():
            return yen_worth(view, seat, gained=1)
        case facts.PawnMoved(space=space):
            return space_worth(view, seat, view.kit.board.index[space])
        case facts.PawnBoughtOut(owner=owner):
            return _buy_out(view, seat, owner)
        case facts.OrderPlaced():
            return -yen_worth(view, seat) - 1
        case facts.GuessPlaced(placed=placed):
            return _guess(view, seat, placed)
        case facts.TakoyakiGuessed(cubes=cubes):
            return POINT * matches(view, cubes or (), every=True)
        case facts.PlateKept(plate=plate, end=end):
            stack = view.stacks[seat]
            grown = [*stack, plate] if end == "top" else [plate, *stack]
            return stack_worth(view, grown) - stack_worth(view, stack)
        case facts.DishDiscarded(dish=dish):
            return {"gyoza": -3, "takoyaki": -2, "edamame": -2}.get(dish, -1)
        case facts.TurnEnded():
            return 0
        case _:
            return dish_worth(view, seat) + _effect(view, seat, choice)


def _brought_by_staff(view: State, seat: int, choice: Event) -> int:
    """Return what a member of the staff brings, before the yen is paid."""
    match choice:
        case facts.PlateFetched(slot=slot):
            return gain(view, seat, view.belt[slot])
        case facts.TrashSearched(plate=plate):
            return gain(view, seat, plate)
        case facts.DishFetched():
            return NEW_DISH * _turns_left(view) // 4
        case _:
            return SATSUKI


def _guess(view: State, seat: int, placed: tuple[str, ...] | None) -> int:
    if placed == TAKOYAKI:
        return POINT + dish_worth(view, seat) + POINT * min(len(view.hidden), 2)
    return POINT * matches(view, placed or (), every=view.kit.per_cube)


def stack_worth(view: State, stack: Sequence[str]) -> int:
    return _worth(tuple(stack), _turns_left(view), view.kit.turns // view.seats)


@lru_cache(maxsize=50_000)
def _worth(stack: tuple[str, ...], left: int, turns: int) -> int:
    counts = type_counts(stack)
    hope = 0
    for layer in range(1, max(counts) + 1):
        types = sum([count >= layer for count in counts])
        hope += HOPE[types] if layer == 1 else HOPE[types] // 2
    points = POINT * variety_points(stack)
    return POINT * run_points(stack) + (points * (turns - left) + hope * left) // turns


def gain(view: State, seat: int, plate: str | None) -> int:
    stack = view.stacks[seat]
    if plate is None:
        return 0
    return stack_worth(view, [*stack, plate]) - stack_worth(view, stack) + 1


def yen_worth(view: State, seat: int, gained: int = 0) -> int:
    """Return what the last yen of a seat is worth: less towards the end, and less to the rich."""
    left = _turns_left(view)
    if not left:
        return 1
    return YEN if view.yen[seat] + gained <= min(RICH, left + 1) else YEN // 5


def dish_worth(view: State, seat: int) -> int:
    """Return what one more eaten side dish is worth in places, now and in the long run."""
    counts = [len(dishes) for dishes in view.eaten]
    tie = view.kit.second_after_tie
    before = dish_points(counts, second_after_tie=tie)[seat]
    counts[seat] += 1
    after = dish_points(counts, second_after_tie=tie)[seat]
    return DISH + POINT * (after - before) // 2


def space_worth(view: State, seat: int, space: int, paid: int = 0) -> int:
    """Return what the best two actions at a space are worth together, with `paid` yen gone."""
    kit = view.kit
    plates = [gain(view, seat, view.belt[slot]) for slot in kit.board.slots[space]]
    worths = [max(plates), yen_worth(view, seat, gained=1)]
    if view.yen[seat] > paid:
        worths.append(_staff_worth(view, seat, space) - yen_worth(view, seat))
    worths.sort()
    return sum(worths[-2:])


def _staff_worth(view: State, seat: int, space: int) -> int:
    kit = view.kit
    place = kit.board.tile[space]
    tile = view.staff[place] if place >= 0 else ""
    if tile in FETCHERS:
        slots = [slot for slot in near(kit.board, tile, space) if kit.in_reach[slot]]
        return max([gain(view, seat, view.belt[slot]) for slot in slots], default=0)
    if tile == "neko":
        return max([gain(view, seat, plate) for plate in dict.fromkeys(view.trash)], default=0)
    if tile == "momoko":
        return NEW_DISH * _turns_left(view) // 4 if view.discard else 0
    return SATSUKI if tile == "satsuki" else 0


def _buy_out(view: State, seat: int, owner: int) -> int:
    """Return how much better a pawn's place is than any free one, less what it costs."""
    space = view.pawns[owner]
    cost = yen_worth(view, seat) + YEN // 2
    closed = view.kit.board.four_plus[space] and view.seats < 4
    if view.moved or space == NOWHERE or closed:
        return -cost
    best = max([space_worth(view, seat, free, 1) for free in free_spaces(view)], default=0)
    worth = space_worth(view, seat, space, 1)
    return worth - cost if worth > best else -cost


def _effect(view: State, seat: int, choice: Event) -> int:
    """Return what a side dish does besides being eaten."""
    yen = yen_worth(view, seat, gained=1)
    match choice:
        case facts.GyozaPlayed():
            return POINT
        case facts.MisoPlayed():
            return NEW_DISH // 2 if view.discard else 0
        case facts.EdamamePlayed(slot=slot):
            stack = view.stacks[seat]
            plate = view.belt[slot]
            swapped = [*stack[:-1], plate] if plate is not None else stack
            return yen + stack_worth(view, swapped) - stack_worth(view, stack)
        case facts.YakitoriPlayed(slots=(one, other)):
            belt = view.belt[:]
            belt[one], belt[other] = belt[other], belt[one]
            return yen + _better_meal(view, seat, belt)
        case facts.TempuraPlayed(slot=slot):
            belt = view.belt[:]
            push_on(belt, slot)
            return yen + _better_meal(view, seat, belt)
        case _:
            return 0


def _better_meal(view: State, seat: int, belt: Sequence[str | None]) -> int:
    """Return how much better the plate next to the pawn becomes, if it can still be eaten."""
    if not may_do(view, EAT):
        return 0
    slots = view.kit.board.slots[view.pawns[seat]]
    before = max([gain(view, seat, view.belt[slot]) for slot in slots])
    return max([gain(view, seat, belt[slot]) for slot in slots]) - before


def _turns_left(view: State) -> int:
    """Return how many turns everybody has after this one."""
    return (view.kit.turns - view.turn) // view.seats
