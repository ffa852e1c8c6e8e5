"""The board and every event as text, for the command line and screen readers."""

from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.words import say
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
    who = labels[state.seat]
    sentences = [_told(state, event, labels, language)]
    if isinstance(event, DiceRolled | DiceKept):
        tile = forced_portion(state, event)
        if tile is not None:
            sentences.append(say(WORDS, "tell.forced", language, who=who, value=_value(tile)))
    after = state.clone()
    apply(after, event)
    if after.abandoned:
        sentences.append(say(WORDS, "tell.abandoned", language, turns=MOST_TURNS))
    elif after.phase == "over":
        sentences.append(say(WORDS, "tell.last", language))
    return " ".join(sentences)


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    """Return rows, dice and stacks, a line each."""
    lines = [
        _headline(state, labels, language),
        say(WORDS, "board.sushi", language, tiles=_tiles(state.sushi, "sushi", language)),
        say(WORDS, "board.bones", language, tiles=_tiles(state.bones, "bones", language)),
    ]
    if state.rolled:
        lines.append(say(WORDS, "board.thrown", language, dice=dice_words(state.rolled, language)))
    if state.kept:
        lines.append(say(WORDS, "board.kept", language, dice=dice_words(state.kept_dice, language)))
    scores = outcome(state).scores
    hidden = state.hide_covered and state.phase != "over"
    for seat, label in enumerate(labels[: state.seats]):
        line = say(
            WORDS,
            "board.stacks",
            language,
            who=label,
            sushi=_tiles(shown(state, state.sushi_stacks[seat]), "sushi", language),
            bones=_tiles(shown(state, state.bone_stacks[seat]), "bones", language),
        )
        if not hidden:
            line = f"{line}, {say(WORDS, 'board.points', language, points=scores[seat])}"
        lines.append(line)
    return "\n".join(lines)


def dice_words(dice: Dice, language: str) -> str:
    """Return dice as people say them: `2 sushi, 1 bone, 2 blue`."""
    counts = [(face, dice.count(face)) for face in FACES if face in dice]
    return ", ".join(
        say(WORDS, f"dice.{face}.{'one' if count == 1 else 'many'}", language, count=count)
        for face, count in counts
    )


def _told(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    who = labels[state.seat]
    if isinstance(event, RowsLaid):
        sushi, bones = signed(event.sushi), signed(event.bones)
        return say(WORDS, "tell.rows", language, sushi=sushi, bones=bones)
    if isinstance(event, DiceRolled | DiceKept):
        key = "tell.throw" if isinstance(event, DiceRolled) else "tell.keep"
        return say(WORDS, key, language, who=who, dice=dice_words(event.dice, language))
    value = _value(portion(state, event))
    if isinstance(event, PortionTaken):
        nth = _nth(symbols_for(state.dice, event.row), language)
        return say(WORDS, f"tell.take.{event.row}", language, who=who, nth=nth, value=value)
    if isinstance(event, PortionStolen):
        depth = "top" if event.position == 1 else "any"
        return say(
            WORDS,
            f"tell.steal.{depth}.{event.stack}",
            language,
            who=who,
            victim=labels[event.victim],
            nth=_nth(event.position, language),
            value=value,
        )
    raise RuleViolation("not_expected", type=event.type)


def _headline(state: State, labels: Sequence[str], language: str) -> str:
    if state.phase == "laying":
        return say(WORDS, "board.laying", language)
    if state.phase == "over":
        return say(WORDS, "board.abandoned" if state.abandoned else "board.over", language)
    throw = state.throw + 1 if state.phase == "throwing" else state.throw
    who = labels[state.seat]
    return say(WORDS, "board.turn", language, turn=state.turn, who=who, throw=throw, throws=THROWS)


def _tiles(tiles: Sequence[int | None], row: Row, language: str) -> str:
    if not tiles:
        return say(WORDS, f"board.nothing.{row}", language)
    return " ".join("?" if tile is None else f"{tile:+d}" for tile in tiles)


def _value(tile: int | None) -> str:
    return "?" if tile is None else f"{tile:+d}".replace("-", "−")


def _nth(count: int, language: str) -> str:
    key = f"nth.{count}"
    return say(WORDS, key if key in WORDS else "nth", language, count=count)
