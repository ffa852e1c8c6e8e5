"""Sushi Boat as the contract wants it."""

from games.core.setup import Option
from games.sushi_boat import chances, notation, rules, scoring, text
from games.sushi_boat import needs as asking
from games.sushi_boat import tally as counts
from games.sushi_boat import view as views
from games.sushi_boat.evaluate import evaluate
from games.sushi_boat.options import OPTIONS
from games.sushi_boat.state import start
from games.sushi_boat.words import WORDS


class SushiBoat:
    """Seat 0 is the one who last ate sushi: it plays first, and play goes by rising seats."""

    slug = "sushi_boat"
    version = 1
    seats = range(2, 6)
    reported_only = False
    counts_are_linked = True
    words = WORDS

    # Plain functions: a replay of a million events should not pay for a second call each.
    start = staticmethod(start)
    needs = staticmethod(asking.needs)
    choices = staticmethod(asking.choices)
    sample = staticmethod(chances.sample)
    check = staticmethod(rules.check)
    apply = staticmethod(rules.apply)
    view = staticmethod(views.view)
    redact = staticmethod(views.redact)
    determinize = staticmethod(views.determinize)
    outcome = staticmethod(scoring.outcome)
    count_fields = staticmethod(counts.count_fields)
    tally = staticmethod(counts.tally)
    evaluate = staticmethod(evaluate)
    to_data = staticmethod(views.to_data)
    turn = staticmethod(notation.turn)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(text.describe)
    text_board = staticmethod(text.text_board)

    def options(self) -> tuple[Option, ...]:
        return OPTIONS
