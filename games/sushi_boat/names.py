"""Plates, cards, staff and action spaces in English and French."""

from games.core.words import Words
from games.sushi_boat.components import COLOURS, DISHES, HIGHEST_NUMBER, TYPES

_COLOURS = {
    "blue": ("blue", "bleu"),
    "red": ("red", "rouge"),
    "green": ("green", "vert"),
    "yellow": ("yellow", "jaune"),
    "white": ("white", "blanc"),
}
_TYPES = {
    "salmon": ("salmon", "saumon"),
    "shrimp": ("shrimp", "crevette"),
    "octopus": ("octopus", "poulpe"),
    "california": ("California roll", "california"),
    "tuna": ("tuna", "thon"),
    "omelette": ("omelette", "tamago"),
    "cucumber": ("cucumber roll", "maki concombre"),
}
_DISHES = {
    "tempura": ("Tempura", "Tempura"),
    "edamame": ("Edamame", "Edamame"),
    "miso": ("Miso soup", "Soupe miso"),
    "gyoza": ("Gyoza", "Gyoza"),
    "takoyaki": ("Takoyaki", "Takoyaki"),
    "yakitori": ("Yakitori", "Yakitori"),
    "mochi": ("Mochi", "Mochi"),
}
_SIDES = {"L": ("left", "gauche"), "M": ("middle", "milieu"), "R": ("right", "droite")}

NAMES: Words = {
    **{f"component.{colour}": pair for colour, pair in _COLOURS.items()},
    **{f"type.{kind}": pair for kind, pair in _TYPES.items()},
    **{f"component.{dish}": pair for dish, pair in _DISHES.items()},
    **{
        f"component.{colour}_{kind}": (
            f"{_TYPES[kind][0]} on {_COLOURS[colour][0]}",
            f"{_TYPES[kind][1]} sur {_COLOURS[colour][1]}",
        )
        for colour in COLOURS
        for kind in TYPES
    },
    **{
        f"component.{dish}_{symbol}": (
            f"{_DISHES[dish][0]}, {_COLOURS[symbol][0]} symbol",
            f"{_DISHES[dish][1]}, symbole {_COLOURS[symbol][1]}",
        )
        for dish in DISHES
        for symbol in ("red", "green")
    },
    "component.wasabi": ("Wasabi challenge", "Défi wasabi"),
    "component.neko": ("Neko", "Neko"),
    "component.momoko": ("Momoko", "Momoko"),
    "component.yuki": ("Yuki & Takeshi", "Yuki & Takeshi"),
    "component.satsuki": ("Satsuki", "Satsuki"),
    "component.hiroshi": ("Hiroshi", "Hiroshi"),
    "component.slots": ("visible slots of the belt", "emplacements visibles du tapis"),
    "component.tunnel": ("slots in the tunnel", "emplacements dans le tunnel"),
    "component.rows": ("rows", "lignes"),
    "component.spaces": ("action spaces", "cases Action"),
    "component.arrows": ("of these, with an arrow", "dont à flèche"),
    "component.four_plus": ("of these, marked 4+", "dont marquées 4+"),
    "component.staff_places": ("of these, with staff", "dont avec du personnel"),
    "component.top": ("on top", "sur le dessus"),
    "component.bottom": ("at the bottom", "en dessous"),
    **{
        f"component.{sign}{number}": (f"{english} {number}", f"{french} {number}")
        for sign, (english, french) in _SIDES.items()
        for number in range(1, HIGHEST_NUMBER + 1)
    },
}
