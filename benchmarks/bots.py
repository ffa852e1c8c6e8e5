"""Matches per second between bots, and simulations per second of the search bot.

There is no peer: no library that we know of plays these games.
"""

from benchmarks.engine import name_of, played_games
from benchmarks.timing import Batch, Prepare, Row, best_of
from games.bots import bot_named
from games.bots.search import SearchBot
from games.core.contract import AnyRules
from games.core.matches import make_setup, play_match
from games.core.rng import SeededRng
from games.core.setup import Setup
from games.core.viewer import seat_viewer

MATCHES = 10
BUDGET = 256
PEER = "none plays it"


def bot_rows(*, rounds: int) -> list[Row]:
    """Measure random and greedy matches, and simulations from the first choice of a match."""
    rows = []
    for rules in played_games():
        name = name_of(rules)
        setup = make_setup(rules, seats=4, options={})
        prepares = [_matches(rules, setup, bot) for bot in ("random", "greedy")]
        random, greedy, search = best_of([*prepares, _simulations(rules, setup)], rounds=rounds)
        rows += [
            Row(f"match of random bots, {name}", "match", random, PEER, None, "", None),
            Row(f"match of greedy bots, {name}", "match", greedy, PEER, None, "", None),
            Row(f"simulation of a match, {name}", "simulation", search, PEER, None, "", None),
        ]
    return rows


def _matches(rules: AnyRules, setup: Setup, bot: str) -> Prepare:
    bots = [bot_named(bot)] * setup.seats

    def batch() -> int:
        for seed in range(MATCHES):
            play_match(rules, setup, bots, seed)
        return MATCHES

    return lambda: batch


def _simulations(rules: AnyRules, setup: Setup) -> Prepare:
    """Prepare the first choice of a match, whose simulations are the longest of all."""

    def prepare() -> Batch:
        rng = SeededRng("bench")
        state = rules.start(setup)
        while (need := rules.needs(state)[0]).seat is None:
            rules.apply(state, rules.sample(state, need, rng))
        seat = need.seat
        view = rules.view(state, seat_viewer(seat))

        def batch() -> int:
            SearchBot(BUDGET).choose(rules, view, seat, rng)
            return BUDGET

        return batch

    return prepare
