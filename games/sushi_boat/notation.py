"""The text form of a turn: `7: Ana tempura red | draw BS RO | to L3 | eat 3 BS | neko GT | end`.

A plate is two letters: its colour (B, R, G, Y, W) and its type (S salmon, P shrimp, O octopus,
C California, T tuna, M omelette, K cucumber). The card that opens a turn names the seat. The plate
after a slot follows from the position: it is written for the reader and compared on reading.
"""

from games.core.phrases import SEAT, WORD, Part, Phrases, alone, many, note, number, one_of
from games.sushi_boat import events as facts
from games.sushi_boat.challenge import TAKOYAKI
from games.sushi_boat.components import CARDS, COLOURS, DISHES, STAFF, TYPES
from games.sushi_boat.state import State

_COLOUR_LETTERS = dict(zip(COLOURS, "BRGYW", strict=True))
_TYPE_LETTERS = dict(zip(TYPES, "SPOCTMK", strict=True))
LETTERS = {
    f"{colour}_{kind}": one + other
    for colour, one in _COLOUR_LETTERS.items()
    for kind, other in _TYPE_LETTERS.items()
}


def turn(state: State) -> str:
    return "Setup" if state.phase in ("staff", "belt") else str(state.turn)


def _at(state: State, event: facts.PlateEaten) -> str:
    plate = state.belt[event.slot]
    return "-" if plate is None else LETTERS[plate]


def _fetcher(state: State, _event: facts.PlateFetched) -> str | None:
    return state.tile if state.tile in ("hiroshi", "yuki") else None


_CUBES = alone(many(one_of(_COLOUR_LETTERS)))
_SLOT = number("[0-9]{1,2}")
_PHRASES = Phrases(
    {
        "tiles": many(one_of(STAFF)),
        "plate": one_of(LETTERS),
        "plates": many(one_of(LETTERS)),
        "card": Part(
            lambda card, *_: card.replace("_", " "),
            lambda words, *_: words.replace(" ", "_"),
            "|".join(CARDS).replace("_", "[ _]"),
        ),
        "who": note(lambda state, _event: state.seat, SEAT),
        "placed": alone(_CUBES, lambda _: TAKOYAKI, "takoyaki"),
        "cubes": _CUBES,
        "word": WORD,
        "spaces": many(WORD, times="{1}"),
        "slot": _SLOT,
        "slots": many(_SLOT, times="{1}"),
        "dish": one_of(DISHES),
        "fetcher": note(_fetcher),
        "at": note(_at, unless=lambda state, event: event.slot >= len(state.belt)),
        "top": note(lambda state, _event: state.discard[-1]),
    },
    {
        facts.PlatesDrawn: "draw[ {plates}]",
        facts.SatsukiDrew: "brings[ {plates}]",
        facts.PawnMoved: "to {space:word}",
        facts.PawnBoughtOut: "buy out {owner:seat}",
        facts.OrderPlaced: "order",
        facts.PlateEaten: "eat {slot}[ {at}]",
        facts.PlateFetched: "{fetcher} {slot}[ {at}]",
        facts.TrashSearched: "neko {plate}",
        facts.DishFetched: "momoko[ {top}]",
        facts.SatsukiAsked: "satsuki",
        facts.PlateKept: "keep {plate} {end:word}",
        facts.YenTaken: "yen",
        facts.TempuraPlayed: "tempura {slot}[ {at}]",
        facts.EdamamePlayed: "edamame {slot}[ {at}]",
        facts.MisoPlayed: "miso",
        facts.GyozaPlayed: "gyoza",
        facts.YakitoriPlayed: "yakitori {slots}",
        facts.MochiPlayed: "mochi {spaces}",
        facts.DishDiscarded: "discard {dish}",
        facts.TurnEnded: "end",
    },
    {
        "staff belt": {
            facts.StaffPlaced: "staff[ {tiles}]",
            facts.BeltFilled: "belt[ {belt:plates}] / trash[ {trash:plates}]",
        },
        "reveal": {facts.CardRevealed: "[{who} ]{card}"},
        "guess takoyaki": {
            facts.GuessPlaced: "{seat} guesses {placed}",
            facts.TakoyakiGuessed: "{seat} takoyaki {cubes}",
        },
    },
)
write, read = _PHRASES.write, _PHRASES.read
