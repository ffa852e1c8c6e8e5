"""What chance may do: staff, belt, cards and plates out of the bag; checked, applied and drawn."""

from collections.abc import Callable, Iterable, Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng, shuffle
from games.sushi_boat import challenge
from games.sushi_boat import events as facts
from games.sushi_boat.belt import add, can_draw, can_lift, draw, fill_needs
from games.sushi_boat.components import COLOUR_OF, DISH_OF, FIRST_TRASH, STAFF_TILES, WASABI, WHITE
from games.sushi_boat.state import State

SATSUKI_DRAWS = 2


def check_staff(state: State, event: facts.StaffPlaced) -> None:
    places = len(state.kit.board.staff)
    if len(event.tiles) != places:
        found = len(event.tiles)
        raise RuleViolation("wrong_number_of_tiles", expected=places, found=found, option="layout")
    for tile in event.tiles:
        if tile not in STAFF_TILES:
            raise RuleViolation("no_such_staff", tile=tile[:20])
        if event.tiles.count(tile) > STAFF_TILES[tile]:
            raise RuleViolation("too_many_tiles", tile=[tile], box=STAFF_TILES[tile])


def apply_staff(state: State, event: facts.StaffPlaced) -> None:
    state.staff = list(event.tiles)
    state.phase = "belt"


def check_belt(state: State, event: facts.BeltFilled) -> None:
    """Raise what is wrong with the first plates on the belt: all are coloured (A23)."""
    _require_number(event.belt, state.kit.board.length, option="layout")
    _require_number(event.trash, FIRST_TRASH)
    plates = (*event.belt, *event.trash)
    for plate in plates:
        if plate not in COLOUR_OF:
            raise RuleViolation("no_such_plate", plate=plate[:30])
        if COLOUR_OF[plate] == WHITE:
            raise RuleViolation("white_too_early", plate=[plate])
        if plates.count(plate) > state.kit.plates[plate]:
            box = state.kit.plates[plate]
            raise RuleViolation("too_many_plates", plate=[plate], box=box, option="plates")


def apply_belt(state: State, event: facts.BeltFilled) -> None:
    """Lay the first plates; the white ones are in the bag from now on."""
    state.belt = list(event.belt)
    state.trash = list(event.trash)
    for plate in (*event.belt, *event.trash):
        state.bag[plate] -= 1
    state.bag_size -= len(event.belt) + len(event.trash)
    state.phase = "reveal"


def check_card(state: State, event: facts.CardRevealed) -> None:
    card = event.card
    kit = state.kit
    if card not in kit.cards:
        raise RuleViolation("no_such_card", card=card[:30])
    if state.revealed[card] >= kit.cards[card]:
        raise RuleViolation(
            "no_card_left", card=[card], box=kit.cards[card], **_symbols(state, card)
        )
    if card == WASABI:
        if state.turn <= kit.seats:
            raise RuleViolation("wasabi_too_early", seats=kit.seats)
    elif state.wasabis > kit.turns - state.turn:
        raise RuleViolation("only_wasabi_left", left=state.wasabis)


def apply_card(state: State, event: facts.CardRevealed) -> None:
    card = event.card
    state.revealed[card] += 1
    if card == WASABI:
        challenge.begin(state)
        return
    dish = DISH_OF[card]
    state.discard.append(dish)
    state.due = fill_needs(state, card[len(dish) + 1 :])
    state.phase = "fill" if state.due else "move"


def check_plates(state: State, event: facts.PlatesDrawn) -> None:
    tunnel = {"option": "layout"} if state.phase == "push" else {}
    _require_number(event.plates, state.due, **tunnel)
    if not can_draw(state, event.plates):
        raise _not_in_bag(state, event.plates)


def apply_plates(state: State, event: facts.PlatesDrawn) -> None:
    for plate in event.plates:
        add(state, plate)
    state.due = 0
    if state.phase == "push":
        challenge.resolve(state)
    else:
        state.phase = "act" if state.moved else "move"


def check_satsuki(state: State, event: facts.SatsukiDrew) -> None:
    _require_number(event.plates, state.due)
    if not can_lift(state, event.plates):
        raise _not_in_bag(state, event.plates)


