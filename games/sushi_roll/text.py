"""Every event as a sentence and the position as plain text, in both languages."""

from collections.abc import Iterator

from games.core import telling
from games.core.events import Event
from games.core.telling import printed
from games.sushi_roll import events as facts
from games.sushi_roll.components import GAINS, ROUNDS, unpack
from games.sushi_roll.notation import goes_on_wasabi
from games.sushi_roll.rounds import gained
from games.sushi_roll.scoring import dishes, outcome
from games.sushi_roll.state import Sheet, State


class Storyteller(telling.Storyteller[State]):
    seats = ("seat", "red", "opponent")

    def event(self, event: Event) -> str:
        match event:
            case facts.DiceRolled():
                return self.told(event, self.state.phase)
            case facts.DieTaken(seat=seat, face=face) if goes_on_wasabi(self.state, seat, face):
                return self.told(event, "wasabi")
            case _:
                return self.told(event)

    def aftermath(self, event: Event) -> Iterator[str]:
        if not isinstance(event, facts.DieTaken):
            return
        state, after = self.state, self.after(event)
        if event.face in GAINS:
            sort, tokens = gained(state, event.face)
            number = "none" if not tokens else "one" if tokens == 1 else "many"
            yield self.tell(f"gains.{sort}.{number}", seat=self.who(event.seat), count=tokens)
        if len(after.sheets) > len(state.sheets):
            yield self.round_end(after.sheets[-1])
        if after.phase == "over":
            yield self.tell("over")

    def round_end(self, sheet: Sheet) -> str:
        scores = [
            f"{label} {printed(sum(line.points for line in lines))}"
            for label, lines in zip(self.labels, sheet.lines, strict=False)
        ]
        return self.say("tell.round", round=self.state.round, scores=", ".join(scores))

    def board(self) -> Iterator[str]:
        state = self.state
        yield self.headline()
        if state.phase == "reroll":
            hand = [*unpack(state.picked), *[None] * state.picked_blind]
            yield self.say("board.hand", dice=self.pile(hand))
        for seat, points in enumerate(outcome(state).scores):
            red = seat == state.red and state.phase not in ("belts", "over")
            key = "board.seat.red" if red else "board.seat"
            head = self.say(key, who=self.who(seat), points=printed(points))
            yield from self.section(head, self.seat(seat))

    def headline(self) -> str:
        state, who = self.state, self.who(self.state.seat)
        if state.phase in ("belts", "over"):
            return self.say(f"board.{state.phase}")
        if state.phase == "draw":
            return self.say("board.draw", round=state.round, rounds=ROUNDS, who=who)
        place = self.say(
            "board.turn", round=state.round, rounds=ROUNDS, turn=state.turn, turns=state.kit.size
        )
        return f"{place}, {self.say(f'board.{state.phase}', who=who)}"

    def seat(self, seat: int) -> Iterator[str]:
        state = self.state
        unseen = [None] * state.blanks[seat]
        dice = [*state.faces[seat], *unpack(state.kinds[seat]), *unseen]
        if on_belt := dice[: state.size(seat)]:
            yield self.say("board.belt", dice=self.pile(on_belt))
        if state.trays[seat]:
            yield self.say("board.tray", dice=self.pile(dishes(state.trays[seat])))
        yield self.say(
            "board.tokens",
            menus=state.menus[seat],
            chopsticks=state.chopsticks[seat],
            desserts=state.desserts[seat],
        )
