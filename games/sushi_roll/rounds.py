"""Tokens, the way round the table, passing the belts, and the end of a round."""

from games.sushi_roll import components
from games.sushi_roll.scoring import dishes, round_lines
from games.sushi_roll.state import Phase, Sheet, State

TURNING_ROUND = 3
"""With so many seats the belts would come back to where they started: they go on once more."""


def supply(state: State, sort: str) -> int | None:
    """Return how many tokens of a sort are left to take; None for as many as one likes."""
    if sort == "menus":
        return components.MENU_TOKENS - sum(state.menus)
    if sort == "chopsticks":
        return components.CHOPSTICKS_TOKENS - sum(state.chopsticks)
    return components.DESSERT_TOKENS - sum(state.desserts) if state.kit.dessert_cap else None


def gained(state: State, face: str) -> tuple[str, int]:
    """Return what tokens a die of `GAINS` gives now: as it shows, or what is left (A1, A13)."""
    sort, tokens = components.GAINS[face]
    left = supply(state, sort)
    return sort, tokens if left is None else min(tokens, left)


def next_seat(state: State, next_phase: Phase) -> None:
    """Go on with the next seat, or once all have drawn or rolled with what comes then."""
    state.step += 1
    if state.step == state.kit.seats:
        state.step = 0
        state.phase = next_phase


def end_choice(state: State) -> None:
    """Go on after a die was taken: the next seat, the next turn or the next round."""
    if state.step + 1 < state.kit.seats:
        state.step += 1
    elif state.turn < state.kit.size:
        _pass_belts(state)
    else:
        _end_round(state)


def _pass_belts(state: State) -> None:
    """Give every belt to the left neighbour, the red one too, and pick up all dice (A10)."""
    unit = state.kit.unit
    seen = [sum([unit[face] for face in faces]) for faces in state.faces]
    kinds = [packed + more for packed, more in zip(state.kinds, seen, strict=True)]
    if state.worlds is not None:
        for seat, more in enumerate(seen):
            state.worlds = state.worlds.with_dice((seat - state.red) % state.kit.seats, more)
    state.faces = [()] * state.kit.seats
    state.kinds = kinds[-1:] + kinds[:-1]
    state.blanks = state.blanks[-1:] + state.blanks[:-1]
    state.red = (state.red + 1) % state.kit.seats
    state.turn += 1
    state.step = 0
    state.phase = "roll"


def _end_round(state: State) -> None:
    """Count the trays and put all dice back into the bag (A12)."""
    lines = round_lines([dishes(tray) for tray in state.trays], state.round)
    state.sheets.append(Sheet(tuple(state.trays), lines))
    state.trays = [()] * state.kit.seats
    state.pool = components.BAG
    state.worlds = None
    state.step = 0
    if state.round == components.ROUNDS:
        state.phase = "over"
        return
    if state.kit.seats == TURNING_ROUND:  # A14: after the last round nothing is passed
        state.red = (state.red + 1) % TURNING_ROUND
    state.round += 1
    state.turn = 1
    state.phase = "draw"
