"""The text form: `A asks B coral`, `B has none`, `A plays ?`."""

from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from tests.games.hidden_game.components import CARDS
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown
from tests.games.hidden_game.state import State


def turn(state: State) -> str:
    """Return the heading of the next event."""
    match state.phase:
        case "deal":
            return "deal"
        case "show" | "over":
            return "show"
        case "draw":
            return str(state.round)
        case _:
            return str(state.round + 1)


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    """Return the notation of an event that happens in `state`."""
    match event:
        case Dealt(seat=seat, cards=cards):
            return f"{labels[seat]} gets {_pile(cards)}"
        case Asked(seat=seat, other=other, card=card):
            return f"{labels[seat]} asks {labels[other]} {card}"
        case Answered(seat=seat, card=card):
            return f"{labels[seat]} has {card or 'none'}"
        case CardChosen(seat=seat, card=card):
            return f"{labels[seat]} plays {card or '?'}"
        case Drawn(seat=seat, card=card):
            return f"{labels[seat]} draws {card or '?'}"
        case HandShown(seat=seat, cards=cards, tray=tray):
            return f"{labels[seat]} shows {_pile(cards)} {_pile(tray)}"
        case _:
            raise RuleViolation("not_expected", type=event.type)


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    """Return the event that a piece of notation means in `state`, or raise `bad_notation`."""
    try:
        return _read(state, text.split(), list(labels))
    except (ValueError, IndexError):
        raise RuleViolation("bad_notation", text=text[:80]) from None


def _read(state: State, words: list[str], labels: list[str]) -> Event:
    seat = labels.index(words[0])
    match words[1:]:
        case ["gets", cards]:
            return Dealt(seat, _cards(cards))
        case ["asks", other, card]:
            return Asked(seat, labels.index(other), _card(card))
        case ["has", "none"]:
            return Answered(seat, None)
        case ["has", card]:
            return Answered(seat, _card(card))
        case ["plays", card]:
            return CardChosen(seat, state.round, None if card == "?" else _card(card))
        case ["draws", card]:
            return Drawn(seat, None if card == "?" else _card(card))
        case ["shows", cards, tray]:
            return HandShown(seat, _known(cards), _known(tray))
        case _:
            raise ValueError(words)


def _pile(cards: Sequence[str | None]) -> str:
    return ",".join(card or "?" for card in cards) or "-"


def _cards(text: str) -> tuple[str | None, ...]:
    if text == "-":
        return ()
    return tuple(None if word == "?" else _card(word) for word in text.split(","))


def _known(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(_card(word) for word in text.split(","))


def _card(word: str) -> str:
    return CARDS[CARDS.index(word)]
