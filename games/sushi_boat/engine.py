"""Sushi Boat as the contract wants it."""

from games.core.engine import Engine, Modules
from games.sushi_boat import (
    chances,
    evaluate,
    needs,
    notation,
    rules,
    scoring,
    state,
    tally,
    text,
    view,
)
from games.sushi_boat.options import OPTIONS
from games.sushi_boat.words import WORDS


class SushiBoat(Engine[state.State]):
    """Seat 0 is the one who last ate sushi: it plays first, and play goes by rising seats."""

    slug = "sushi_boat"
    seats = range(2, 6)
    counts_are_linked = True
    words = WORDS
    club_options = OPTIONS
    modules = Modules(state, needs, chances, rules, view, scoring, tally, evaluate, notation, text)
