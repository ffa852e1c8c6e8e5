"""The board and every event as text, for the command line and screen readers."""

from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.words import say
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
    sentences = [_told(state, event, labels, language)]
    after = state.clone()
    apply(after, event)
    sentences += _aftermath(state, event, after, labels, language)
    return " ".join(sentences)


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    """Return row, betting board, dice, vans and what each seat has, a line each."""
    lines = [
        _headline(state, labels, language),
        say(
            WORDS,
            "board.row",
            language,
            customers=card_names(customers_in(state.row), language),
            stock=state.stock,
            pile=state.pile,
        ),
    ]
    if any(state.boxes):
        pawns = "; ".join(
            f"{box} {', '.join(labels[seat] for seat in state.boxes[box])}"
            for box in BETS
            if state.boxes[box]
        )
        lines.append(say(WORDS, "board.bets", language, pawns=pawns))
    if state.dice:
        lines.append(say(WORDS, "board.dice", language, dice=" ".join(map(str, state.dice))))
    scores = outcome(state).scores
    for seat in range(state.seats):
        hand = [*actions_in(state.hands[seat]), *[None] * state.unknown[seat]]
        lines.append(
            say(
                WORDS,
                "board.seat",
                language,
                who=labels[seat],
                tile=tile_name(state.vans[seat], language),
                customers=card_names(customers_in(state.tables[seat]), language),
                cards=card_names(hand, language),
                points=scores[seat],
            )
        )
    return "\n".join(lines)


def card_names(cards: Sequence[str | None], language: str) -> str:
    """Return cards as people say them, equal ones counted: `pink, tip × 2`."""
    if not cards:
        return "–"
    parts = []
    for card in (*CUSTOMERS, *ACTIONS, None):
        if count := cards.count(card):
            name = say(WORDS, f"component.{card}" if card else "card.unknown", language)
            parts.append(name if count == 1 else f"{name} × {count}")
    return ", ".join(parts)


def tile_name(tile: int, language: str) -> str:
    """Return the name of a tile, houses by their number clockwise from Sushi Express."""
    key = {SUSHI_EXPRESS: "tile.express", PARK: "tile.park"}.get(tile, "tile.house")
    return say(WORDS, key, language, tile=tile)


def _told(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    def tell(key: str, **params: object) -> str:
        return say(WORDS, f"tell.{key}", language, **params)

    who = labels[event.seat] if hasattr(event, "seat") else labels[state.acting]
    match event:
        case facts.CustomersRevealed(customers=customers):
            return tell("revealed", customers=card_names(customers, language))
        case facts.FirstPlayerDrawn():
            return tell("first", who=who)
        case facts.PawnsSwapped(box=box):
            return tell("swapped", who=who, box=box, next=box + 1)
        case facts.BetPlaced(box=box, swaps=swaps):
            key = "bet.same" if state.boxes[box] else "bet"
            bet = tell(key, who=who, box=box)
            return f"{bet} {tell('bet.swaps', count=swaps)}" if swaps else bet
        case facts.DiceThrown(dice=dice):
            total, bet_on = sum(dice), state.bets[state.acting]
            key = "thrown.hit" if total >= bet_on else "thrown.miss"
            low, high = dice
            return tell(key, who=who, low=low, high=high, total=total, bet=bet_on)
        case facts.RerollChosen(die=None):
            return tell("stayed", who=who)
        case facts.RerollChosen(die=die):
            return tell("reroll", who=who, die=die)
        case facts.DieRerolled(face=face):
            total, bet_on = sum(state.dice) + face, state.bets[state.acting]
            key = "rerolled.hit" if total >= bet_on else "rerolled.miss"
            return tell(key, face=face, total=total, bet=bet_on)
        case facts.ActionDrawn(card=card):
            return tell("drawn" if card else "drawn.unseen", who=who, card=_name(card, language))
        case facts.VanMoved(seat=seat, further=further):
            steps = state.bets[seat] + further
            tile = tile_name(destination(state, seat, steps)[0], language)
            key = "moved.further" if further else "moved"
            return tell(key, who=who, steps=steps, further=further, tile=tile)
        case facts.CustomerTaken(customer=customer):
            return tell("taken", who=who, customer=_name(customer, language))
        case facts.ParkCameFirst():
            return tell("park", who=who)
        case facts.RowDecided(row=row):
            return tell(row, who=who, customers=card_names(customers_in(state.row), language))
        case facts.HandShown(cards=cards):
            return tell("shown", who=who, cards=card_names(cards, language))
        case _:
            raise RuleViolation("not_expected", type=event.type)


def _name(card: str | None, language: str) -> str:
    return say(WORDS, f"component.{card}" if card else "card.unknown", language)


def _aftermath(
    state: State, event: Event, after: State, labels: Sequence[str], language: str
) -> list[str]:
    """Return sentences on what an event brought about without anybody choosing it."""

    def tell(key: str, **params: object) -> str:
        return say(WORDS, f"tell.{key}", language, **params)

    told = []
    for box in reversed(BETS):
        for seat in reversed(state.boxes[box]):
            who = labels[seat]
            if seat not in after.boxes[box] and after.phase not in ("bet", "swap"):
                if after.failed[seat]:
                    told.append(
                        tell("failed" if after.phase == "draw" else "failed.empty", who=who)
                    )
                elif not isinstance(event, facts.VanMoved) or event.seat != seat:
                    tile = tile_name(after.vans[seat], language)
                    told.append(tell("drives", who=who, steps=state.bets[seat], tile=tile))
    for seat in range(state.seats):
        for kind, customer in enumerate(CUSTOMERS):
            taken = after.tables[seat][kind] > state.tables[seat][kind]
            if taken and (not isinstance(event, facts.CustomerTaken) or event.seat != seat):
                name = _name(customer, language)
                told.append(tell("only", who=labels[seat], customer=name))
    if after.discarded != state.discarded and not isinstance(event, facts.RowDecided):
        told.append(tell("all_failed"))
    if after.phase in ("show", "over") and state.phase != "show":
        told.append(tell("end"))
    return told


def _headline(state: State, labels: Sequence[str], language: str) -> str:
    if state.phase in ("show", "over"):
        return say(WORDS, f"board.{state.phase}", language)
    if not state.round:
        return say(WORDS, "board.setup", language)
    if state.phase == "reveal":
        return say(WORDS, "board.reveal", language, round=state.round)
    # The row has its own line on the board, so its phase cannot use the same key.
    key = "board.decide" if state.phase == "row" else f"board.{state.phase}"
    return say(
        WORDS,
        key,
        language,
        round=state.round,
        who=labels[state.acting],
        bet=state.bets[state.acting],
        throw=min(state.throw + (state.phase == "throw"), THROWS),
    )
