"""Sushi Roll as the contract wants it."""

from games.core.events import Event
from games.core.setup import Option, Setup
from games.core.viewer import Viewer
from games.sushi_roll import chances, evaluate, needs, notation, rules, scoring, tally, text, view
from games.sushi_roll.options import OPTIONS
from games.sushi_roll.state import State, kit_of
from games.sushi_roll.words import WORDS


class SushiRoll:
    """Seats sit clockwise: belts go from each seat to the next higher one, its left neighbour."""

    slug = "sushi_roll"
    version = 1
    seats = range(2, 6)
    reported_only = False
    counts_are_linked = True
    words = WORDS

    # Plain functions: a replay of a million events should not pay for a second call each.
    choices = staticmethod(needs.choices)
    needs = staticmethod(needs.needs)
    sample = staticmethod(chances.sample)
    check = staticmethod(rules.check)
    apply = staticmethod(rules.apply)
    determinize = staticmethod(chances.determinize)
    outcome = staticmethod(scoring.outcome)
    count_fields = staticmethod(tally.count_fields)
    tally = staticmethod(tally.tally)
    evaluate = staticmethod(evaluate.evaluate)
    to_data = staticmethod(view.to_data)
    turn = staticmethod(notation.turn)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(text.describe)
    text_board = staticmethod(text.text_board)

    def options(self) -> tuple[Option, ...]:
        return OPTIONS

    def start(self, setup: Setup) -> State:
        """Return the table before the belts are dealt."""
        return State(kit_of(setup))

    def view(self, state: State, viewer: Viewer) -> State:
        """Return the state itself: nothing is hidden from anybody."""
        return state.clone()

    def redact(self, event: Event, state: State, viewer: Viewer) -> Event:
        """Return the event itself: nothing is hidden from anybody."""
        return event
