"""Sittings to try the laws on: random legal play from nothing but the contract."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick
from games.core.setup import Option, Setup
from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer

LONGEST_MATCH = 5_000
LABELS = ("A", "B", "C", "D", "E", "F", "G", "H")


@dataclass(frozen=True)
class Sitting:
    """A match that was played to its end, with the state the players arrived at."""

    rules: AnyRules
    setup: Setup
    events: tuple[Event, ...]
    last: Any

    @property
    def labels(self) -> tuple[str, ...]:
        """The notation's names of the seats."""
        return LABELS[: self.setup.seats]

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who may look."""
        return (PUBLIC, *(seat_viewer(seat) for seat in range(self.setup.seats)), ARBITER)

    def states(self) -> Iterator[tuple[Any, Event]]:
        """Yield each event with a state of its own, just before it."""
        state = self.rules.start(self.setup)
        for event in self.events:
            yield state.clone(), event
            self.rules.apply(state, event)

    def some_states(self, most: int) -> list[tuple[Any, Event]]:
        """Return up to `most` of them, spread over the match, the first and the last included."""
        last = len(self.events) - 1
        if last < most:
            return list(self.states())
        wanted = {index * last // (most - 1) for index in range(most)}
        state, pairs = self.rules.start(self.setup), []
        for ply, event in enumerate(self.events):
            if ply in wanted:
                pairs.append((state.clone(), event))
            self.rules.apply(state, event)
        return pairs


def play(
    rules: AnyRules, setup: Setup, seed: int | str, longest: int = LONGEST_MATCH
) -> tuple[list[Event], Any]:
    """Return the events and last state of a random match; every seat chooses from its view."""
    state = rules.start(setup)
    events = play_on(rules, state, seed, longest)
    assert not rules.needs(state), f"no end after {longest} events"
    return events, state


def play_on(
    rules: AnyRules, state: Any, seed: int | str, longest: int, *, from_views: bool = True
) -> list[Event]:
    """Play at most `longest` events on a state, open needs answered in any order.

    In a record with unknown hands a seat does not know its own: then `from_views` is False, and
    whoever keeps the record chooses.
    """
    rng = SeededRng(f"contract/{seed}")
    events: list[Event] = []
    while len(events) < longest and (needs := rules.needs(state)):
        need = pick(rng, needs)
        if need.seat is None:
            event = rules.sample(state, need, rng)
        else:
            view = rules.view(state, seat_viewer(need.seat)) if from_views else state
            event = pick(rng, list(rules.choices(view, need.seat)))
        rules.check(state, event)
        rules.apply(state, event)
        events.append(event)
    return events


def sit(rules: AnyRules, seats: int, seed: int) -> Sitting:
    """Play one match; seed 0 takes the default options, every other one draws them."""
    setup = make_setup(rules, seats=seats, options=drawn_options(rules, seats, seed))
    return played(rules, setup, f"{seats}/{seed}")


def played(rules: AnyRules, setup: Setup, seed: int | str) -> Sitting:
    events, last = play(rules, setup, seed)
    return Sitting(rules, setup, tuple(events), last)


_played: dict[tuple[int, int, int], Sitting] = {}


def sitting(rules: AnyRules, seats: int, seed: int) -> Sitting:
    """Return the match of a game, played once per test run."""
    key = (id(rules), seats, seed)
    if key not in _played:
        _played[key] = sit(rules, seats, seed)
    return _played[key]


def drawn_options(rules: AnyRules, seats: int, seed: int) -> dict[str, object]:
    """Return random values for those options that accept them at this number of seats."""
    if seed == 0:
        return {}
    rng = SeededRng(f"options/{rules.slug}/{seats}/{seed}")
    chosen: dict[str, object] = {}
    for option in rules.options():
        value = _drawn(option, rng)
        try:
            make_setup(rules, seats=seats, options={**chosen, option.name: value})
        except RuleViolation:
            continue
        chosen[option.name] = value
    return chosen


def _drawn(option: Option, rng: SeededRng) -> object:
    match option.kind:
        case "flag":
            return bool(rng.below(2))
        case "choice":
            return pick(rng, option.choices)
        case "integer":
            return option.least + rng.below(option.most - option.least + 1)
        case _:
            return option.default
