"""Sushi Roll as the contract wants it."""

from games.core.engine import Engine, Modules
from games.sushi_roll import (
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
from games.sushi_roll.options import OPTIONS
from games.sushi_roll.words import WORDS


class SushiRoll(Engine[state.State]):
    """Seats sit clockwise: belts go from each seat to the next higher one, its left neighbour."""

    slug = "sushi_roll"
    seats = range(2, 6)
    counts_are_linked = True
    words = WORDS
    club_options = OPTIONS
    modules = Modules(state, needs, chances, rules, view, scoring, tally, evaluate, notation, text)