def apply_satsuki(state: State, event: facts.SatsukiDrew) -> None:
    plates = event.plates
    if len(plates) > state.bag_size and state.bag_size:
        plates = tuple(sorted(plates, key=lambda plate: not state.bag[plate]))
    for plate in plates:
        draw(state, plate)
    state.drawn = event.plates
    state.due = 0
    state.phase = "keep"


def sample(state: State, need: Need, rng: Rng) -> Event:
    match need.kind if need.kind == state.phase else "":
        case "staff":
            tiles = _spread(STAFF_TILES.items())
            shuffle(rng, tiles)
            return facts.StaffPlaced(tuple(tiles[: len(state.kit.board.staff)]))
        case "belt":
            return _sample_belt(state, rng)
        case "reveal":
            return facts.CardRevealed(_sample_card(state, rng))
        case "fill" | "push" | "order":
            return facts.PlatesDrawn(_sample_plates(state, rng))
        case "satsuki":
            return facts.SatsukiDrew(_sample_one_by_one(state, rng, draw))
        case _:
            raise RuleViolation("not_expected", type=need.kind)


def _sample_belt(state: State, rng: Rng) -> facts.BeltFilled:
    plates = [plate for plate in _spread(state.bag.items()) if COLOUR_OF[plate] != WHITE]
    shuffle(rng, plates)
    slots = state.kit.board.length
    return facts.BeltFilled(tuple(plates[:slots]), tuple(plates[slots : slots + FIRST_TRASH]))


def _sample_card(state: State, rng: Rng) -> str:
    """Draw a card: the cards removed unseen are as good as those that are left in the deck."""
    kit = state.kit
    if state.turn > kit.seats and rng.below(kit.turns - state.turn + 1) < state.wasabis:
        return WASABI
    left = [
        card
        for card, count in kit.cards.items()
        if card != WASABI
        for _ in range(count - state.revealed[card])
    ]
    return left[rng.below(len(left))]


def _sample_plates(state: State, rng: Rng) -> tuple[str, ...]:
    if state.due <= state.bag_size:
        bag = _spread(state.bag.items())
        return tuple([bag.pop(rng.below(len(bag))) for _ in range(state.due)])
    return _sample_one_by_one(state, rng, add)


def _sample_one_by_one(
    state: State, rng: Rng, take: Callable[[State, str], object]
) -> tuple[str, ...]:
    """Draw plates where each changes what the next may be: an empty bag is filled again."""
    trial = state.clone()
    plates = []
    for _ in range(state.due):
        source = _spread(trial.bag.items()) or trial.trash
        plate = source[rng.below(len(source))]
        take(trial, plate)
        plates.append(plate)
    return tuple(plates)


def _spread(counts: Iterable[tuple[str, int]]) -> list[str]:
    return [item for item, count in counts for _ in range(count)]


def _require_number(plates: Sequence[str], expected: int, **option: str) -> None:
    if len(plates) != expected:
        raise RuleViolation(
            "wrong_number_of_plates", expected=expected, found=len(plates), **option
        )


def _symbols(state: State, card: str) -> dict[str, str]:
    """Return the option that corrects the symbols, if it would leave another card of a dish."""
    twins = [twin for twin in state.revealed if DISH_OF[twin] == DISH_OF[card] != WASABI]
    left = sum(state.kit.cards[twin] - state.revealed[twin] for twin in twins)
    return {"option": "greens"} if left else {}


def _not_in_bag(state: State, plates: tuple[str, ...]) -> RuleViolation:
    """Return the refusal that names the plate the bag does not hold."""
    for count, plate in enumerate(plates, 1):
        if plate not in state.bag:
            return RuleViolation("no_such_plate", plate=plate[:30])
        left = state.bag[plate]
        if len(plates) > state.bag_size:
            left += state.trash.count(plate)
        if plates[:count].count(plate) > left:
            return RuleViolation("not_in_bag", plate=[plate], left=left, option="plates")
    return RuleViolation("bag_first", left=state.bag_size, option="plates")
