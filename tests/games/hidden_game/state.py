"""A position: hands that travel, trays that stay, and the lanterns on the table."""

from typing import Literal, cast

import msgspec

from games.core.setup import Setup
from games.core.unknown import Hand, Zone, unseen
from tests.games.hidden_game.components import CARDS

Phase = Literal["deal", "ask", "answer", "choose", "draw", "show", "over"]


class State(msgspec.Struct):
    """A hand keeps its index for the whole match; `held` tells where it is."""

    setup: Setup
    hands: list[Hand]
    trays: list[Hand]
    tables: list[list[str | None]]
    picked: list[bool]
    picks: list[str | None]
    shown: list[bool]
    phase: Phase = "deal"
    round: int = 0
    other: int = -1
    question: str = ""
    draws_left: int = 0

    def clone(self) -> "State":
        """Return an equal state that shares nothing mutable with this one."""
        return State(
            self.setup,
            [hand.clone() for hand in self.hands],
            [tray.clone() for tray in self.trays],
            [table[:] for table in self.tables],
            self.picked[:],
            self.picks[:],
            self.shown[:],
            self.phase,
            self.round,
            self.other,
            self.question,
            self.draws_left,
        )

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def hand_size(self) -> int:
        """How many lanterns each hand is dealt."""
        return cast(int, self.setup.options["hand_size"])

    @property
    def rounds(self) -> int:
        """How many rounds are played: the last lantern of a hand stays in it."""
        return self.hand_size - 1

    @property
    def box(self) -> dict[str, int]:
        """How many lanterns of each type there are."""
        return dict(zip(CARDS, cast(list[int], self.setup.options["box"]), strict=True))

    @property
    def asker(self) -> int:
        """The seat that asks in this round."""
        return self.round % self.seats

    @property
    def drawer(self) -> int:
        """The seat that draws after the round before this one."""
        return (self.round - 1) % self.seats

    def hand_of(self, seat: int) -> int:
        """Return the index of the hand that a seat holds now."""
        passes = self.round if self.setup.options["passing"] else 0
        return (seat - passes) % self.seats

    def held(self, seat: int) -> Hand:
        """Return the hand that a seat holds now."""
        return self.hands[self.hand_of(seat)]

    def pool(self) -> dict[str, int]:
        """Return the lanterns whose place this state does not know."""
        return unseen(
            self.box,
            [
                *(zone.known for zone in self.zones()),
                *([card for card in table if card] for table in self.tables),
            ],
        )

    def zones(self) -> list[Zone]:
        """Return hands, trays and lanterns played unseen; a hand holds what was picked from it."""
        hands = self.hands[:]
        for seat, pick in enumerate(self.picks):
            if pick is not None:
                hand = self.held(seat).clone()
                hand.prove(pick)
                hands[self.hand_of(seat)] = hand
        unseen_plays = sum(table.count(None) for table in self.tables)
        return [*hands, *self.trays, Zone(unknown=unseen_plays)]

    def deck_size(self) -> int:
        """Return how many lanterns lie in the deck."""
        placed = sum(zone.size for zone in self.zones())
        return (
            sum(self.box.values())
            - placed
            - sum(1 for table in self.tables for card in table if card)
        )


def start(setup: Setup) -> State:
    """Return the state before the first hand is dealt."""
    seats = range(setup.seats)
    return State(
        setup=setup,
        hands=[],
        trays=[Hand(watchers=[seat]) for seat in seats],
        tables=[[] for _ in seats],
        picked=[False for _ in seats],
        picks=[None for _ in seats],
        shown=[False for _ in seats],
    )
