"""The board and every event as text, for the command line and screen readers."""

from collections.abc import Iterator, Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.telling import Teller
from games.sushi_express import events as facts
from games.sushi_express.components import (
    ACTIONS,
    BETS,
    CUSTOMERS,
    PARK,
    SUSHI_EXPRESS,
    THROWS,
    actions_in,
    customers_in,
)
from games.sushi_express.driving import destination
from games.sushi_express.flow import apply
from games.sushi_express.scoring import outcome
from games.sushi_express.state import State
from games.sushi_express.words import WORDS


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return what an event in `state` is to a person, with everything that follows from it."""
    teller = _Teller(state, labels, language)
    return " ".join([teller.event(event), *teller.aftermath(event)])


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    return "\n".join(_Teller(state, labels, language).board())


class _Teller(Teller[State]):
    words = WORDS

    def tell(self, key: str, **params: object) -> str:
        return self.say(f"tell.{key}", **params)

    def event(self, event: Event) -> str:
        state = self.state
        who = self.labels[getattr(event, "seat", state.acting)]
        match event:
            case facts.PawnsSwapped(box=box):
                return self.tell("swapped", who=who, box=box, next=box + 1)
            case facts.BetPlaced(box=box, swaps=swaps):
                bet = self.tell("bet.same" if state.boxes[box] else "bet", who=who, box=box)
                return f"{bet} {self.tell('bet.swaps', count=swaps)}" if swaps else bet
            case facts.RerollChosen(die=None):
                return self.tell("stayed", who=who)
            case facts.RerollChosen(die=die):
                return self.tell("reroll", who=who, die=die)
            case facts.VanMoved(seat=seat, further=further):
                steps = state.bets[seat] + further
                tile = self.tile(destination(state, seat, steps)[0])
                key = "moved.further" if further else "moved"
                return self.tell(key, who=who, steps=steps, further=further, tile=tile)
            case facts.CustomerTaken(customer=customer):
                return self.tell("taken", who=who, customer=self.name(customer))
            case facts.ParkCameFirst():
                return self.tell("park", who=who)
            case facts.RowDecided(row=row):
                return self.tell(row, who=who, customers=self.cards(customers_in(state.row)))
            case _:
                return self.revealed(event, who)

    def revealed(self, event: Event, who: str) -> str:
        """Return what chance brought or a hand turned out to be."""
        match event:
            case facts.CustomersRevealed(customers=customers):
                return self.tell("revealed", customers=self.cards(customers))
            case facts.FirstPlayerDrawn():
                return self.tell("first", who=who)
            case facts.DiceThrown(dice=(low, high)):
                return self.throw("thrown", low + high, who=who, low=low, high=high)
            case facts.DieRerolled(face=face):
                return self.throw("rerolled", sum(self.state.dice) + face, face=face)
            case facts.ActionDrawn(card=card):
                key = "drawn" if card else "drawn.unseen"
                return self.tell(key, who=who, card=self.name(card))
            case facts.HandShown(cards=cards):
                return self.tell("shown", who=who, cards=self.cards(cards))
            case _:
                raise RuleViolation("not_expected", type=event.type)

    def throw(self, prefix: str, total: int, **params: object) -> str:
        bet = self.state.bets[self.state.acting]
        key = f"{prefix}.hit" if total >= bet else f"{prefix}.miss"
        return self.tell(key, total=total, bet=bet, **params)

    def aftermath(self, event: Event) -> list[str]:
        """Return sentences on what an event brought about without anybody choosing it."""
        state, after = self.state, self.state.clone()
        apply(after, event)
        sentences = [*self.pawns_back(event, after), *self.only_customers(event, after)]
        if after.discarded != state.discarded and not isinstance(event, facts.RowDecided):
            sentences.append(self.tell("all_failed"))
        if after.phase in ("show", "over") and state.phase != "show":
            sentences.append(self.tell("end"))
        return sentences

    def pawns_back(self, event: Event, after: State) -> Iterator[str]:
        """Yield who failed and whose van drove, from the highest pawn down."""
        state = self.state
        if after.phase in ("bet", "swap"):
            return
        for box in reversed(BETS):
            for seat in reversed(state.boxes[box]):
                if seat in after.boxes[box]:
                    continue
                who = self.labels[seat]
                if after.failed[seat]:
                    key = "failed" if after.phase == "draw" else "failed.empty"
                    yield self.tell(key, who=who)
                elif not isinstance(event, facts.VanMoved) or event.seat != seat:
                    tile = self.tile(after.vans[seat])
                    yield self.tell("drives", who=who, steps=state.bets[seat], tile=tile)

    def only_customers(self, event: Event, after: State) -> Iterator[str]:
        """Yield who was served the only kind of customer that was left in the row."""
        for seat, label in enumerate(self.labels[: self.state.seats]):
            if isinstance(event, facts.CustomerTaken) and event.seat == seat:
                continue
            for kind, customer in enumerate(CUSTOMERS):
                if after.tables[seat][kind] > self.state.tables[seat][kind]:
                    yield self.tell("only", who=label, customer=self.name(customer))

    def board(self) -> list[str]:
        state = self.state
        row = self.cards(customers_in(state.row))
        lines = [
            self.headline(),
            self.say("board.row", customers=row, stock=state.stock, pile=state.pile),
        ]
        if any(state.boxes):
            pawns = "; ".join(
                f"{box} {', '.join(self.labels[seat] for seat in state.boxes[box])}"
                for box in BETS
                if state.boxes[box]
            )
            lines.append(self.say("board.bets", pawns=pawns))
        if state.dice:
            lines.append(self.say("board.dice", dice=" ".join(map(str, state.dice))))
        scores = outcome(state).scores
        for seat in range(state.seats):
            hand = [*actions_in(state.hands[seat]), *[None] * state.unknown[seat]]
            lines.append(
                self.say(
                    "board.seat",
                    who=self.labels[seat],
                    tile=self.tile(state.vans[seat]),
                    customers=self.cards(customers_in(state.tables[seat])),
                    cards=self.cards(hand),
                    points=scores[seat],
                )
            )
        return lines

    def headline(self) -> str:
        state = self.state
        if state.phase in ("show", "over"):
            return self.say(f"board.{state.phase}")
        if not state.round:
            return self.say("board.setup")
        if state.phase == "reveal":
            return self.say("board.reveal", round=state.round)
        # The row has its own line on the board, so its phase cannot use the same key.
        return self.say(
            "board.decide" if state.phase == "row" else f"board.{state.phase}",
            round=state.round,
            who=self.labels[state.acting],
            bet=state.bets[state.acting],
            throw=min(state.throw + (state.phase == "throw"), THROWS),
        )

    def cards(self, cards: Sequence[str | None]) -> str:
        """Return cards as people say them, equal ones counted: `pink, tip × 2`."""
        parts = []
        for card in (*CUSTOMERS, *ACTIONS, None):
            if count := cards.count(card):
                name = self.name(card)
                parts.append(name if count == 1 else f"{name} × {count}")
        return ", ".join(parts) or "–"

    def name(self, card: str | None) -> str:
        return self.say(f"component.{card}" if card else "card.unknown")

    def tile(self, tile: int) -> str:
        """Return the name of a tile, houses by their number clockwise from Sushi Express."""
        key = {SUSHI_EXPRESS: "tile.express", PARK: "tile.park"}.get(tile, "tile.house")
        return self.say(key, tile=tile)
