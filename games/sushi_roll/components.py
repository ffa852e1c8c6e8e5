"""What is in the box: thirty dice, their faces and the tokens; `box.py` adds the sources.

A handful of dice is also kept as one small integer, four bits per kind of die, so that comparing
the dice of a belt with a throw is one addition and one comparison.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.core.box import Text

ROUNDS = 3
SIDES = 6

# Rulebook, "Préparation": dice per player, by number of players.
BELT_SIZE = {2: 8, 3: 7, 4: 6, 5: 5}

# Rulebook, "Contenu" and "Préparation".
MENU_TOKENS, FIRST_MENUS = 18, 3
CHOPSTICKS_TOKENS, FIRST_CHOPSTICKS = 12, 2
DESSERT_PIECES = {1: 14, 3: 6}
DESSERT_TOKENS = sum(worth * number for worth, number in DESSERT_PIECES.items())


class Die(NamedTuple):
    """One kind of dice: how many there are, and how many of its six sides show each face."""

    kind: str
    number: int
    faces: dict[str, int]
    placeholder: bool
    """True where nobody could confirm the sides; a club with the box corrects them by option."""
    source: Text


# The sides are printed on the players' trays, which no text source reproduces: every die has an
# option of the setup that corrects it. Faces with 0 sides are there for boxes that have them.
DICE = (
    Die(
        "appetizer",
        10,
        {
            "dumpling": 3,
            "tempura": 2,
            "sashimi": 1,
            "dumpling2": 0,
            "tempura2": 0,
            "sashimi2": 0,
        },
        placeholder=False,
        source=(
            "Inferred: a review calls sashimi the rarest and dumplings the most common face; three "
            "kinds with different numbers on six sides can only be 3, 2 and 1.",
            "Déduit : selon une critique, le sashimi est la face la plus rare et le ravioli la plus"
            " fréquente ; trois sortes en nombres différents sur six faces ne peuvent être que 3, "
            "2 et 1.",
        ),
    ),
    Die(
        "maki",
        6,
        {"maki1": 2, "maki2": 3, "maki3": 1},
        placeholder=True,
        source=(
            "One review names the faces; their numbers follow the cards of Sushi Go Party!",
            "Une critique nomme les faces ; leurs nombres suivent les cartes de Sushi Go Party!",
        ),
    ),
    Die(
        "nigiri",
        5,
        {"egg": 2, "salmon": 3, "squid": 1},
        placeholder=True,
        source=(
            "The rulebook names the faces; their numbers follow the cards of Sushi Go Party!",
            "La règle nomme les faces ; leurs nombres suivent les cartes de Sushi Go Party!",
        ),
    ),
    Die(
        "special",
        5,
        {
            "wasabi": 2,
            "menu1": 0,
            "menu2": 2,
            "menu3": 0,
            "chopsticks1": 2,
            "chopsticks2": 0,
            "chopsticks3": 0,
        },
        placeholder=True,
        source=(
            "The rulebook names the faces; their numbers, and how many tokens a menu or chopsticks "
            "face gives, are made up.",
            "La règle nomme les faces ; leurs nombres, et combien de jetons donne une face Menu ou "
            "Baguettes, sont inventés.",
        ),
    ),
    Die(
        "dessert",
        4,
        {"dessert1": 3, "dessert2": 2, "dessert3": 1},
        placeholder=True,
        source=(
            "The rulebook says that a face shows a number of desserts; which, is made up.",
            "La règle dit qu'une face montre un nombre de desserts ; lesquels, c'est inventé.",
        ),
    ),
)

KINDS: tuple[str, ...] = tuple(die.kind for die in DICE)
FACES: tuple[str, ...] = tuple(face for die in DICE for face in die.faces)
KIND_OF: dict[str, str] = {face: die.kind for die in DICE for face in die.faces}
NUMBER_OF: dict[str, int] = {die.kind: die.number for die in DICE}
ORDER: dict[str | None, int] = {
    **{kind: place for place, kind in enumerate(KINDS)},
    **{face: place for place, face in enumerate(FACES)},
}
"""Where a kind stands among the kinds, and a face among the faces."""

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}
MAKI = {"maki1": 1, "maki2": 2, "maki3": 3}
APPETIZERS = ("dumpling", "tempura", "sashimi")
APPETIZER_SYMBOLS = {
    face: (face.rstrip("2"), 2 if face.endswith("2") else 1)
    for face, kind in KIND_OF.items()
    if kind == "appetizer"
}
"""What an appetizer face shows, and how often: symbols are counted, not dice (A4)."""
GAINS: dict[str, tuple[str, int]] = {
    f"{face}{number}": (sort, number)
    for face, sort in (("menu", "menus"), ("chopsticks", "chopsticks"), ("dessert", "desserts"))
    for number in (1, 2, 3)
}
"""What tokens a face gives at once, and how many."""

_BITS = 4
_MASK = 15
UNIT: dict[str, int] = {kind: 1 << _BITS * place for place, kind in enumerate(KINDS)}
"""One die of a kind, packed."""
SHIFTS: dict[str, int] = {kind: _BITS * place for place, kind in enumerate(KINDS)}


def pack(kinds: Iterable[str]) -> int:
    """Return dice of known kinds as one integer; no kind more than fifteen times."""
    return sum([UNIT[kind] for kind in kinds])


def unpack(packed: int) -> list[str]:
    """Return packed dice kind by kind, in the order of the box."""
    return [kind for kind, shift in SHIFTS.items() for _ in range(packed >> shift & _MASK)]


def count(packed: int, kind: str) -> int:
    return packed >> SHIFTS[kind] & _MASK


def number(packed: int) -> int:
    """Return how many dice these are, if fewer than fifteen: the sum of digits to the base 16."""
    return packed % _MASK


BAG = pack(die.kind for die in DICE for _ in range(die.number))
"""All thirty dice."""
