"""The box of Sushi Boat, table by table, each with its source."""

from games.core.box import Table, Text, rows_of
from games.sushi_boat.components import (
    BELT_TEXT,
    COLOURS,
    COPIES,
    DISHES,
    FOUR_PLUS_TEXT,
    GREENS,
    PLATE_COUNTS,
    PLATES,
    SPACES_TEXT,
    STAFF_TEXT,
    STAFF_TILES,
    TUNNEL,
    WASABI,
    WASABIS,
)
from games.sushi_boat.layout import read_board

_CONTENTS: Text = ("Rulebook, “Contenu”.", "Règle du jeu, « Contenu ».")
_PLATES: Text = (
    "Rulebook, “Contenu”. How many show each type is made up, and so are the names tuna, omelette "
    "and cucumber roll.",
    "Règle du jeu, « Contenu ». La répartition par type est inventée, de même que les noms thon, "
    "tamago et maki concombre.",
)
_COLOURS: dict[str, Text] = {
    "blue": ("Blue plates", "Assiettes bleues"),
    "red": ("Red plates", "Assiettes rouges"),
    "green": ("Green plates", "Assiettes vertes"),
    "yellow": ("Yellow plates", "Assiettes jaunes"),
    "white": ("White plates", "Assiettes blanches"),
}
_BOARD = read_board(BELT_TEXT, SPACES_TEXT, FOUR_PLUS_TEXT, STAFF_TEXT)

TABLES = (
    *(
        Table(
            f"{colour}_plates",
            _COLOURS[colour],
            _PLATES,
            rows_of(
                {
                    plate: count
                    for plate, count in zip(PLATES, PLATE_COUNTS, strict=True)
                    if plate.startswith(colour)
                }
            ),
            "plates",
        )
        for colour in COLOURS
    ),
    Table(
        "dishes",
        ("Side dishes", "Accompagnements"),
        (
            "Rulebook, “Contenu”: three of each of seven. The symbols are made up, but that one "
            "Tempura is red.",
            "Règle du jeu, « Contenu » : trois de chacun des sept. Les symboles sont inventés, sauf"
            " qu'une Tempura est rouge.",
        ),
        rows_of(
            {
                f"{dish}_{symbol}": number
                for dish, greens in zip(DISHES, GREENS, strict=True)
                for symbol, number in (("red", COPIES - greens), ("green", greens))
            }
        ),
        "greens",
    ),
    Table("wasabi", ("Wasabi cards", "Cartes Wasabi"), _CONTENTS, rows_of({WASABI: WASABIS})),
    Table("staff", ("Staff tiles", "Tuiles Personnel"), _CONTENTS, rows_of(STAFF_TILES)),
    Table(
        "board",
        ("Board", "Plateau"),
        (
            "The scan of the rulebook lost the board. It gives two hidden plates, three spaces with"
            " an arrow and three marked 4+; all else is made up.",
            "Le scan de la règle a perdu le plateau. Elle donne deux assiettes cachées, trois cases"
            " à flèche et trois marquées 4+ ; tout le reste est inventé.",
        ),
        rows_of(
            {
                "slots": _BOARD.length - TUNNEL,
                "tunnel": TUNNEL,
                "rows": max(_BOARD.rows),
                "spaces": len(_BOARD.names),
                "arrows": sum(len(slots) == 2 for slots in _BOARD.slots),
                "four_plus": sum(_BOARD.four_plus),
                "staff_places": len(_BOARD.staff),
            }
        ),
        "layout",
        pieces=False,
    ),
)
