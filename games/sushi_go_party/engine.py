"""Sushi Go Party! as the contract wants it."""

from games.core.engine import Engine, Modules
from games.sushi_go_party import (
    dealing,
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
from games.sushi_go_party.options import OPTIONS
from games.sushi_go_party.words import WORDS


class SushiGoParty(Engine[state.State]):
    """Seats sit clockwise: hands go from each seat to the next higher one, its left neighbour."""

    slug = "sushi_go_party"
    seats = range(2, 9)
    counts_are_linked = True
    words = WORDS
    club_options = OPTIONS
    modules = Modules(state, needs, dealing, rules, view, scoring, tally, evaluate, notation, text)
