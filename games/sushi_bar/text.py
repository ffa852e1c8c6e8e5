"""The board and every event as text, for the command line and screen readers."""

from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.telling import Teller
from games.sushi_bar.components import FACES, MOST_TURNS, THROWS, Dice, Row
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.notation import forced_portion, portion
from games.sushi_bar.rules import apply, symbols_for
from games.sushi_bar.scoring import outcome, signed
from games.sushi_bar.state import State
from games.sushi_bar.view import shown
from games.sushi_bar.words import WORDS


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return what an event in `state` is to a person, with the forced take or the end it brings."""
    return " ".join(_Teller(state, labels, language).sentences(event))


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    return "\n".join(_Teller(state, labels, language).board())


class _Teller(Teller[State]):
    words = WORDS

    @property
    def who(self) -> str:
        return self.labels[self.state.seat]

    def sentences(self, event: Event) -> list[str]:
        sentences = [self.event(event)]
        if isinstance(event, DiceRolled | DiceKept):
            tile = forced_portion(self.state, event)
            if tile is not None:
                sentences.append(self.say("tell.forced", who=self.who, value=_value(tile)))
        after = self.state.clone()
        apply(after, event)
        if after.abandoned:
            sentences.append(self.say("tell.abandoned", turns=MOST_TURNS))
        elif after.phase == "over":
            sentences.append(self.say("tell.last"))
        return sentences

    def event(self, event: Event) -> str:
        if isinstance(event, RowsLaid):
            return self.say("tell.rows", sushi=signed(event.sushi), bones=signed(event.bones))
        if isinstance(event, DiceRolled | DiceKept):
            key = "tell.throw" if isinstance(event, DiceRolled) else "tell.keep"
            return self.say(key, who=self.who, dice=self.dice(event.dice))
        value = _value(portion(self.state, event))
        if isinstance(event, PortionTaken):
            nth = self.nth(symbols_for(self.state.dice, event.row))
            return self.say(f"tell.take.{event.row}", who=self.who, nth=nth, value=value)
        if isinstance(event, PortionStolen):
            depth = "top" if event.position == 1 else "any"
            return self.say(
                f"tell.steal.{depth}.{event.stack}",
                who=self.who,
                victim=self.labels[event.victim],
                nth=self.nth(event.position),
                value=value,
            )
        raise RuleViolation("not_expected", type=event.type)

    def board(self) -> list[str]:
        state = self.state
        lines = [
            self.headline(),
            self.say("board.sushi", tiles=self.tiles(state.sushi, "sushi")),
            self.say("board.bones", tiles=self.tiles(state.bones, "bones")),
        ]
        if state.rolled:
            lines.append(self.say("board.thrown", dice=self.dice(state.rolled)))
        if state.kept:
            lines.append(self.say("board.kept", dice=self.dice(state.kept_dice)))
        scores = outcome(state).scores
        hidden = state.hide_covered and state.phase != "over"
        for seat, label in enumerate(self.labels[: state.seats]):
            sushi = self.tiles(shown(state, state.sushi_stacks[seat]), "sushi")
            bones = self.tiles(shown(state, state.bone_stacks[seat]), "bones")
            line = self.say("board.stacks", who=label, sushi=sushi, bones=bones)
            if not hidden:
                line = f"{line}, {self.say('board.points', points=scores[seat])}"
            lines.append(line)
        return lines

    def headline(self) -> str:
        state = self.state
        if state.phase == "laying":
            return self.say("board.laying")
        if state.phase == "over":
            return self.say("board.abandoned" if state.abandoned else "board.over")
        throw = state.throw + 1 if state.phase == "throwing" else state.throw
        return self.say("board.turn", turn=state.turn, who=self.who, throw=throw, throws=THROWS)

    def dice(self, dice: Dice) -> str:
        """Return dice as people say them: `2 sushi, 1 bone, 2 blue`."""
        counts = [(face, dice.count(face)) for face in FACES if face in dice]
        return ", ".join(
            self.say(f"dice.{face}.{'one' if count == 1 else 'many'}", count=count)
            for face, count in counts
        )

    def tiles(self, tiles: Sequence[int | None], row: Row) -> str:
        if not tiles:
            return self.say(f"board.nothing.{row}")
        return " ".join("?" if tile is None else f"{tile:+d}" for tile in tiles)

    def nth(self, count: int) -> str:
        key = f"nth.{count}"
        return self.say(key if key in WORDS else "nth", count=count)


def _value(tile: int | None) -> str:
    return "?" if tile is None else f"{tile:+d}".replace("-", "−")
