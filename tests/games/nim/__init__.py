"""Nim: the least that a game brings. It speaks English only, and nobody counts it."""

from dataclasses import dataclass, field

from games.core.engine import Engine
from games.core.events import Choice, Event, event_type
from games.core.needs import Field, Need, seat_form
from games.core.outcome import Outcome, ScoreLine, ranked
from games.core.position import Position
from games.core.setup import Setup
from games.core.words import Words


@event_type("nim.stones_taken")
class StonesTaken(Choice, frozen=True):
    heap: int
    count: int


@dataclass(slots=True)
class State(Position):
    seats: int
    heaps: list[int] = field(default_factory=lambda: [1, 2, 3])
    turn: int = 1
    last: int = 0


class Nim(Engine[State]):
    slug = "nim"
    seats = range(2, 5)
    words: Words = {
        "game.name": "Nim",
        "game.blurb": "Whoever takes the last stone wins.",
        "need.take": "Take stones",
        "event.stones_taken": "Stones taken",
        "field.heap": "Heap",
        "field.count": "Stones",
        "rule.last_stone": "The last stone",
    }

    def start(self, setup: Setup) -> State:
        return State(setup.seats)

    def needs(self, state: State) -> tuple[Need, ...]:
        seat = (state.turn - 1) % state.seats
        forms = [
            seat_form(StonesTaken, seat, Field("count", tuple(range(1, left + 1))), heap=heap)
            for heap, left in enumerate(state.heaps)
            if left
        ]
        return (Need("take", "seat", seat, tuple(forms)),) if forms else ()

    def apply(self, state: State, event: Event) -> None:
        assert isinstance(event, StonesTaken)
        state.heaps[event.heap] -= event.count
        state.turn, state.last = state.turn + 1, event.seat

    def outcome(self, state: State) -> Outcome:
        over = not any(state.heaps)
        points = [int(over and seat == state.last) for seat in range(state.seats)]
        return ranked([(ScoreLine("last_stone", point),) for point in points], final=over)
