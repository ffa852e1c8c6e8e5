"""Random matches over every number of seats, every option and several boards."""

from collections.abc import Iterator
from typing import Any

from games.core.events import Event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick, shuffle
from games.core.setup import Setup
from games.sushi_boat.components import COLOURS, PLATES_OF
from games.sushi_boat.events import DishFetched, GuessPlaced, PawnMoved
from tests.games.sushi_boat.table import RULES

WASTE = ("TurnEnded", "OrderPlaced", "PawnBoughtOut")

BOARDS: tuple[dict[str, str], ...] = (
    {},
    {  # short, with little staff; an arrow space next to slots of two rows
        "belt": "3 2 1 ? ? 1 2 3",
        "spaces": "L1=2 L2=1 L3=0 R1=5 R2=6 R3=7 M1=2+5 M2=1+6 M3=0+6 R4=7",
        "four_plus": "M1 L3 R4",
        "staff_places": "L1 R2 M3",
    },
    {  # long, the tunnel right before the trash end of the left side
        "belt": "8 7 6 5 4 3 2 1 ? ? 1 2 3 4 5 6 7 8",
        "spaces": "L1=7 L2=6 L3=5 L4=4 L5=3 L6=2 L7=1 L8=0 R1=10 R2=11 R3=12 R4=13 R5=14 "
        "R6=15 R7=16 R8=17 M2=6+11 M5=3+14 M8=0+17",
        "four_plus": "L2 R5 M8",
        "staff_places": "L1 L8 R1 R4 R8 M2 M5",
    },
)


def drawn_setup(seed: int | str) -> Setup:
    """Return a setup: any number of seats, a board, and half of the time everything at random."""
    rng = SeededRng(f"setup/{seed}")
    seats = 2 + rng.below(4)
    options: dict[str, object] = {}
    board = pick(rng, BOARDS)
    if board:
        options |= {"layout": "own", **board}
    if rng.below(2):
        for option in RULES.options():
            if option.kind == "flag":
                options[option.name] = bool(rng.below(2))
        options["memory"] = pick(rng, ("perfect", "table"))
        options["greens"] = [rng.below(4) for _ in range(7)]
        options["plates"] = _drawn_plates(rng)
    return make_setup(RULES, seats=seats, options=options)


def _drawn_plates(rng: SeededRng) -> list[int]:
    counts: list[int] = []
    for colour in COLOURS:
        row = [0] * 7
        for _ in range(PLATES_OF[colour]):
            row[rng.below(7)] += 1
        counts += row
    return counts


def chosen(state: Any, seat: int, rng: SeededRng) -> Event:
    """Return a choice: first what kind of thing to do, then which, so that all kinds come up.

    Side dishes are sought, turns and yen seldom wasted, and every other seat hoards its cards.
    """
    choices = list(RULES.choices(state, seat))
    kinds = list(dict.fromkeys(type(choice) for choice in choices))
    hoards = seat % 2 == 1 and rng.below(10) > 0
    if hoards:
        kinds = [kind for kind in kinds if not kind.__name__.endswith("Played")] or kinds
    if hoards or rng.below(3):
        kinds = [kind for kind in kinds if kind.__name__ not in WASTE] or kinds
    if hoards and DishFetched in kinds:
        kinds = [DishFetched]
    kind = pick(rng, kinds)
    found = [choice for choice in choices if type(choice) is kind]
    best = [choice for choice in found if _is_sought(state, choice)]
    return pick(rng, best if best and rng.below(2) else found)


def _is_sought(state: Any, choice: Any) -> bool:
    """Tell whether a choice leads to side dishes: a space with Momoko, or a Takoyaki to play."""
    if isinstance(choice, GuessPlaced):
        return choice.placed == ("takoyaki",)
    if isinstance(choice, PawnMoved):
        board = state.kit.board
        place = board.tile[board.index[choice.space]]
        return place >= 0 and state.staff[place] == "momoko"
    return False


def positions(setup: Setup, seed: int | str, *, events: list[Event] | None = None) -> Iterator[Any]:
    """Play a random match through `check` and `apply`; yield the state after every event.

    The state is valid until the next is asked for; `events` collects what happened.
    """
    rng = SeededRng(f"play/{seed}")
    state = RULES.start(setup)
    yield state
    while needs := RULES.needs(state):
        need = pick(rng, needs)
        if need.seat is None:
            event = RULES.sample(state, need, rng)
        else:
            event = chosen(state, need.seat, rng)
        RULES.check(state, event)
        RULES.apply(state, event)
        if events is not None:
            events.append(event)
        yield state


def played(setup: Setup, seed: int | str) -> tuple[list[Event], Any]:
    """Return the events and the last state of a random match."""
    events: list[Event] = []
    last = None
    for state in positions(setup, seed, events=events):
        last = state
    return events, last


def shuffled(items: list[Any], rng: SeededRng) -> list[Any]:
    """Return the items in another order."""
    again = list(items)
    shuffle(rng, again)
    return again
