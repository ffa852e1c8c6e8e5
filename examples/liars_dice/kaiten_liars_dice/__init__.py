"""Liar's dice, an old game of nobody's: dice under a cup each, bids on what lies under all."""

from dataclasses import dataclass, replace
from typing import Any, cast

from games.core.engine import POINT, Engine
from games.core.errors import RuleViolation
from games.core.events import Chance, Choice, Event, Sighting, Unordered, event_type
from games.core.needs import Field, Need, exactly, seat_form
from games.core.outcome import Outcome, ScoreLine, ranked
from games.core.position import Position
from games.core.rng import Rng, pick
from games.core.setup import Option, Setup
from games.core.viewer import Viewer
from kaiten_liars_dice.words import WORDS

PIPS = {"one": "4", "two": "08", "three": "048", "four": "0268", "five": "02468", "six": "023568"}
FACES = tuple(PIPS)
PLACES = {face: place for place, face in enumerate(FACES)}
Dice = tuple[str | None, ...]  # None is a die that nobody saw


@event_type("liars_dice.dice_rolled")
class DiceRolled(Chance, Unordered, frozen=True):
    seat: int
    round: int
    dice: Dice
    unordered = ("dice", PLACES)


@event_type("liars_dice.bid_made")
class BidMade(Choice, frozen=True):
    count: int
    face: str


@event_type("liars_dice.bid_doubted")
class BidDoubted(Choice, frozen=True):
    pass


@event_type("liars_dice.cup_lifted")
class CupLifted(Sighting, Unordered, frozen=True):
    dice: tuple[str, ...]
    unordered = ("dice", PLACES)


@dataclass(slots=True)
class State(Position):
    dice: list[int]  # that each seat still has
    cups: list[Dice]
    lifted: list[bool]
    points: list[int]
    round: int = 1
    seat: int = 0
    count: int = 0
    face: str = FACES[-1]
    doubted: bool = False

    def next(self, step: int = 1) -> int:
        seats = [(self.seat + step * way) % len(self.dice) for way in range(1, len(self.dice))]
        return next(seat for seat in seats if self.dice[seat])

    def under_cups(self) -> Dice:
        return tuple(die for seat, cup in enumerate(self.cups) if self.dice[seat] for die in cup)

    def known(self, seat: int, dice: Dice, viewer: Viewer) -> Dice:
        seen = self.lifted[seat] or viewer.role == "arbiter" or viewer.seat == seat
        return dice if seen else (None,) * len(dice)

    def settle(self) -> None:
        """Take a die from whoever was wrong; who has none left is outlived by the others."""
        if self.under_cups().count(self.face) < self.count:
            self.seat = self.next(-1)
        self.dice[self.seat] -= 1
        if not self.dice[self.seat]:
            self.points = [n + bool(left) for n, left in zip(self.points, self.dice, strict=True)]
            self.seat = self.next()
        self.round += 1


class LiarsDice(Engine[State]):
    """Seat 0 begins; whoever lost a die begins the next round, or else the seat after it."""

    slug = "liars_dice"
    seats = range(2, 7)
    words = WORDS
    club_options = (Option("dice", "integer", default=5, least=1, most=5),)

    def start(self, setup: Setup) -> State:
        seats, dice = setup.seats, cast(int, setup.options["dice"])
        return State([dice] * seats, [()] * seats, [True] * seats, [0] * seats)

    def needs(self, state: State) -> tuple[Need, ...]:
        seat = state.seat
        if state.doubted and not all(state.lifted):
            return tuple(_lift(s, state.cups[s]) for s, up in enumerate(state.lifted) if not up)
        if state.dice.count(0) == len(state.dice) - 1:
            return ()
        if state.lifted[seat]:
            dice = exactly(state.dice[seat], "dice", FACES, unknown=True)
            form = seat_form(DiceRolled, seat, dice, round=state.round)
            return (Need("roll", "chance", None, (form,), seat),)
        counts = Field("count", tuple(range(state.count + 1, sum(state.dice) + 1)))
        faces = Field("face", FACES[PLACES[state.face] + 1 :])
        more = [seat_form(BidMade, seat, counts, Field("face", FACES))] if counts.of else []
        same = [seat_form(BidMade, seat, faces, count=state.count)] if faces.of else []
        doubt = [seat_form(BidDoubted, seat)] if state.count else []
        return (Need("bid", "seat", seat, (*doubt, *same, *more)),)

    def refuse(self, state: State, event: Event) -> None:
        if isinstance(event, CupLifted):
            cup, dice = state.cups[event.seat], event.dice
            if any(cup.count(die) > dice.count(die) for die in cup if die):
                raise RuleViolation("die_vanished")

    def apply(self, state: State, event: Event) -> None:
        if isinstance(event, DiceRolled):
            state.cups[event.seat], state.lifted[event.seat] = event.dice, False
            state.count, state.face, state.doubted = 0, FACES[-1], False
            state.seat = state.next()
        elif isinstance(event, BidMade):
            state.count, state.face, state.seat = event.count, event.face, state.next()
        elif isinstance(event, BidDoubted):
            state.doubted = True
        elif isinstance(event, CupLifted):
            state.cups[event.seat], state.lifted[event.seat] = event.dice, True
            if all(state.lifted):
                state.settle()

    def outcome(self, state: State) -> Outcome:
        lines = [(ScoreLine("outlived", points),) for points in state.points]
        return ranked(lines, final=not self.needs(state))

    def view(self, state: State, viewer: Viewer) -> State:
        cups = [state.known(seat, cup, viewer) for seat, cup in enumerate(state.cups)]
        return replace(state.clone(), cups=cups)

    def redact(self, event: Event, state: State, viewer: Viewer) -> Event:
        if not isinstance(event, DiceRolled) or event.round < state.round:
            return event
        return DiceRolled(event.seat, event.round, state.known(event.seat, event.dice, viewer))

    def determinize(self, view: State, rng: Rng) -> State:
        cups: list[Dice] = [tuple(die or pick(rng, FACES) for die in cup) for cup in view.cups]
        return replace(view.clone(), cups=cups)

    def evaluate(self, view: State, _seat: int, choice: Event) -> int:
        bid, dice = choice if isinstance(choice, BidMade) else view, view.under_cups()
        hoped = POINT * dice.count(bid.face) + POINT * dice.count(None) // len(FACES)
        return (hoped - POINT * bid.count) * (1 if bid is choice else -1)

    def piece(self, value: Any) -> list[tuple[int, int]]:
        return [(int(pip) % 3, int(pip) // 3) for pip in PIPS.get(value, "")]


def _lift(seat: int, cup: Dice) -> Need:
    dice = exactly(len(cup), "dice", {die: cup.count(die) + cup.count(None) for die in FACES})
    return Need("lift", "table", seat, (seat_form(CupLifted, seat, dice),))
