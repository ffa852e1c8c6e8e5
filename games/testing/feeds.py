"""A viewer's feed, the plain way: what it may know of each event, and what later ones reveal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.replay import fold
from games.core.setup import Setup
from games.core.viewer import Viewer


class Reveal(msgspec.Struct, frozen=True):
    """More of an earlier event has become known; `ply` is its index."""

    ply: int
    event: Event


class FeedEntry(msgspec.Struct, frozen=True):
    """What one event tells a viewer."""

    event: Event
    reveals: tuple[Reveal, ...] = ()


def feed(
    rules: AnyRules, setup: Setup, events: Iterable[Event], viewer: Viewer
) -> Iterator[FeedEntry]:
    """Yield one entry per event; folding them from the first gives the viewer's view at each."""
    state = rules.start(setup)
    guarded: dict[int, tuple[Event, Event]] = {}
    for ply, event in enumerate(events):
        rules.apply(state, event)
        reveals = []
        for earlier, (truth, shown) in list(guarded.items()):
            now = rules.redact(truth, state, viewer)
            if now != shown:
                reveals.append(Reveal(earlier, now))
                guarded[earlier] = (truth, now)
            if now == truth:
                del guarded[earlier]
        shown = rules.redact(event, state, viewer)
        if shown != event:
            guarded[ply] = (event, shown)
        yield FeedEntry(shown, tuple(reveals))


def known_events(entries: Sequence[FeedEntry]) -> list[Event]:
    """Return the events as a reader of the feed knows them after its last entry."""
    events: list[Event] = []
    for entry in entries:
        events.append(entry.event)
        for reveal in entry.reveals:
            events[reveal.ply] = reveal.event
    return events


def fold_feed(rules: AnyRules, setup: Setup, entries: Sequence[FeedEntry]) -> Any:
    return fold(rules, setup, known_events(entries))
