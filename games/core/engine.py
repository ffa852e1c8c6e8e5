"""What the engines of all games share: each names its modules, and they keep the contract."""

from typing import Generic

from games.core.contract import (
    Asking,
    Beginning,
    Counting,
    Judging,
    Legality,
    Notation,
    S,
    Sampling,
    Scoring,
    Telling,
    Viewing,
)
from games.core.setup import Option
from games.core.words import Words


class Engine(Generic[S]):
    """The rules of a game that is played event by event, gathered from its modules.

    Plain functions: a replay of a million events should not pay for a second call each.
    """

    slug: str
    version = 1
    seats: range
    reported_only = False
    counts_are_linked = False
    words: Words

    def __init__(  # noqa: PLR0913  (each module of a game by its name)
        self,
        options: tuple[Option, ...],
        state: Beginning[S],
        needs: Asking[S],
        chances: Sampling[S],
        rules: Legality[S],
        view: Viewing[S],
        scoring: Scoring[S],
        tally: Counting,
        evaluate: Judging[S],
        notation: Notation[S],
        text: Telling[S],
    ) -> None:
        self._options = options
        self.start = state.start
        self.needs, self.choices = needs.needs, needs.choices
        self.sample = chances.sample
        self.check, self.apply = rules.check, rules.apply
        self.view, self.redact, self.determinize = view.view, view.redact, view.determinize
        self.to_data = view.to_data
        self.outcome = scoring.outcome
        self.count_fields, self.tally = tally.count_fields, tally.tally
        self.evaluate = evaluate.evaluate
        self.turn, self.write, self.read = notation.turn, notation.write, notation.read
        self.describe, self.text_board = text.describe, text.text_board

    def options(self) -> tuple[Option, ...]:
        """Return what a club may choose."""
        return self._options
