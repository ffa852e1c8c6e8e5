"""A position: hands that travel, dishes on the tables, and who knows what of the deck."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Literal

import msgspec

from games.core.outcome import ScoreLine
from games.core.position import Position
from games.core.setup import OptionValue, Setup, once_per_setup
from games.core.unknown import Hand
from games.sushi_go_party.components import (
    BY_NAME,
    COPIES,
    DESSERTS,
    DESSERTS_ADDED,
    FACES_OF,
    HAND_SIZES,
)
from games.sushi_go_party.events import CardChosen
from games.sushi_go_party.options import menu_of

Phase = Literal[
    "deal", "choose", "order", "extra", "copy", "ask", "answer", "draw", "take", "pack", "over"
]
Effect = tuple[int, int, int, int]
"""An effect that waits: printed number, 1 for a copy, seat, id of the card. Smallest first."""
NO_EFFECT: Effect = (0, 0, 0, 0)
PACKED = "packed"
"""The dish that every card turned face down is."""


class Kit(msgspec.Struct, frozen=True):
    """What follows from a setup once and for all."""

    seats: int
    hand_size: int
    added: tuple[int, ...]
    """Desserts shuffled in before each round."""
    menu: tuple[str, ...]
    faces: tuple[str, ...]
    box: "MappingProxyType[str, int]"
    desserts: tuple[str, ...]
    dessert_cards: int
    options: "MappingProxyType[str, OptionValue]"
    plain_chopsticks: bool
    """True when the second card of Chopsticks is chosen with the first."""
    laid_together: bool
    """True when miso and uramaki wait until the second cards of all Chopsticks are laid."""
    laid_first: bool
    """The same by the first rules: second cards lie there at once, but for Special Orders."""
    many_bonus: bool
    commits: bool
    """True when what a Special Order copies is chosen with it."""
    has_miso: bool
    has_uramaki: bool
    has_wasabi: bool
    has_bonus: bool
    """True when Chopsticks or Spoon are on the menu, printed or copied."""
    remembers_fruit: bool
    """True when somebody may know fruit that lies in the main deck: from a Menu or a box."""


@once_per_setup
def kit_of(setup: Setup) -> Kit:
    rules, seats, options = setup.rules, setup.seats, setup.options
    plain, together = not options["chopsticks_after_reveal"], bool(options["chopsticks_together"])
    menu = menu_of(options)
    faces = tuple(face for name in menu for face, _ in BY_NAME[name].faces)
    desserts = tuple(face for face in faces if face in DESSERTS)
    return Kit(
        seats=seats,
        hand_size=HAND_SIZES[seats],
        added=DESSERTS_ADDED[seats],
        menu=menu,
        faces=faces,
        box=MappingProxyType({face: COPIES[face] for face in faces}),
        desserts=desserts,
        dessert_cards=sum(COPIES[face] for face in desserts),
        options=MappingProxyType(options),
        plain_chopsticks=plain,
        laid_together=together and rules > 1,
        laid_first=together and rules == 1 and plain,
        many_bonus=bool(options["many_bonus_cards"]),
        commits=bool(options["commit_before_reveal"]),
        has_miso="miso" in menu,
        has_uramaki="uramaki" in menu,
        has_wasabi="wasabi" in menu,
        has_bonus="chopsticks" in menu or "spoon" in menu,
        remembers_fruit="fruit" in menu
        and ("menu" in menu or options["packed_desserts"] == "return"),
    )


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card on a table. It never changes: turning it face down lays another one in its place."""

    card: str
    """The card as it is printed."""
    face: str
    """What it counts as: itself, what a Special Order copies, or "" once it is face down."""
    turn: int
    id: int
    on: int = 0
    """The id of the wasabi beneath it."""
    spent: bool = False
    """True for a wasabi that stays used though its nigiri was packed."""


class Sheet(msgspec.Struct, frozen=True):
    """A finished round: what every hand held at first, what lay at the end, and its points."""

    dealt: tuple[tuple[str, ...], ...]
    tables: tuple[tuple[Laid, ...], ...]
    lines: tuple[tuple[ScoreLine, ...], ...]


