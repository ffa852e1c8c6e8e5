"""The box of Sushi Roll, table by table, each with its source."""

from games.core.box import Table, Text, rows_of
from games.sushi_roll.components import (
    CHOPSTICKS_TOKENS,
    DESSERT_PIECES,
    DICE,
    FIRST_CHOPSTICKS,
    FIRST_MENUS,
    MENU_TOKENS,
    NUMBER_OF,
)
from games.sushi_roll.options import faces_option
from games.sushi_roll.words import WORDS

_CONTENTS: Text = ("Rulebook, “Contenu”.", "Règle du jeu, « Contenu ».")

TABLES = (
    Table("dice", ("Dice", "Dés"), _CONTENTS, rows_of(NUMBER_OF)),
    *(
        Table(
            f"{die.kind}_faces",
            WORDS[f"option.{faces_option(die.kind)}"],
            die.source,
            rows_of({face: die.number * sides for face, sides in die.faces.items()}, die.faces),
            faces_option(die.kind),
            detail=("Per die", "Par dé"),
        )
        for die in DICE
    ),
    Table(
        "tokens",
        ("Menus and chopsticks", "Menus et baguettes"),
        _CONTENTS,
        rows_of(
            {"menu_token": MENU_TOKENS, "chopsticks_token": CHOPSTICKS_TOKENS},
            {"menu_token": FIRST_MENUS, "chopsticks_token": FIRST_CHOPSTICKS},
        ),
        detail=("At the start", "Au début"),
    ),
    Table(
        "desserts",
        ("Dessert tokens", "Jetons Dessert"),
        _CONTENTS,
        rows_of(
            {f"dessert{worth}": number for worth, number in DESSERT_PIECES.items()},
            {f"dessert{worth}": worth * number for worth, number in DESSERT_PIECES.items()},
        ),
        detail=("Desserts", "Desserts"),
    ),
)
