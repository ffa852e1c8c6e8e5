"""Sentences and the text board, in both languages."""

from collections.abc import Sequence

from games.core.events import Event
from games.core.unknown import Zone
from games.core.words import say
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown
from tests.games.hidden_game.state import State
from tests.games.hidden_game.words import WORDS


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return one sentence that tells an event happening in `state`."""

    def tell(key: str, **params: object) -> str:
        return say(WORDS, f"tell.{key}", language, **params)

    match event:
        case Dealt(seat=seat, cards=cards):
            return tell("dealt", seat=labels[seat], cards=_names(cards, language))
        case Asked(seat=seat, other=other, card=card):
            names = _names([card], language)
            return tell("asked", seat=labels[seat], other=labels[other], cards=names)
        case Answered(seat=seat, card=None):
            names = _names([state.question], language)
            return tell("denied", seat=labels[seat], cards=names)
        case Answered(seat=seat, card=card):
            return tell("answered", seat=labels[seat], cards=_names([card], language))
        case CardChosen(seat=seat, card=card):
            return tell("card_chosen", seat=labels[seat], cards=_names([card], language))
        case Drawn(seat=seat, card=card):
            return tell("drawn", seat=labels[seat], cards=_names([card], language))
        case HandShown(seat=seat, cards=cards, tray=tray):
            names = _names([*cards, *tray], language)
            return tell("hand_shown", seat=labels[seat], cards=names)
        case _:
            return tell("other")


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    """Return the position as plain text, one line per seat."""
    head = say(WORDS, "board.round", language, round=state.round + 1, deck=state.deck_size())
    lines = [head]
    for seat in range(state.seats):
        hand = state.held(seat) if len(state.hands) == state.seats else Zone()
        lines.append(
            say(
                WORDS,
                "board.seat",
                language,
                seat=labels[seat],
                table=_names(state.tables[seat], language),
                hand=_zone(hand, language),
                tray=_zone(state.trays[seat], language),
            )
        )
    return "\n".join(lines)


def _zone(zone: Zone, language: str) -> str:
    return _names([*zone.known, *[None] * zone.unknown], language)


def _names(cards: Sequence[str | None], language: str) -> str:
    if not cards:
        return "–"
    return ", ".join(
        say(WORDS, "card.unknown" if card is None else f"component.{card}", language)
        for card in cards
    )
