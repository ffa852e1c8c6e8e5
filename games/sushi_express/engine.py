"""Sushi Express as the contract wants it."""

from games.core.engine import Engine, Modules
from games.sushi_express import (
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
from games.sushi_express.options import OPTIONS
from games.sushi_express.words import WORDS


class SushiExpress(Engine[state.State]):
    """Seats sit clockwise; chance says which of them bets first."""

    slug = "sushi_express"
    seats = range(3, 7)
    words = WORDS
    club_options = OPTIONS
    modules = Modules(state, needs, chances, rules, view, scoring, tally, evaluate, notation, text)
