"""The box of Sushi Express, table by table, each with its source."""

from games.core.box import Table, rows_of
from games.sushi_express.components import (
    ACTIONS,
    BOX,
    CUSTOMERS,
    FIRST_HAND,
    OTHER_COLOURS,
    TILES,
    USUAL_COLOURS,
    copies_of,
)

_COPIES = dict(zip(CUSTOMERS, copies_of(USUAL_COLOURS), strict=True))

TABLES = (
    Table(
        "customers",
        ("Customers and tips", "Clients et pourboires"),
        ("Rulebook, “Spielmaterial”.", "Règle du jeu, « Spielmaterial »."),
        rows_of({name: count for name, count in _COPIES.items() if name not in OTHER_COLOURS}),
    ),
    Table(
        "other_customers",
        ("Customers of other colours", "Clients d'autres couleurs"),
        (
            "Rulebook, “Spielmaterial”: two of each other colour, so there are six. It names pink "
            "and violet, a picture shows green; yellow, orange and red are made up. Colours change "
            "no rule.",
            "Règle du jeu, « Spielmaterial » : deux de chacune des autres couleurs, donc six. Elle "
            "nomme le rose et le violet, une image montre le vert ; jaune, orange et rouge sont "
            "inventés. Les couleurs ne changent aucune règle.",
        ),
        rows_of({name: count for name, count in _COPIES.items() if name in OTHER_COLOURS}),
        "other_colours",
    ),
    Table(
        "actions",
        ("Action cards", "Cartes action"),
        ("Rulebook, “Les cartes action”.", "Règle du jeu, « Les cartes action »."),
        rows_of(dict(zip(ACTIONS, BOX, strict=True)), dict(zip(ACTIONS, FIRST_HAND, strict=True))),
        detail=("At the start", "Au début"),
    ),
    Table(
        "town",
        ("Tiles of the town", "Tuiles de la ville"),
        (
            "Rulebook, “Spielmaterial”; its ten houses on each side are read as five (A1).",
            "Règle du jeu, « Spielmaterial » ; ses dix maisons de chaque côté sont lues comme cinq "
            "(A1).",
        ),
        rows_of({"sushi_express": 1, "park": 1, "house": TILES - 2}),
    ),
)
