"""What a Takeout Box is told to turn face down, and how that is said.

A dish means the oldest one of its name. Where equal nigiri lie on several wasabi that does not say
whether a nigiri goes with its own wasabi: `wasabi_under_same_…` is one whose nigiri is packed too,
`wasabi_under_other_…` one whose nigiri stays. These words are for what the plain ones cannot say,
so that one choice is one event.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.sushi_go_party.state import Laid, State, dish_of

UNDER, SAME, OTHER = "wasabi_under_", "wasabi_under_same_", "wasabi_under_other_"


def packable(state: State, seat: int) -> list[str]:
    """Return the dishes of earlier turns that a Takeout Box may turn face down."""
    table = state.tables[seat]
    return [dish_of(laid, table) for laid in table if laid.face and laid.turn < state.turn]


def packed_ids(state: State, seat: int, dishes: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the cards that dishes mean, and the dishes that are not there."""
    table, wanted = state.tables[seat], list(dishes)
    on = _on(table)
    ids: list[int] = []

    def take(laid: Laid, name: str) -> None:
        if name in wanted and laid.id not in ids:
            wanted.remove(name)
            ids.append(laid.id)

    ready = [laid for laid in table if laid.face and laid.turn < state.turn]
    used = [laid for laid in ready if laid.id in on]
    for laid in ready:
        if laid not in used:
            take(laid, dish_of(laid, table))
    for laid in used:
        take(laid, _relative(on[laid.id], ids))
    for laid in used:
        take(laid, dish_of(laid, table))
    return ids, wanted


def _on(table: Sequence[Laid]) -> dict[int, Laid]:
    """Return the nigiri on each wasabi."""
    return {laid.on: laid for laid in table if laid.on}


def _relative(nigiri: Laid, ids: Sequence[int]) -> str:
    return f"{SAME if nigiri.id in ids else OTHER}{nigiri.face}"


def told(state: State, seat: int, dishes: Sequence[str]) -> tuple[str, ...]:
    """Return dishes so that of equal pairs it is plain which wasabi are packed."""
    table = state.tables[seat]
    on, ids = _on(table), packed_ids(state, seat, dishes)[0]
    packed = {laid.face for laid in on.values() if laid.id in ids}
    apart = packed & {laid.face for laid in on.values() if laid.id not in ids}
    if not apart:
        return _plain(dishes)
    names = [
        _relative(on[laid.id], ids)
        if laid.id in on and on[laid.id].face in apart
        else dish_of(laid, table)
        for laid in table
        if laid.id in ids
    ]
    return tuple(sorted(names))


def plainest(state: State, seat: int, dishes: Sequence[str]) -> tuple[str, ...]:
    """Return dishes in the one way to say them; what is not there stays as it was said."""
    if packed_ids(state, seat, dishes)[1]:
        return tuple(dishes)
    plain, exact = _plain(dishes), told(state, seat, dishes)
    return plain if told(state, seat, plain) == exact else exact


def _plain(dishes: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted([dish.replace(SAME, UNDER).replace(OTHER, UNDER) for dish in dishes]))


def ways(state: State, seat: int, dishes: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every different way to pack some of these plain dishes, or none, as it is said."""
    faces = [laid.face for laid in state.tables[seat] if laid.on]
    # The box has three wasabi: of one nigiri alone there can be several pairs.
    twice = next((face for face in faces if faces.count(face) > 1), None)
    for number in range(len(dishes) + 1):
        for plain in dict.fromkeys(combinations(sorted(dishes), number)):
            yield plain
            if twice is not None:
                yield from _other_ways(state, seat, plain, twice)


def _other_ways(
    state: State, seat: int, plain: tuple[str, ...], face: str
) -> Iterator[tuple[str, ...]]:
    """Yield what plain dishes cannot say: packing as many of each with other wasabi."""
    pairs = sum(laid.on > 0 and laid.face == face for laid in state.tables[seat])
    above, below = plain.count(f"{face}_on_wasabi"), plain.count(f"{UNDER}{face}")
    if not (0 < above < pairs and below):
        return
    rest = [dish for dish in plain if dish != f"{UNDER}{face}"]
    for whole in range(max(0, above + below - pairs), min(above, below) + 1):
        wasabi = [f"{SAME}{face}"] * whole + [f"{OTHER}{face}"] * (below - whole)
        way = tuple(sorted([*rest, *wasabi]))
        if way != told(state, seat, plain):
            yield way
