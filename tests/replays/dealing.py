"""Matches that Kaiten deals, brought to the moment before chance does something of one kind."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from games.bots.random_bot import RandomBot
from games.core.events import Chance, Event, event_types
from games.core.matches import make_setup, play_match
from games.registry import games, rules_of

SEATS = 3
SEEDS = 60
OPTIONS: dict[str, dict[str, Any]] = {"sushi_go_party": {"menu": "party_sampler"}}
"""What a game needs for everything that chance can do in it to happen."""


def chance_kinds() -> list[str]:
    """Return the type of everything that chance does in the registered games."""
    return [
        cls.type for rules in games() for cls in event_types(rules.slug) if issubclass(cls, Chance)
    ]


def before(kind: str) -> tuple[list[Event], Event]:
    """Return the events of a match up to the first of a kind, and that one."""
    for events in _matches(kind.partition(".")[0]):
        for index, event in enumerate(events):
            if event.type == kind:
                return events[:index], event
    raise AssertionError(f"{kind} never happened")


def other_outcome(kind: str) -> Event:
    """Return something else that chance could have done at the same moment, or the same again."""
    prefix, happened = before(kind)
    rules = rules_of(kind.partition(".")[0])
    state = rules.start(make_setup(rules, seats=SEATS, options=OPTIONS.get(rules.slug, {})))
    for event in prefix:
        rules.apply(state, event)
    need = next(need for need in rules.needs(state) if need.seat is None)
    outcomes = (rules.sample(state, need, _Shifted(shift)) for shift in range(50))
    return next((event for event in outcomes if event != happened), happened)


def sent(event: Event) -> dict[str, Any]:
    """Return an event as the API takes it."""
    return {"type": event.type, "payload": json.loads(msgspec.json.encode(event))}


class _Shifted:
    """Luck that always takes the same place in a row."""

    def __init__(self, shift: int) -> None:
        self._shift = shift

    def below(self, bound: int) -> int:
        return self._shift % bound


def _matches(game: str) -> Iterator[list[Event]]:
    rules = rules_of(game)
    setup = make_setup(rules, seats=SEATS, options=OPTIONS.get(game, {}))
    for seed in range(SEEDS):
        yield play_match(rules, setup, [RandomBot()] * SEATS, seed)
