"""The text form of a round: `R3: A bets 7 | B bets 7 same | C bets 4 swaps 1 | C swaps 4-5 | …`.

Throws are `A throws 3+4`, one die again `A rerolls 3 | die 6`, drives `A drives 7+1` (the bet and
the tiles further). What the rules derive (a bet on top of another, the bet that is driven) is
written for the reader and, where it is given, compared on reading.
"""

import re
from collections.abc import Sequence

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.spelling import refuse
from games.sushi_express import events as facts
from games.sushi_express.components import ACTIONS, CUSTOMERS, DECISIONS, LOWEST, Action, Customer
from games.sushi_express.state import State

_NUMBER = re.compile(r"[0-9]{1,3}\Z", re.ASCII)
_CUSTOMERS: dict[str, Customer] = {name: name for name in CUSTOMERS}
_ACTIONS: dict[str, Action] = {name: name for name in ACTIONS}
_DRAWN: dict[str, Action | None] = {**_ACTIONS, "?": None}
_DECISIONS = {f"{decision}s": decision for decision in DECISIONS}


def turn(state: State) -> str:
    if state.phase in ("show", "over"):
        return "End"
    return f"R{state.round}" if state.round else "Setup"


def write(state: State, event: Event, labels: Sequence[str]) -> str:
    match event:
        case facts.CustomersRevealed(customers=customers):
            return " ".join(["row", *customers])
        case facts.DieRerolled(face=face):
            return f"die {face}"
        case facts.DiceThrown(dice=(low, high)):
            return f"{labels[state.acting]} throws {low}+{high}"
        case _:
            return _write_seat(state, event, labels)


def _write_seat(state: State, event: Event, labels: Sequence[str]) -> str:
    match event:
        case facts.FirstPlayerDrawn(seat=seat):
            return f"{labels[seat]} starts"
        case facts.PawnsSwapped(seat=seat, box=box):
            return f"{labels[seat]} swaps {box}-{box + 1}"
        case facts.BetPlaced(seat=seat, box=box, swaps=swaps):
            same = " same" if state.boxes[box] else ""
            return f"{labels[seat]} bets {box}{same}" + (f" swaps {swaps}" if swaps else "")
        case facts.RerollChosen(seat=seat, die=None):
            return f"{labels[seat]} stays"
        case facts.RerollChosen(seat=seat, die=die):
            return f"{labels[seat]} rerolls {die}"
        case facts.ActionDrawn(seat=seat, card=card):
            return f"{labels[seat]} draws {card or '?'}"
        case facts.VanMoved(seat=seat, further=further):
            bet = state.bets[seat]
            return f"{labels[seat]} drives {bet}" + (f"+{further}" if further else "")
        case facts.CustomerTaken(seat=seat, customer=customer):
            return f"{labels[seat]} serves {customer}"
        case facts.ParkCameFirst(seat=seat):
            return f"{labels[seat]} parks first"
        case facts.RowDecided(seat=seat, row=row):
            return f"{labels[seat]} {row}s"
        case facts.HandShown(seat=seat, cards=cards):
            return " ".join([labels[seat], "shows", *cards])
        case _:
            raise RuleViolation("not_expected", type=event.type)


def read(state: State, text: str, labels: Sequence[str]) -> Event:
    words = text.split()
    match words:
        case ["row", *customers] if all(word in _CUSTOMERS for word in customers):
            return facts.CustomersRevealed(tuple(_CUSTOMERS[word] for word in customers))
        case ["die", face] if _NUMBER.match(face):
            return facts.DieRerolled(_number(face, text))
        case [label, "throws", dice] if label in labels:
            return _read_throw(state, labels.index(label), dice, text)
        case [label, verb, *rest] if label in labels:
            return _read_seat(state, labels.index(label), verb, rest, text)
        case _:
            refuse(text)


def _read_throw(state: State, seat: int, dice: str, text: str) -> facts.DiceThrown:
    low, plus, high = dice.partition("+")
    if not plus or seat != state.acting:
        refuse(text)
    return facts.DiceThrown((_number(low, text), _number(high, text)))


def _read_seat(state: State, seat: int, verb: str, rest: list[str], text: str) -> Event:
    match verb, rest:
        case "starts", []:
            return facts.FirstPlayerDrawn(seat)
        case "bets", [box, *more]:
            return _read_bet(state, seat, _number(box, text), more, text)
        case "swaps", [pair]:
            return _read_swap(seat, pair, text)
        case "stays", []:
            return facts.RerollChosen(seat, None)
        case "rerolls", [die]:
            return facts.RerollChosen(seat, _number(die, text))
        case "draws", [card] if card in _DRAWN:
            return facts.ActionDrawn(seat, _DRAWN[card])
        case "drives", [tiles]:
            return _read_drive(state, seat, tiles, text)
        case "serves", [customer] if customer in _CUSTOMERS:
            return facts.CustomerTaken(seat, _CUSTOMERS[customer])
        case "parks", ["first"]:
            return facts.ParkCameFirst(seat)
        case (("keeps" | "discards"), []):
            return facts.RowDecided(seat, _DECISIONS[verb])
        case "shows", cards if all(card in _ACTIONS for card in cards):
            return facts.HandShown(seat, tuple(_ACTIONS[card] for card in cards))
        case _:
            refuse(text)


def _read_bet(state: State, seat: int, box: int, more: list[str], text: str) -> facts.BetPlaced:
    if more[:1] == ["same"]:
        if not (LOWEST <= box < len(state.boxes) and state.boxes[box]):
            refuse(text)
        more = more[1:]
    match more:
        case []:
            return facts.BetPlaced(seat, box)
        case ["swaps", number]:
            return facts.BetPlaced(seat, box, _number(number, text))
        case _:
            refuse(text)


def _read_swap(seat: int, pair: str, text: str) -> facts.PawnsSwapped:
    low, dash, high = pair.partition("-")
    box = _number(low, text)
    if dash and _number(high, text) != box + 1:
        refuse(text)
    return facts.PawnsSwapped(seat, box)


def _read_drive(state: State, seat: int, tiles: str, text: str) -> facts.VanMoved:
    bet, plus, further = tiles.partition("+")
    if _number(bet, text) != state.bets[seat]:
        refuse(text)
    return facts.VanMoved(seat, _number(further, text) if plus else 0)


def _number(text: str, whole: str) -> int:
    if not _NUMBER.match(text):
        refuse(whole)
    return int(text)
