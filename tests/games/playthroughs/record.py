"""Records golden playthroughs: `python -m tests.games.playthroughs.record sushi_bar`.

A golden log says what a match meant when it was recorded; a rule fix must not change it. So a file
that exists is never written again: to replace one on purpose, delete it first.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.bots import bot_named
from games.core.contract import AnyRules
from games.core.events import Event, encode_payload
from games.core.matches import content_hash, make_setup, play_match
from games.core.setup import Setup
from games.registry import rules_of
from tests.games.folds import state_at

FOLDER = Path(__file__).parent


def golden(rules: AnyRules, setup: Setup, events: list[Event]) -> dict[str, Any]:
    """Return a match with what it meant: states at five plies, the outcome and the content hash."""
    plies = sorted({len(events) * part // 4 for part in range(5)})
    return {
        "setup": msgspec.to_builtins(setup),
        "events": [
            [event.type, event.schema, json.loads(encode_payload(event))] for event in events
        ],
        "states": {str(ply): rules.to_data(state_at(rules, setup, events, ply)) for ply in plies},
        "outcome": msgspec.to_builtins(rules.outcome(state_at(rules, setup, events, len(events)))),
        "content_hash": content_hash(setup, events),
    }


MENUS = {"sushi_go_party": ((3, "master_menu"), (3, "dinner_for_two"))}
"""Games with menus: tables where the cards that the default menu lacks are played."""


def matches(rules: AnyRules) -> Iterator[tuple[str, Setup, list[Event]]]:
    """Yield a match of each bot: greedy at the smallest table, random at the largest."""
    for seats, name in ((rules.seats.start, "greedy"), (rules.seats.stop - 1, "random")):
        setup = make_setup(rules, seats=seats, options={})
        events = play_match(rules, setup, [bot_named(name)] * seats, f"golden {rules.slug}")
        yield f"{seats}_seats_{name}", setup, events
    for seats, menu in MENUS.get(rules.slug, ()):
        setup = make_setup(rules, seats=seats, options={"menu": menu})
        events = play_match(rules, setup, [bot_named("random")] * seats, f"golden {menu}")
        yield f"{seats}_seats_{menu}", setup, events


def text_of(data: dict[str, Any]) -> str:
    """Return a golden log as text with an event or a state a line."""
    lines = ["{", f' "setup": {json.dumps(data["setup"])},', ' "events": [']
    lines.append(",\n".join(f"  {json.dumps(event)}" for event in data["events"]))
    lines += [" ],", ' "states": {']
    states = data["states"].items()
    lines.append(",\n".join(f'  "{ply}": {json.dumps(state)}' for ply, state in states))
    lines += [" },", f' "outcome": {json.dumps(data["outcome"])},']
    lines += [f' "content_hash": "{data["content_hash"]}"', "}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Record what is missing for the games that are named."""
    for slug in sys.argv[1:]:
        rules = rules_of(slug)
        for name, setup, events in matches(rules):
            path = FOLDER / slug / f"{name}.json"
            if path.exists():
                sys.stdout.write(f"{path.name} exists and stays as it is\n")
                continue
            path.parent.mkdir(exist_ok=True)
            path.write_text(text_of(golden(rules, setup, events)), encoding="utf-8")
            sys.stdout.write(f"{path.name}: {len(events)} events\n")


if __name__ == "__main__":
    main()
