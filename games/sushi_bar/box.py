"""The box of Sushi Bar, table by table, each with its source."""

from collections import Counter

from games.core.box import Table, rows_of
from games.sushi_bar.components import BONE_VALUES, DICE, SIDES, SUSHI_VALUES

TABLES = (
    Table(
        "dice",
        (f"Faces of the {DICE} dice", f"Faces des {DICE} dés"),
        ("Rulebook, “Les 5 dés”.", "Règle du jeu, « Les 5 dés »."),
        rows_of({face: DICE * sides for face, sides in SIDES.items()}, SIDES),
        detail=("Per die", "Par dé"),
    ),
    Table(
        "sushi",
        ("Sushi", "Sushis"),
        (
            "Twelve by the rulebook, “Contenu”. The values come from one implementation; five "
            "sources agree on +1 to +6, and the scoring example closes exactly if they sum to 42.",
            "Douze selon la règle, « Contenu ». Les valeurs viennent d'une seule réalisation ; cinq"
            " sources s'accordent sur +1 à +6, et l'exemple de décompte tombe juste si leur somme "
            "est 42.",
        ),
        rows_of(Counter(SUSHI_VALUES)),
        "sushi_values",
    ),
    Table(
        "bones",
        ("Bones", "Arêtes"),
        (
            "Twelve by the rulebook, “Contenu”. The values come from one implementation; five "
            "sources agree on −1 to −4, the rulebook knows one −4, and its scoring example closes "
            "exactly if they sum to −23.",
            "Douze selon la règle, « Contenu ». Les valeurs viennent d'une seule réalisation ; cinq"
            " sources s'accordent sur −1 à −4, la règle ne connaît qu'un −4, et son exemple de "
            "décompte tombe juste si leur somme est −23.",
        ),
        rows_of(Counter(BONE_VALUES)),
        "bone_values",
    ),
)
