"""The wasabi challenge: secret cubes, then Takoyaki, then the tunnel is emptied (A5 to A9)."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from games.core.errors import RuleViolation
from games.core.legality import require_seat
from games.sushi_boat.belt import empty_trash, push_needs
from games.sushi_boat.components import COLOUR_OF, CUBES, TAKOYAKI_CUBES
from games.sushi_boat.events import GuessPlaced, TakoyakiGuessed
from games.sushi_boat.state import Placed, State

TAKOYAKI: Placed = ("takoyaki",)


def begin(state: State) -> None:
    """Start a challenge: the trash goes back into the bag, and everybody guesses."""
    empty_trash(state)
    state.challenge += 1
    hidden = [state.belt[slot] for slot in state.kit.board.hidden]
    state.hidden = tuple([plate for plate in hidden if plate is not None])
    state.phase = "guess"


def guesses(state: State, seat: int) -> Iterator[Placed]:
    """Yield what a seat may lay while all choose in secret."""
    yield from combinations_with_replacement(state.kit.guessable, CUBES)
    if "takoyaki" in state.hands[seat]:
        yield TAKOYAKI


def late_guesses(state: State) -> Iterator[Placed]:
    """Yield what a Takoyaki player may lay: two cubes or three (A27)."""
    for count in TAKOYAKI_CUBES:
        yield from combinations_with_replacement(state.kit.guessable, count)


def check_guess(state: State, event: GuessPlaced) -> None:
    seat = event.seat
    require_seat(state, seat)
    if state.picked[seat]:
        raise RuleViolation("already_guessed", seat=seat)
    _require_challenge(state, event.challenge)
    placed = event.placed
    if placed is None:
        raise RuleViolation("guess_untold")
    if placed == TAKOYAKI:
        if "takoyaki" not in state.hands[seat]:
            raise RuleViolation("not_in_hand", dish=list(TAKOYAKI))
        return
    _require_cubes(state, placed, (CUBES,))


def check_late(state: State, event: TakoyakiGuessed) -> None:
    require_seat(state, event.seat)
    if event.seat != state.declared[state.waiting]:
        raise RuleViolation("not_your_turn", seat=event.seat)
    _require_challenge(state, event.challenge)
    if event.cubes is None:
        raise RuleViolation("guess_untold")
    _require_cubes(state, event.cubes, TAKOYAKI_CUBES)


def apply_guess(state: State, event: GuessPlaced) -> None:
    state.placed[event.seat] = event.placed
    state.picked[event.seat] = True
    if all(state.picked):
        _lock(state)


def apply_late(state: State, event: TakoyakiGuessed) -> None:
    state.placed[event.seat] = event.cubes
    state.waiting += 1
    if state.waiting == len(state.declared):
        _push(state)


def resolve(state: State) -> None:
    """Give back every cube but those that were right, and go on with the turn."""
    for seat, kept in enumerate(kept_cubes(state)):
        state.cubes[seat] += kept
    seats = state.seats
    state.hidden = ()
    state.picked = [False] * seats
    state.placed = [None] * seats
    state.declared = []
    state.waiting = 0
    state.phase = "move"


def kept_cubes(state: State) -> list[int]:
    """Return how many cubes each seat keeps; Takoyaki players every one on a right colour (A6)."""
    return [
        matches(state, placed or (), every=state.kit.per_cube or seat in state.declared)
        for seat, placed in enumerate(state.placed)
    ]


def matches(state: State, cubes: Placed, *, every: bool) -> int:
    """Return how many cubes lie on colours of the hidden plates: one per plate, or every one."""
    colours = [COLOUR_OF[plate] for plate in state.hidden]
    if every:
        return sum(cube in colours for cube in cubes)
    return sum(min(cubes.count(cube), colours.count(cube)) for cube in dict.fromkeys(cubes))


def sees(state: State, seat: int, owner: int) -> bool:
    """Tell whether a seat sees what `owner` has laid in the running challenge.

    Takoyaki players see all that was laid before them, once it is their turn (A7).
    """
    if seat == owner or state.phase not in ("guess", "takoyaki"):
        return True
    if state.phase == "guess" or seat not in state.declared:
        return False
    order = state.declared.index(seat)
    if order > state.waiting:
        return False
    return owner not in state.declared or state.declared.index(owner) < order


def _lock(state: State) -> None:
    seats = state.seats
    for step in range(seats):
        seat = (state.seat + step) % seats
        if state.placed[seat] == TAKOYAKI:
            state.placed[seat] = None
            state.declared.append(seat)
            state.hands[seat].remove("takoyaki")
            state.eaten[seat].append("takoyaki")
    if state.declared:
        state.phase = "takoyaki"
    else:
        _push(state)


def _push(state: State) -> None:
    state.due = push_needs(state)
    if state.due:
        state.phase = "push"
    else:
        resolve(state)


def _require_challenge(state: State, challenge: int) -> None:
    if challenge != state.challenge:
        raise RuleViolation("wrong_challenge", challenge=state.challenge)


def _require_cubes(state: State, cubes: Sequence[str], numbers: tuple[int, ...]) -> None:
    for cube in cubes:
        if cube not in state.kit.guessable:
            raise RuleViolation("no_such_guess", colour=cube[:20])
    if len(cubes) not in numbers:
        raise RuleViolation(
            "wrong_number_of_cubes", least=numbers[0], most=numbers[-1], found=len(cubes)
        )
