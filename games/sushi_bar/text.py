"""The board and every event as text, for the command line and screen readers."""

from collections.abc import Iterator, Sequence

from games.core import telling
from games.core.events import Event
from games.core.telling import printed
from games.sushi_bar.components import MOST_TURNS, THROWS, Face, Row
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.notation import forced_portion, portion
from games.sushi_bar.rules import symbols_for
from games.sushi_bar.scoring import outcome, signed
from games.sushi_bar.state import State
from games.sushi_bar.view import shown


class Storyteller(telling.Storyteller[State]):
    seats = ("seat", "victim")

    def aftermath(self, event: Event) -> Iterator[str]:
        if isinstance(event, DiceRolled | DiceKept):
            tile = forced_portion(self.state, event)
            if tile is not None:
                yield self.tell("forced", seat=self.who(self.state.seat), value=printed(tile, "+d"))
        after = self.after(event)
        if after.abandoned:
            yield self.tell("abandoned", turns=MOST_TURNS)
        elif after.phase == "over":
            yield self.tell("last")

    def event(self, event: Event) -> str:
        value = printed(portion(self.state, event), "+d")
        match event:
            case RowsLaid(sushi=sushi, bones=bones):
                return self.told(event, sushi=signed(sushi), bones=signed(bones))
            case DiceRolled():
                return self.told(event, seat=self.who(self.state.seat))
            case PortionTaken(row=row):
                nth = self.nth(symbols_for(self.state.dice, row))
                return self.told(event, row, nth=nth, value=value)
            case PortionStolen(stack=stack, position=position):
                depth = "top" if position == 1 else "any"
                return self.told(event, f"{depth}.{stack}", nth=self.nth(position), value=value)
            case _:
                return self.told(event)

    def board(self) -> Iterator[str]:
        state = self.state
        yield self.headline()
        yield self.say("board.sushi", tiles=self.tiles(state.sushi, "sushi"))
        yield self.say("board.bones", tiles=self.tiles(state.bones, "bones"))
        if state.rolled:
            yield self.say("board.thrown", dice=self.pile(state.rolled))
        if state.kept:
            yield self.say("board.kept", dice=self.pile(state.kept_dice))
        hidden = state.hide_covered and state.phase != "over"
        for seat, points in enumerate(outcome(state).scores):
            who = self.who(seat)
            head = who if hidden else self.say("board.seat", who=who, points=printed(points))
            yield from self.section(head, self.stacks(seat))

    def stacks(self, seat: int) -> Iterator[str]:
        sushi = self.tiles(shown(self.state, self.state.sushi_stacks[seat]), "sushi")
        bones = self.tiles(shown(self.state, self.state.bone_stacks[seat]), "bones")
        yield self.say("board.stack.sushi", tiles=sushi)
        yield self.say("board.stack.bones", tiles=bones)

    def headline(self) -> str:
        state = self.state
        if state.phase == "laying":
            return self.say("board.laying")
        if state.phase == "over":
            return self.say("board.abandoned" if state.abandoned else "board.over")
        throw = state.throw + 1 if state.phase == "throwing" else state.throw
        who = self.who(state.seat)
        return self.say("board.turn", turn=state.turn, who=who, throw=throw, throws=THROWS)

    def counted(self, face: Face, count: int) -> str:
        return self.say(f"dice.{face}.{'one' if count == 1 else 'many'}", count=count)

    def tiles(self, tiles: Sequence[int | None], row: Row) -> str:
        if not tiles:
            return self.say(f"board.nothing.{row}")
        return " ".join("?" if tile is None else f"{tile:+d}" for tile in tiles)

    def nth(self, count: int) -> str:
        key = f"nth.{count}"
        return self.say(key if key in self.rules.words else "nth", count=count)
