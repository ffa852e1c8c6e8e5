"""Append and replay, ours and the eventsourcing library's, in two SQLite files of one folder."""

import itertools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import msgspec

from benchmarks.peer_store import PeerStore
from benchmarks.timing import Batch, Row, best_of
from games.core.contract import AnyRules
from games.core.events import Event
from games.core.matches import make_setup, play_match
from games.core.rng import Rng, pick
from games.registry import rules_of
from replays.envelope import Envelope, RequestKey
from replays.selectors.logs import load_log
from replays.services.append import append_events, new_event
from replays.services.matches import NewMatch, create_match

NAMESPACE = UUID("6f0f9a30-8a8f-4a64-9a76-6f8a3a1f5d10")
CLUB = uuid5(NAMESPACE, "club")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PEER = "eventsourcing"
LONG = 200
Moves = list[tuple[str, dict[str, object]]]
_numbers = itertools.count()


class Lingerer:
    """A bot that makes matches long: it steals if it can, else throws again, else takes."""

    name = "lingerer"

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        """Return one of the choices that end the match latest."""
        by_type: dict[str, list[Event]] = {}
        for choice in rules.choices(view, seat):
            by_type.setdefault(choice.type, []).append(choice)
        for kind in ("portion_stolen", "dice_kept", "portion_taken"):
            if found := by_type.get(f"sushi_bar.{kind}"):
                return max(found, key=_chopsticks) if kind == "dice_kept" else pick(rng, found)
        raise AssertionError("a seat that is asked has a choice")


def _chopsticks(kept: Event) -> tuple[int, int]:
    dice: tuple[str, ...] = msgspec.to_builtins(kept)["dice"]
    blue = dice.count("blue")
    return blue, blue - len(dice)


def long_events() -> list[Event]:
    """Return the first 200 events of a Sushi Bar match for five that has at least as many."""
    rules = rules_of("sushi_bar")
    setup = make_setup(rules, seats=5, options={})
    for seed in range(1_000):
        events = play_match(rules, setup, [Lingerer()] * setup.seats, seed)
        if len(events) >= LONG:
            return events[:LONG]
    raise AssertionError("no seed gives a long match")


class OurStore:
    """Appends to fresh streams of the database that Django is pointed at."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events

    def new_match(self) -> UUID:
        """Return the id of a match that was created and has no move."""
        match_id = uuid5(NAMESPACE, f"match {next(_numbers)}")
        create_match(
            match=NewMatch(
                club_id=CLUB, game="sushi_bar", players=[None] * 5, options={}, source="table"
            ),
            envelope=Envelope("system", NOW),
            match_id=match_id,
        )
        return match_id

    def append(self, match_id: UUID, version: int, events: list[Event]) -> None:
        """Encode and append with a request key, as every door does."""
        append_events(
            stream_id=match_id,
            kind="match",
            expected_version=version,
            events=[new_event(event) for event in events],
            envelope=Envelope(
                "system",
                NOW,
                RequestKey(scope=f"match:{match_id}", key=f"bench-{version}", body_digest="0" * 64),
            ),
        )


def store_rows(folder: Path, *, rounds: int) -> list[Row]:
    """Measure single appends, appends of 200 and replays of 200 events."""
    events = long_events()
    moves = [(event.type, msgspec.to_builtins(event)) for event in events]
    ours, peer = OurStore(events), PeerStore(folder)
    rows = [
        _single(ours, peer, moves, rounds),
        _many(ours, peer, moves, rounds),
        _replay(ours, peer, moves, rounds),
    ]
    peer.close()
    return rows


def _single(ours: OurStore, peer: PeerStore, moves: Moves, rounds: int) -> Row:
    count = 100

    def our_batch() -> Batch:
        match_id = ours.new_match()

        def run() -> int:
            for index in range(count):
                ours.append(match_id, index + 1, ours.events[index : index + 1])
            return count

        return run

    def peer_batch() -> Batch:
        match = peer.new_match()

        def run() -> int:
            for index in range(count):
                peer.append(match, moves[index : index + 1])
            return count

        return run

    mine, theirs = best_of([our_batch, peer_batch], rounds=rounds)
    return Row("append 1 event", "event", mine, PEER, theirs, "≤ 2x its time", mine <= 2 * theirs)


def _many(ours: OurStore, peer: PeerStore, moves: Moves, rounds: int) -> Row:
    calls = 5

    def our_batch() -> Batch:
        fresh = [ours.new_match() for _ in range(calls)]

        def run() -> int:
            for match_id in fresh:
                ours.append(match_id, 1, ours.events)
            return calls * LONG

        return run

    def peer_batch() -> Batch:
        fresh = [peer.new_match() for _ in range(calls)]

        def run() -> int:
            for match in fresh:
                peer.append(match, moves)
            return calls * LONG

        return run

    mine, theirs = best_of([our_batch, peer_batch], rounds=rounds)
    return Row("append 200 events", "event", mine, PEER, theirs, "≥ 1.2x", theirs >= 1.2 * mine)


def _replay(ours: OurStore, peer: PeerStore, moves: Moves, rounds: int) -> Row:
    match_id = ours.new_match()
    ours.append(match_id, 1, ours.events)
    match = peer.new_match()
    peer.append(match, moves)
    calls = 20

    def our_batch() -> int:
        for _ in range(calls):
            assert load_log(match_id).state is not None
        return calls * LONG

    def peer_batch() -> int:
        for _ in range(calls):
            assert len(peer.replay(match.id).moves) == LONG
        return calls * LONG

    mine, theirs = best_of([lambda: our_batch, lambda: peer_batch], rounds=rounds)
    name = "read, verify, replay 200 events"
    return Row(name, "event", mine, PEER, theirs, "≥ 3x", theirs >= 3 * mine)
