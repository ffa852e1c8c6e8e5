"""Every event as a sentence and the position as plain text, in both languages."""

from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.telling import Teller
from games.sushi_roll import events as facts
from games.sushi_roll.components import GAINS, ROUNDS, unpack
from games.sushi_roll.knowledge import belt_of
from games.sushi_roll.notation import goes_on_wasabi
from games.sushi_roll.rounds import gained
from games.sushi_roll.rules import apply
from games.sushi_roll.scoring import dishes, outcome
from games.sushi_roll.state import Sheet, State
from games.sushi_roll.words import WORDS


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return what an event in `state` is to a person, with tokens and round ends it brings."""
    teller = _Teller(state, labels, language)
    match event:
        case facts.BeltsDealt(red=red):
            return teller.say("tell.belts", who=labels[red])
        case facts.DiceDrawn(seat=seat, dice=dice):
            return teller.dice("draw", seat, dice)
        case facts.DiceRolled(seat=seat, faces=faces):
            return teller.dice(state.phase, seat, faces)
        case facts.MenuUsed(seat=seat, faces=faces):
            return teller.say("tell.menu", who=labels[seat], dice=teller.pile(faces))
        case facts.ChopsticksUsed(seat=seat, opponent=opponent, given=given, taken=taken):
            return teller.say(
                "tell.swap",
                who=labels[seat],
                opponent=labels[opponent],
                given=teller.name(given),
                taken=teller.name(taken),
            )
        case facts.DieTaken():
            return " ".join(teller.take(event))
        case _:
            raise RuleViolation("not_expected", type=event.type)


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    return "\n".join(_Teller(state, labels, language).board())


class _Teller(Teller[State]):
    words = WORDS

    def name(self, die: str | None) -> str:
        return self.say("dice.unknown" if die is None else f"component.{die}")

    def pile(self, dice: Sequence[str | None]) -> str:
        """Return dice as people say them: `egg nigiri ×2, wasabi`."""
        counts = [(die, dice.count(die)) for die in dict.fromkeys(dice)]
        return ", ".join(
            self.name(die) if number == 1 else f"{self.name(die)} ×{number}"
            for die, number in counts
        )

    def dice(self, key: str, seat: int, dice: Sequence[str | None]) -> str:
        who = self.labels[seat]
        if not any(dice):
            return self.say(f"tell.{key}.unseen", who=who, count=len(dice))
        return self.say(f"tell.{key}", who=who, dice=self.pile(dice))

    def take(self, event: facts.DieTaken) -> list[str]:
        state, who = self.state, self.labels[event.seat]
        key = "tell.take"
        if goes_on_wasabi(state, event.seat, event.face):
            key = "tell.take.wasabi"
        sentences = [self.say(key, who=who, die=self.name(event.face))]
        if event.face in GAINS:
            sort, tokens = gained(state, event.face)
            number = "none" if not tokens else "one" if tokens == 1 else "many"
            sentences.append(self.say(f"tell.gains.{sort}.{number}", who=who, count=tokens))
        after = state.clone()
        apply(after, event)
        if len(after.sheets) > len(state.sheets):
            sentences.append(self.round_end(after.sheets[-1]))
        if after.phase == "over":
            sentences.append(self.say("tell.over"))
        return sentences

    def round_end(self, sheet: Sheet) -> str:
        scores = [
            f"{label} {_signed(sum(line.points for line in lines))}"
            for label, lines in zip(self.labels, sheet.lines, strict=False)
        ]
        return self.say("tell.round", round=self.state.round, scores=", ".join(scores))

    def board(self) -> list[str]:
        state = self.state
        lines = [self.headline()]
        if state.phase == "reroll":
            hand = [*[None] * state.picked_blind]
            lines.append(self.say("board.hand", dice=self.pile([*_kinds(state.picked), *hand])))
        scores = outcome(state).scores
        for seat in range(state.seats):
            red = seat == state.red and state.phase not in ("belts", "over")
            lines.append(
                self.say(
                    "board.seat.red" if red else "board.seat",
                    who=self.labels[seat],
                    points=_signed(scores[seat]),
                )
            )
            lines += [f"  {line}" for line in self.seat(seat)]
        return lines

    def headline(self) -> str:
        state = self.state
        if state.phase in ("belts", "over"):
            return self.say(f"board.{state.phase}")
        if state.phase == "draw":
            return self.say("board.draw", round=state.round, rounds=ROUNDS, who=self.acting)
        place = self.say(
            "board.turn", round=state.round, rounds=ROUNDS, turn=state.turn, turns=state.kit.size
        )
        return f"{place}, {self.say(f'board.{state.phase}', who=self.acting)}"

    @property
    def acting(self) -> str:
        return self.labels[self.state.seat]

    def seat(self, seat: int) -> list[str]:
        state = self.state
        lines = []
        belt = belt_of(state, seat)
        dice = [*belt.faces, *_kinds(belt.kinds), *[None] * belt.blanks]
        if on_belt := dice[: state.size(seat)]:
            lines.append(self.say("board.belt", dice=self.pile(on_belt)))
        if state.trays[seat]:
            lines.append(self.say("board.tray", dice=self.pile(dishes(state.trays[seat]))))
        lines.append(
            self.say(
                "board.tokens",
                menus=state.menus[seat],
                chopsticks=state.chopsticks[seat],
                desserts=state.desserts[seat],
            )
        )
        return lines


def _kinds(packed: int) -> list[str]:
    """Return dice whose face is not known by the names of their kinds."""
    return [f"{kind}_die" for kind in unpack(packed)]


def _signed(points: int) -> str:
    return str(points).replace("-", "−")
