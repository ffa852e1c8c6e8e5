"""A whole match without a store: setups resolved, matches played by bots, content hashed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from games.core.canonical import canonical_json, digest
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.rng import Rng, SeededRng
from games.core.setup import Setup, resolve_options
from games.core.viewer import seat_viewer


class Bot(Protocol):
    """Chooses for a seat from what that seat can know."""

    name: str

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        """Return one legal choice."""
        ...


def make_setup(
    rules: AnyRules, *, seats: int, options: Mapping[str, object], version: int | None = None
) -> Setup:
    """Return a setup with every option resolved, or raise the code of what is wrong with it.

    It is played by the newest rules, or by those of an earlier version.
    """
    if version is not None and not 1 <= version <= rules.version:
        raise RuleViolation("unknown_rules_version", rules=version, known=rules.version)
    if seats not in rules.seats:
        raise RuleViolation(
            "wrong_seat_count", seats=seats, least=rules.seats.start, most=rules.seats.stop - 1
        )
    return Setup(
        game=rules.slug,
        rules=rules.version if version is None else version,
        seats=seats,
        options=resolve_options(rules.options(), seats, options),
    )


def play_match(
    rules: AnyRules,
    setup: Setup,
    bots: Sequence[Bot],
    seed: int | str,
    pulse: Callable[[], None] | None = None,
) -> list[Event]:
    """Return the events of a match between bots; the same arguments give the same match.

    `pulse` is called after every event: whoever waits can show that it lives, or raise to stop.
    """
    chance = SeededRng(f"{seed}/chance")
    luck = [SeededRng(f"{seed}/seat/{seat}") for seat in range(setup.seats)]
    state = rules.start(setup)
    events: list[Event] = []
    while awaited := rules.awaited(state):
        for seat in awaited:  # simultaneous choices stay open until they are made
            if seat is None:
                event = rules.sample(state, rules.needs(state)[0], chance)
            else:
                view = rules.view(state, seat_viewer(seat))
                event = bots[seat].choose(rules, view, seat, luck[seat])
            rules.check(state, event)
            rules.apply(state, event)
            events.append(event)
            if pulse is not None:
                pulse()
    return events


def content_hash(setup: Setup, events: Iterable[Event]) -> str:
    """Return the hash that identifies a game across runs: its setup and effective game events.

    They count in the order of the record, simultaneous choices too: stored hashes rest on that.
    """
    rows = [[event.type, msgspec.to_builtins(event)] for event in events]
    return digest(canonical_json([msgspec.to_builtins(setup), rows]))
