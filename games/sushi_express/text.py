"""The board and every event as text, for the command line and screen readers."""

from collections.abc import Iterator

from games.core import telling
from games.core.events import Event
from games.core.telling import printed
from games.sushi_express import events as facts
from games.sushi_express.components import (
    BETS,
    CUSTOMERS,
    PARK,
    SUSHI_EXPRESS,
    THROWS,
    actions_in,
    customers_in,
)
from games.sushi_express.driving import destination
from games.sushi_express.scoring import outcome
from games.sushi_express.state import State


class Storyteller(telling.Storyteller[State]):
    def event(self, event: Event) -> str:
        state = self.state
        match event:
            case facts.PawnsSwapped(box=box):
                return self.told(event, next=box + 1)
            case facts.BetPlaced(box=box, swaps=swaps):
                bet = self.told(event, "same" if state.boxes[box] else "")
                return f"{bet} {self.tell('swaps', count=swaps)}" if swaps else bet
            case facts.VanMoved(seat=seat, further=further):
                steps = state.bets[seat] + further
                tile = self.tile(destination(state, seat, steps)[0])
                return self.told(event, "further" if further else "", steps=steps, tile=tile)
            case facts.RowDecided(row=row):
                return self.told(event, row, customers=self.pile(customers_in(state.row)))
            case facts.DiceThrown(dice=(low, high)):
                return self.throw(event, low + high, low=low, high=high)
            case facts.DieRerolled(face=face):
                return self.throw(event, sum(state.dice) + face)
            case _:
                return self.told(event)

    def throw(self, event: Event, total: int, **more: int) -> str:
        seat = self.state.acting
        bet = self.state.bets[seat]
        variant = "hit" if total >= bet else "miss"
        return self.told(event, variant, seat=self.who(seat), total=total, bet=bet, **more)

    def aftermath(self, event: Event) -> Iterator[str]:
        state, after = self.state, self.after(event)
        yield from self.pawns_back(event, after)
        yield from self.only_customers(event, after)
        if after.discarded != state.discarded and not isinstance(event, facts.RowDecided):
            yield self.tell("all_failed")
        if after.phase in ("show", "over") and state.phase != "show":
            yield self.tell("end")

    def pawns_back(self, event: Event, after: State) -> Iterator[str]:
        """Yield who failed and whose van drove, from the highest pawn down."""
        state = self.state
        if after.phase in ("bet", "swap"):
            return
        for box in reversed(BETS):
            for seat in reversed(state.boxes[box]):
                if seat in after.boxes[box]:
                    continue
                who = self.who(seat)
                if after.failed[seat]:
                    key = "failed" if after.phase == "draw" else "failed.empty"
                    yield self.tell(key, seat=who)
                elif not isinstance(event, facts.VanMoved) or event.seat != seat:
                    tile = self.tile(after.vans[seat])
                    yield self.tell("van_moved", seat=who, steps=state.bets[seat], tile=tile)

    def only_customers(self, event: Event, after: State) -> Iterator[str]:
        """Yield who was served the only kind of customer that was left in the row."""
        for seat, label in enumerate(self.labels[: self.state.seats]):
            if isinstance(event, facts.CustomerTaken) and event.seat == seat:
                continue
            for kind, customer in enumerate(CUSTOMERS):
                if after.tables[seat][kind] > self.state.tables[seat][kind]:
                    yield self.tell("only", seat=label, customer=self.name(customer))

    def board(self) -> Iterator[str]:
        state = self.state
        row = self.pile(customers_in(state.row))
        yield self.headline()
        yield self.say("board.row", customers=row, stock=state.stock, pile=state.pile)
        if any(state.boxes):
            bets = [f"{box} {self.who(*state.boxes[box])}" for box in BETS if state.boxes[box]]
            yield self.say("board.bets", pawns="; ".join(bets))
        if state.dice:
            yield self.say("board.dice", dice=" ".join(map(str, state.dice)))
        for seat, points in enumerate(outcome(state).scores):
            head = self.say("board.seat", who=self.who(seat), points=printed(points))
            yield from self.section(head, self.seat(seat))

    def seat(self, seat: int) -> Iterator[str]:
        state = self.state
        hand = [*actions_in(state.hands[seat]), *[None] * state.unknown[seat]]
        yield self.say("board.van", tile=self.tile(state.vans[seat]))
        yield self.say("board.customers", customers=self.pile(customers_in(state.tables[seat])))
        yield self.say("board.actions", cards=self.pile(hand))

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
            who=self.who(state.acting),
            bet=state.bets[state.acting],
            throw=min(state.throw + (state.phase == "throw"), THROWS),
        )

    def tile(self, tile: int) -> str:
        """Return the name of a tile, houses by their number clockwise from Sushi Express."""
        key = {SUSHI_EXPRESS: "tile.express", PARK: "tile.park"}.get(tile, "tile.house")
        return self.say(key, tile=tile)
