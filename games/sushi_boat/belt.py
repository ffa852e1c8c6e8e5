"""The belt: plates come on at slot 0 and fall off behind the last; bag and trash feed it."""

from collections.abc import Sequence

from games.sushi_boat.state import State


def insert(belt: list[str | None], plate: str) -> str | None:
    """Push a plate onto the belt: the plates before the first gap move up; return what falls."""
    if None in belt:
        del belt[belt.index(None)]
        belt.insert(0, plate)
        return None
    fallen = belt.pop()
    belt.insert(0, plate)
    return fallen


def push_on(belt: list[str | None], slot: int) -> str | None:
    """Push one plate a slot forward with those right before it; return what falls (A11)."""
    try:
        gap = belt.index(None, slot)
    except ValueError:
        fallen = belt.pop()
        belt.insert(slot, None)
        return fallen
    del belt[gap]
    belt.insert(slot, None)
    return None


def draw(state: State, plate: str) -> None:
    """Take a plate out of the bag; if the bag is empty, the trash is shaken into it first (A25)."""
    if not state.bag_size:
        empty_trash(state)
    state.bag[plate] -= 1
    state.bag_size -= 1


def add(state: State, plate: str) -> None:
    draw(state, plate)
    fallen = insert(state.belt, plate)
    if fallen is not None:
        state.trash.append(fallen)


def empty_trash(state: State) -> None:
    """Put every plate of the trash back into the bag."""
    bag = state.bag
    for plate in state.trash:
        bag[plate] += 1
    state.bag_size += len(state.trash)
    state.trash.clear()


def fill_needs(state: State, symbol: str) -> int:
    """Return how many plates a symbol asks for: up to a full belt, and one more if it is red.

    Where bag and trash hold fewer, filling stops (A18).
    """
    gaps = state.belt.count(None)
    return min(gaps + (symbol == "red"), state.bag_size + len(state.trash))


def push_needs(state: State) -> int:
    """Return how many plates bring all hidden plates out of the tunnel, as far as they last (A9).

    Plates that fall go to the trash and may come back into the bag.
    """
    hidden = state.kit.board.hidden
    belt: list[str | None] = [
        None if plate is None else ("hidden" if slot in hidden else "plate")
        for slot, plate in enumerate(state.belt)
    ]
    left = state.bag_size + len(state.trash)
    count = 0
    last = hidden.stop
    while left and "hidden" in belt[:last]:
        left -= 1
        count += 1
        if insert(belt, "plate") is not None:
            left += 1
    return count


def can_draw(state: State, plates: Sequence[str]) -> bool:
    """Tell whether these plates can come onto the belt one after the other in this order."""
    bag = state.bag
    if len(plates) == 1 and state.bag_size:
        return bag.get(plates[0], 0) > 0
    if len(plates) <= state.bag_size:
        return all(bag.get(plate, 0) >= plates.count(plate) for plate in plates)
    if any(plate not in bag for plate in plates):
        return False
    trial = state.clone()
    for plate in plates:
        if not trial.bag_size:
            empty_trash(trial)
        if not trial.bag[plate]:
            return False
        add(trial, plate)
    return True


def can_lift(state: State, plates: Sequence[str]) -> bool:
    """Tell whether these plates can come out of the bag together, for Satsuki."""
    bag = state.bag
    if len(plates) <= state.bag_size:
        return all(bag.get(plate, 0) >= plates.count(plate) for plate in plates)
    everything = {plate: count + state.trash.count(plate) for plate, count in bag.items()}
    in_bag = [plate for plate, count in bag.items() if count]
    return all(plate in plates for plate in in_bag) and all(
        everything.get(plate, 0) >= plates.count(plate) for plate in plates
    )
