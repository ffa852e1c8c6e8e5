"""The text form of a round: `R3: A bets 7 | B bets 7 same | C bets 4 swaps 1 | C swaps 4-5 | …`.

Throws are `A throws 3+4`, one die again `A rerolls 3 | die 6`, drives `A drives 7+1` (the bet and
the tiles further). What the rules derive (a bet on top of another, the bet that is driven) is
written for the reader and, where it is given, compared on reading.
"""

from games.core.phrases import SEAT, Phrases, alone, many, note, number, one_of
from games.sushi_express import events as facts
from games.sushi_express.components import ACTIONS, CUSTOMERS, DECISIONS
from games.sushi_express.state import State

_NUMBER = number("[0-9]{1,3}")
_PHRASES = Phrases(
    {
        "customer": one_of(CUSTOMERS),
        "customers": many(one_of(CUSTOMERS)),
        "card": alone(one_of(ACTIONS)),
        "cards": many(one_of(ACTIONS)),
        "row": one_of(DECISIONS),
        "number": _NUMBER,
        "dice": many(_NUMBER, "+", "{1}"),
        "further": number("[0-9]{1,3}", missing=0),
        "next": note(lambda _state, event: event.box + 1, _NUMBER),
        "same": note(lambda state, event: "same" if state.boxes[event.box] else None),
        "thrower": note(lambda state, _event: state.acting, SEAT),
        "again": note(lambda _state, event: "stays" if event.die is None else "rerolls"),
        "bet": note(lambda state, event: state.bets[event.seat], _NUMBER),
    },
    {
        facts.CustomersRevealed: "row[ {customers}]",
        facts.FirstPlayerDrawn: "{seat} starts",
        facts.PawnsSwapped: "{seat} swaps {box:number}[-{next}]",
        facts.BetPlaced: "{seat} bets {box:number}[ {same}][ swaps {swaps:number}]",
        facts.DiceThrown: "{thrower} throws {dice}",
        facts.RerollChosen: "{seat} {again}[ {die:number}]",
        facts.DieRerolled: "die {face:number}",
        facts.ActionDrawn: "{seat} draws {card}",
        facts.VanMoved: "{seat} drives {bet}[+{further}]",
        facts.CustomerTaken: "{seat} serves {customer}",
        facts.ParkCameFirst: "{seat} parks first",
        facts.RowDecided: "{seat} {row}s",
        facts.HandShown: "{seat} shows[ {cards}]",
    },
)
write, read = _PHRASES.write, _PHRASES.read


def turn(state: State) -> str:
    if state.phase in ("show", "over"):
        return "End"
    return f"R{state.round}" if state.round else "Setup"