class State(msgspec.Struct, Position):
    """A hand keeps its index for the whole round; `held` tells where it is.

    Inner lists are tuples, so that a clone copies little.
    """

    setup: Setup
    kit: Kit
    picked: list[bool]
    picks: list[CardChosen | None]
    tables: list[tuple[Laid, ...]]
    kept: list[tuple[Laid, ...]]
    """Desserts that each seat keeps to the end, from earlier rounds."""
    limbo: list[tuple[str, ...]]
    """Cards that were revealed or taken and are not laid yet."""
    ready: list[tuple[str, ...]]
    """Per seat, the Chopsticks and Spoons that lie on its table, printed or copied."""
    orders: list[str | None]
    points: list[int]
    """Points for uramaki that were scored during this round."""
    deck_seen: list[tuple[str, ...]]
    """Per seat, cards that it knows to lie in the deck."""
    main_seen: list[tuple[str, ...]]
    """Per seat, and last for everybody, fruit known to be in the main deck or dealt from it."""
    deck: int
    pile: int
    """Desserts that were not shuffled in yet."""
    hands: list[Hand] = []
    left: list[tuple[str, ...]] = []
    """Per hand, the cards that left it in this round."""
    came: list[tuple[str, ...]] = []
    """Per hand, the cards that came into it in this round."""
    discard: list[str] = []
    """Cards out of play until the next round."""
    gone: list[str] = []
    """Packed desserts that left the game."""
    orders_due: list[int] = []
    queue: list[Effect] = []
    reached: list[int] = []
    """Seats that reached ten uramaki in this turn."""
    drawn: list[str | None] = []
    sheets: list[Sheet] = []
    phase: Phase = "deal"
    round: int = 1
    turn: int = 1
    passes: int = 0
    claims: int = 0
    """Places for uramaki that were taken in earlier turns of this round."""
    misos: int = 0
    serial: int = 0
    effect: Effect = NO_EFFECT
    asked_seat: int = -1
    """The seat that has to answer the Spoon, or -1."""
    wanted: str = ""
    giver: int = -1

    @property
    def seats(self) -> int:
        return self.kit.seats

    @property
    def acting(self) -> int:
        """The seat whose effect is being resolved."""
        return self.effect[2]

    def hand_of(self, seat: int) -> int:
        """Return the index of the hand that a seat holds now: hands go to the left."""
        return (seat - self.passes) % self.kit.seats

    def has_held(self, seat: int, index: int) -> bool:
        """Tell whether a hand is or was in a seat's hands: then it knows every card in it.

        All that left it since was laid openly, and all that came into it was open too.
        """
        return seat >= 0 and (seat - index) % self.kit.seats <= self.passes

    def held(self, seat: int) -> Hand:
        return self.hands[(seat - self.passes) % self.kit.seats]


def start(setup: Setup) -> State:
    kit = kit_of(setup)
    seats = kit.seats
    return State(
        setup=setup,
        kit=kit,
        picked=[False] * seats,
        picks=[None] * seats,
        tables=[()] * seats,
        kept=[()] * seats,
        limbo=[()] * seats,
        ready=[()] * seats,
        orders=[None] * seats,
        points=[0] * seats,
        deck_seen=[()] * seats,
        main_seen=[()] * (seats + 1),
        deck=sum(kit.box.values()) - kit.dessert_cards + kit.added[0],
        pile=kit.dessert_cards - kit.added[0],
    )


def dish_of(laid: Laid, table: Sequence[Laid]) -> str:
    """Return the name that tells a card on a table from all that would behave otherwise.

    A copy is `copy_…`, a nigiri with wasabi `…_on_wasabi`, its wasabi `wasabi_under_…`.
    """
    if not laid.face:
        return PACKED
    name = laid.face
    if laid.on:
        name = f"{name}_on_wasabi"
    elif name == "wasabi":
        if laid.spent:
            name = "wasabi_spent"
        else:
            for other in table:
                if other.on == laid.id:
                    name = f"wasabi_under_{other.face}"
    return name if laid.card == laid.face else f"copy_{name}"


def free_wasabi(state: State, seat: int) -> int:
    """Return the id of the oldest wasabi of a seat that may take a nigiri now, or 0."""
    if not state.kit.has_wasabi:
        return 0
    table = state.tables[seat]
    newest = state.turn if state.kit.options["wasabi_same_turn"] else state.turn - 1
    for laid in table:
        if laid.face == "wasabi" and not laid.spent and laid.turn <= newest:
            for other in table:
                if other.on == laid.id:
                    break
            else:
                return laid.id
    return 0


def asked_faces(kit: Kit, wanted: str) -> tuple[str, ...]:
    """Return the cards on the menu that a Spoon asks for: all of a type, or one exactly."""
    return tuple(face for face in FACES_OF.get(wanted, (wanted,)) if face in kit.box)
