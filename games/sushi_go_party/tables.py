"""What happens on the tables: cards are laid, copied, packed and discarded."""

from collections.abc import Sequence

import msgspec

from games.sushi_go_party import scoring
from games.sushi_go_party.components import NIGIRI, NUMBER, URAMAKI
from games.sushi_go_party.dishes import bonus_dishes, copied
from games.sushi_go_party.state import Effect, Laid, State, free_wasabi

CHOPSTICKS, SPOONS, MENUS = 3, 6, 9
"""The largest printed number of each; Takeout Boxes have those above."""


def effect_of(seat: int, laid: Laid) -> Effect:
    return (NUMBER[laid.face], int(laid.card != laid.face), seat, laid.id)


def lay(state: State, seat: int, card: str) -> None:
    """Lay a printed card; a nigiri must go onto a free wasabi."""
    _put_down(state, seat, card, card, free_wasabi(state, seat) if card in NIGIRI else 0)


def lay_copy(state: State, seat: int, dish: str | None) -> None:
    """Lay a Special Order as a copy of a dish; without a dish it is discarded."""
    if dish is None:
        state.discard.append("special_order")
    else:
        _put_down(state, seat, "special_order", *copied(state, seat, dish))


def _put_down(state: State, seat: int, card: str, face: str, wasabi: int) -> None:
    state.serial = serial = state.serial + 1
    laid = Laid(card, face, state.turn, serial, wasabi)
    state.tables[seat] += (laid,)
    if face in NUMBER:
        if NUMBER[face] > SPOONS:
            state.queue.append(effect_of(seat, laid))
        else:
            make_ready(state, seat)
    elif face == "miso":
        state.misos += 1


def make_ready(state: State, seat: int) -> None:
    """Note anew which bonus cards lie on a table."""
    state.ready[seat] = bonus_dishes(state.tables[seat])


def settle(state: State) -> None:
    """Apply what miso and uramaki do at once, or once the last second card is laid."""
    kit = state.kit
    if kit.laid_together and any(number <= CHOPSTICKS for number, *_ in state.queue):
        return
    if kit.has_miso and state.misos > 1:
        _discard_misos(state)
    if (
        kit.has_uramaki
        and kit.options["uramaki"] == "fr"
        and state.claims < len(scoring.FIRST_TO_TEN)
    ):
        for seat, table in enumerate(state.tables):
            if scoring.icons(table, URAMAKI) >= scoring.TEN:
                state.points[seat] += scoring.FIRST_TO_TEN[state.claims]
                state.reached.append(seat)
                discard_uramaki(state, seat)


def _discard_misos(state: State) -> None:
    for seat, table in enumerate(state.tables):
        for laid in table:
            if laid.face == "miso" and laid.turn == state.turn:
                discard_laid(state, seat, laid.id)


def discard_uramaki(state: State, seat: int) -> None:
    """Put all uramaki of a seat out of play until the next round."""
    table = state.tables[seat]
    state.discard += [laid.card for laid in table if laid.face in URAMAKI]
    state.tables[seat] = tuple(laid for laid in table if laid.face not in URAMAKI)


def discard_laid(state: State, seat: int, id_: int) -> None:
    """Put a card of a table out of play until the next round."""
    table = state.tables[seat]
    state.discard += [laid.card for laid in table if laid.id == id_]
    state.tables[seat] = tuple(laid for laid in table if laid.id != id_)
    make_ready(state, seat)


def turn_face_down(state: State, seat: int, ids: Sequence[int]) -> None:
    """Turn cards of a table face down, all at once."""
    table = state.tables[seat]
    freed = [laid.on for laid in table if laid.id in ids and laid.on]
    keeps_used = not state.kit.options["takeout_frees_wasabi"]
    after = list(table)
    for place, laid in enumerate(table):
        if laid.id in ids:
            after[place] = Laid(laid.card, "", laid.turn, laid.id)
        elif laid.on in ids:
            after[place] = msgspec.structs.replace(laid, on=0)
        elif keeps_used and laid.id in freed:
            after[place] = msgspec.structs.replace(laid, spent=True)
    state.tables[seat] = tuple(after)
    make_ready(state, seat)
