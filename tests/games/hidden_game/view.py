"""What a viewer knows, with perfect memory; full states that a view allows; the JSON form."""

from typing import Any

from games.core.events import Event
from games.core.rng import Rng, pick
from games.core.unknown import Zone, deal
from games.core.viewer import Viewer
from tests.games.hidden_game.events import CardChosen, Dealt, Drawn
from tests.games.hidden_game.state import State


def view(state: State, viewer: Viewer) -> State:
    """Return the state with everything that `viewer` cannot know made unknown."""
    known = state.clone()
    if viewer.role == "arbiter":
        return known
    seat = viewer.seat if viewer.role == "seat" else None
    known.hands = [hand.known_to(seat) for hand in state.hands]
    known.trays = [tray.known_to(seat) for tray in state.trays]
    known.picks = [pick if index == seat else None for index, pick in enumerate(state.picks)]
    return known


def redact(event: Event, state: State, viewer: Viewer) -> Event:
    """Return what `viewer` knows of an earlier `event`; after the end everything is open."""
    if viewer.role == "arbiter" or state.phase == "over":
        return event
    seat = viewer.seat if viewer.role == "seat" else None
    match event:
        case Dealt() if seat not in state.hands[event.seat].watchers:
            return Dealt(event.seat, (None,) * len(event.cards))
        case CardChosen() if event.seat != seat and event.round == state.round:
            return CardChosen(event.seat, event.round, None)
        case Drawn() if event.seat != seat:
            return Drawn(event.seat, None)
        case _:
            return event


def determinize(view: State, rng: Rng) -> State:
    """Return a full state that the view allows."""
    state = view.clone()
    zones = view.zones()
    *dealt, plays = deal(view.pool(), zones, rng)
    places = [*state.hands, *state.trays]
    for place, zone, cards in zip(places, zones, dealt, strict=False):
        place.known = sorted([*zone.known, *cards])
        place.unknown = 0
    for table in state.tables:
        table[:] = [plays.pop() if card is None else card for card in table]
    for seat, done in enumerate(state.picked):
        if done and state.picks[seat] is None:
            state.picks[seat] = pick(rng, state.held(seat).known)
    return state


def to_data(state: State) -> dict[str, Any]:
    """Return the state as plain JSON data; an unknown lantern is null."""
    return {
        "phase": state.phase,
        "round": state.round,
        "asked": {"seat": state.other, "card": state.question} if state.question else None,
        "hands": [
            {**_zone(hand), "seen": hand.seen[:], "watchers": hand.watchers[:]}
            for hand in state.hands
        ],
        "trays": [_zone(tray) for tray in state.trays],
        "tables": [table[:] for table in state.tables],
        "picked": state.picked[:],
        "picks": state.picks[:],
        "shown": state.shown[:],
        "draws_left": state.draws_left,
    }


def _zone(zone: Zone) -> dict[str, Any]:
    return {"cards": [*zone.known, *[None] * zone.unknown], "lacks": zone.lacks[:]}
