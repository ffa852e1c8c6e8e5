"""Sushi Bar as the contract wants it."""

from games.core.engine import Engine, Modules
from games.sushi_bar import (
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
from games.sushi_bar.options import OPTIONS
from games.sushi_bar.words import WORDS


class SushiBar(Engine[state.State]):
    """Seat 0 is the one who last ate sushi: it throws first, and play goes by rising seats."""

    slug = "sushi_bar"
    seats = range(2, 6)
    words = WORDS
    club_options = OPTIONS
    modules = Modules(state, needs, chances, rules, view, scoring, tally, evaluate, notation, text)
