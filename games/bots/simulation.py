"""Matches played on from a view, for everybody, to their end."""

from typing import Any

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.rng import Rng, SeededRng

POINT = 100
"""Values are in hundredths of a point, as the evaluations of the games are."""
FIRST_PLACE = 10
"""How many points of a lead being first is worth."""
EVALUATED_EVENTS = 40
"""For so many events everybody plays by the evaluation; what comes later is played at random.

By then most of what a choice leads to has happened, and the rest costs a fraction of the time.
"""
COMPARED_CHOICES = 6
"""How many of its choices, drawn at random, a seat compares."""
RANDOM_PERCENT = 3
"""How often in a hundred a seat plays anything at all."""
MOST_EVENTS = 2_000
"""No match that is played on is longer; then the score counts as it stands."""
_SEEDS = 2**62


class Simulations:
    """Tries of one seat's choices, each choice in the same worlds and with the same luck.

    What differs between two choices is then their doing and hardly ever chance: the generators
    start afresh with every turn, so that they agree again after a turn that took other numbers.
    """

    def __init__(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> None:
        self._rules = rules
        self._view = view
        self._seat = seat
        self._seed = rng.below(_SEEDS)
        self._number = 0
        self._world = view
        self.others = len(rules.outcome(view).scores) - 1

    def next_world(self) -> None:
        """Draw another world that the view allows."""
        self._number += 1
        rng = SeededRng(f"{self._seed}/{self._number}/world")
        self._world = self._rules.determinize(self._view, rng)

    def value(self, choice: Event) -> int:
        """Return by how much the seat leads the others, summed over them, after this choice.

        Whoever is first leads everybody by so much more: a match is played to be won.
        """
        state = self._world.clone()
        self._rules.apply(state, choice)
        self._play_on(state)
        outcome = self._rules.outcome(state)
        scores, first = outcome.scores, outcome.places.count(1)
        value = POINT * (len(scores) * scores[self._seat] - sum(scores))
        if outcome.places[self._seat] == 1:
            value += POINT * FIRST_PLACE * self.others // first
        return value

    def _play_on(self, state: Any) -> None:
        rules = self._rules
        chance = luck = SeededRng(0)
        turn = None
        played = 0
        while (awaited := rules.awaited(state)) and played < MOST_EVENTS:
            if (now := rules.turn(state)) != turn:
                turn = now
                chance = SeededRng(f"{self._seed}/{self._number}/{turn}/chance")
                luck = SeededRng(f"{self._seed}/{self._number}/{turn}/luck")
            for seat in awaited:  # simultaneous choices stay open until they are made
                if seat is None:
                    event = rules.sample(state, rules.needs(state)[0], chance)
                else:
                    event = self._choose(
                        state, seat, Luck(luck.bits()), evaluated=played < EVALUATED_EVENTS
                    )
                rules.apply(state, event)
                played += 1

    def _choose(self, state: Any, seat: int, luck: "Luck", *, evaluated: bool) -> Event:
        """Return what a seat plays; it takes one number of luck, whatever it chooses.

        A seat sees the whole world here: hiding it for every choice would cost more than it tells.
        """
        rules = self._rules
        if luck.below(100) < RANDOM_PERCENT or not evaluated:
            return rules.random_choice(state, seat, luck)
        choices = rules.proposals(state, seat, luck, COMPARED_CHOICES)
        if len(choices) == 1:
            return choices[0]
        worths = [rules.evaluate(state, seat, choice) for choice in choices]
        return choices[worths.index(max(worths))]


class Luck:
    """A single number of luck, spent bit by bit: whoever asks, it is the same for all choices."""

    __slots__ = ("_left",)

    def __init__(self, number: int) -> None:
        self._left = number

    def below(self, bound: int) -> int:
        self._left, number = divmod(self._left, bound)
        return number
