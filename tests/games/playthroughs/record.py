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
from games.core.rng import Rng, pick
from games.core.setup import Setup
from games.registry import rules_of
from games.sushi_go_party.components import A_LA_CARTE
from games.sushi_go_party.events import BoxPacked, CardChosen
from games.sushi_go_party.state import dish_of
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

_SECONDS = ["uramaki", "tempura", "dumpling", "miso", "chopsticks", "special_order", "pudding"]
_BOXES = ["maki", "tempura", "sashimi", "dumpling", "takeout_box", "wasabi", "pudding"]


class Packer:
    """Lays salmon on wasabi twice, then packs one of the nigiri and one of the wasabi."""

    name = "packer"

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        offered = list(rules.choices(view, seat))
        table = view.tables[seat]
        pairs = [dish_of(laid, table) for laid in table].count("salmon_on_wasabi")
        likes = ("takeout_box",) if pairs > 1 else ("wasabi", "salmon")
        for like in likes:
            for event in offered:
                if isinstance(event, CardChosen) and str(event.card).startswith(like):
                    return event
        two = [event for event in offered if isinstance(event, BoxPacked) and _is_split(event)]
        return two[-1] if two else pick(rng, offered)


def _is_split(event: BoxPacked) -> bool:
    one, *more = event.dishes or ("",)
    return one == "salmon_on_wasabi" and len(more) == 1 and more[0].startswith("wasabi_under")


def versions(rules: AnyRules) -> Iterator[tuple[str, Setup, list[Event]]]:
    """Yield matches of Sushi Go Party! that say what a rule or an event meant in each version."""
    pairs = {"menu": A_LA_CARTE, "cards": _BOXES}
    setup = make_setup(rules, seats=2, options=pairs)
    events = play_match(rules, setup, [Packer(), bot_named("random")], "golden pairs 94")
    yield f"2_seats_equal_pairs_schema_{BoxPacked.schema}", setup, events
    flags = {"chopsticks_together": True, "many_bonus_cards": True}
    setup = make_setup(rules, seats=3, options={"menu": A_LA_CARTE, "cards": _SECONDS, **flags})
    events = play_match(rules, setup, [bot_named("random")] * 3, "golden together 56")
    yield f"3_seats_together_rules_{rules.version}", setup, events


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
    if rules.slug == "sushi_go_party":
        yield from versions(rules)


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
