"""What the engines of all games share: each names its modules, and they keep the contract."""

from dataclasses import dataclass
from typing import Generic

from games.core import contract
from games.core.contract import S
from games.core.setup import Option
from games.core.words import Words


@dataclass(frozen=True)
class Modules(Generic[S]):
    """The modules of a game, each with the part of the contract that it fulfils."""

    state: contract.Beginning[S]
    needs: contract.Asking[S]
    chances: contract.Sampling[S]
    rules: contract.Legality[S]
    view: contract.Viewing[S]
    scoring: contract.Scoring[S]
    tally: contract.Counting
    evaluate: contract.Judging[S]
    notation: contract.Notation[S]
    text: contract.Telling[S]


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
    club_options: tuple[Option, ...]
    modules: Modules[S]

    def __init__(self) -> None:
        game = self.modules
        self.start = game.state.start
        self.needs, self.choices = game.needs.needs, game.needs.choices
        self.sample = game.chances.sample
        self.check, self.apply = game.rules.check, game.rules.apply
        self.view, self.redact = game.view.view, game.view.redact
        self.determinize, self.to_data = game.view.determinize, game.view.to_data
        self.outcome = game.scoring.outcome
        self.count_fields, self.tally = game.tally.count_fields, game.tally.tally
        self.evaluate = game.evaluate.evaluate
        self.turn = game.notation.turn
        self.write, self.read = game.notation.write, game.notation.read
        self.describe, self.text_board = game.text.describe, game.text.text_board

    def options(self) -> tuple[Option, ...]:
        return self.club_options
