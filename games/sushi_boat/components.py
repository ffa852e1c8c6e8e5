"""What is in the box: plates, side dishes, staff and the board; `box.py` says where from.

BOOK is the rulebook of 2021. What only its pictures showed is lost: a table marked PLACEHOLDER has
the right sums and nothing else to recommend it, and is an option of the setup, so that a club that
owns the box can correct it.
"""

from typing import Final

COLOURS: Final = ("blue", "red", "green", "yellow", "white")
WHITE: Final = "white"
PLATES_OF: Final = {"blue": 12, "red": 12, "green": 12, "yellow": 12, "white": 6}

# The last three names are PLACEHOLDERS.
TYPES: Final = ("salmon", "shrimp", "octopus", "california", "tuna", "omelette", "cucumber")

PLATES: Final = tuple(f"{colour}_{kind}" for colour in COLOURS for kind in TYPES)
PLATE_ORDER: Final[dict[str, int]] = {plate: place for place, plate in enumerate(PLATES)}
COLOUR_OF: Final = {plate: plate.partition("_")[0] for plate in PLATES}
TYPE_OF: Final = {plate: TYPES.index(plate.partition("_")[2]) for plate in PLATES}


def _placeholder_plates() -> tuple[int, ...]:
    """Return two plates of each type per colour, but one of types 2i and 2i+1 of colour i.

    White has one each of the first six.
    """
    counts: list[int] = []
    for index in range(4):
        single = (2 * index % 7, (2 * index + 1) % 7)
        counts += [1 if kind in single else 2 for kind in range(7)]
    return (*counts, 1, 1, 1, 1, 1, 1, 0)


# PLACEHOLDER: how many plates show each type, colour by colour. The sums per colour are BOOK.
PLATE_COUNTS: Final = _placeholder_plates()

DISHES: Final = ("tempura", "edamame", "miso", "gyoza", "takoyaki", "yakitori", "mochi")
COPIES: Final = 3
WASABI: Final = "wasabi"
WASABIS: Final = 4
SYMBOLS: Final = ("red", "green")
CARDS: Final = (*(f"{dish}_{symbol}" for dish in DISHES for symbol in SYMBOLS), WASABI)
DISH_OF: Final = {card: card.partition("_")[0] for card in CARDS}

# PLACEHOLDER: how many of the three copies of each dish show the green symbol.
GREENS: Final = (1, 1, 1, 1, 2, 2, 2)

STAFF: Final = ("neko", "momoko", "yuki", "satsuki", "hiroshi")
STAFF_TILES: Final = {"neko": 2, "momoko": 2, "yuki": 1, "satsuki": 1, "hiroshi": 1}
TILES: Final = 7

# BOOK, "Mise en place" 3, 5 and 7.
FIRST_YEN: Final = 2
FIRST_TRASH: Final = 3
REMOVED: Final = {2: 7, 3: 4, 4: 1, 5: 0}
HAND_LIMIT: Final = 2
CUBES: Final = 2
TAKOYAKI_CUBES: Final = (2, 3)

# BOOK, "Calcul du score": what a group of so many different types is worth; 7 as much as 6.
GROUP_POINTS: Final = (0, 0, 0, 1, 2, 4, 9, 9)
MOST_DISHES: Final = 5
SECOND_DISHES: Final = 2
TIED_MOST: Final = 3
TIED_SECOND: Final = 1

# BOOK: two hidden plates, three spaces for four or five players, three spaces next to two plates.
TUNNEL: Final = 2
FOUR_PLUS: Final = 3
ARROWS: Final = 3

# 48 coloured plates fill the belt and put three into the trash.
LONGEST_BELT: Final = 45

# PLACEHOLDER: the rows of the slots from the first to the last before the trash, "?" in the tunnel;
# the action spaces with the slots next to them; which of them are 4+ and which have staff.
BELT_TEXT: Final = "6 5 4 3 2 1 ? ? 1 2 3 4 5 6"
SPACES_TEXT: Final = (
    "L1=5 L2=4 L3=3 L4=2 L5=1 L6=0 R1=8 R2=9 R3=10 R4=11 R5=12 R6=13 M2=4+9 M4=2+11 M6=0+13"
)
FOUR_PLUS_TEXT: Final = "R2 L4 R6"
STAFF_TEXT: Final = "L1 R1 L3 R3 L5 R5 L6"

# A space is named after where it is drawn: left of the belt, right of it, or between its two sides.
SIDES: Final = ("L", "M", "R")
HIGHEST_NUMBER: Final = 24
SPACES: Final = tuple(f"{side}{number}" for side in SIDES for number in range(1, 25))


def deck_size(seats: int) -> int:
    """Return how many cards are in the deck: every player gets the same number of turns."""
    return len(DISHES) * COPIES - REMOVED[seats] + WASABIS
