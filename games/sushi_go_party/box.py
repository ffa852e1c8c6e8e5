"""The box of Sushi Go Party!, table by table, each with its source."""

from games.core.box import Table, Text, rows_of
from games.sushi_go_party.components import COPIES, NIGIRI, NUMBER, TYPES, Group

_SOURCES: dict[Group, Text] = {
    "nigiri": (
        "Rulebook, “Matériel”; how many of each, by eight independent implementations.",
        "Règle du jeu, « Matériel » ; la répartition, selon huit réalisations indépendantes.",
    ),
    "roll": (
        "Rulebook, “Matériel”: 12 of each. How many symbols they show, by independent "
        "implementations: seven for maki, six for uramaki (two others differ).",
        "Règle du jeu, « Matériel » : 12 de chaque. Leurs symboles, selon des réalisations "
        "indépendantes : sept pour les makis, six pour les California (deux autres diffèrent).",
    ),
    "appetizer": (
        "Rulebook, “Matériel”: 8 of each. The shapes of onigiri, by seven implementations.",
        "Règle du jeu, « Matériel » : 8 de chaque. Les formes d'onigiri, selon sept réalisations.",
    ),
    "special": (
        "Rulebook, “Matériel”: 3 of each. The printed numbers, by pictures and five "
        "implementations.",
        "Règle du jeu, « Matériel » : 3 de chaque. Les numéros imprimés, selon des photos et cinq "
        "réalisations.",
    ),
    "dessert": (
        "Rulebook, “Matériel”: 15 of each. The faces of fruit, by six implementations.",
        "Règle du jeu, « Matériel » : 15 de chaque. Les faces des fruits, selon six réalisations.",
    ),
}
_TITLES: dict[Group, Text] = {
    "nigiri": ("Nigiri", "Sushis"),
    "roll": ("Rolls", "Makis"),
    "appetizer": ("Appetizers", "Hors d'œuvre"),
    "special": ("Specials", "Suppléments"),
    "dessert": ("Desserts", "Desserts"),
}
_DETAILS: dict[Group, Text] = {"nigiri": ("Points", "Points"), "special": ("Printed", "Imprimé")}

TABLES = tuple(
    Table(
        group,
        _TITLES[group],
        source,
        rows_of(
            {face: COPIES[face] for kind in TYPES if kind.group == group for face, _ in kind.faces},
            {**NIGIRI, **NUMBER},
        ),
        detail=_DETAILS.get(group, ""),
    )
    for group, source in _SOURCES.items()
)
