"""The 181 cards of the box, the preset menus and the tables of the rulebook.

BOOK is the French rulebook, EN the publisher's English one; `box.py` has the sources of the cards.
"""

from collections.abc import Collection
from types import MappingProxyType
from typing import Literal

import msgspec

Group = Literal["nigiri", "roll", "appetizer", "special", "dessert"]


class CardType(msgspec.Struct, frozen=True):
    """One name in the box. `faces` are its different cards, each with its number of copies."""

    name: str
    group: Group
    faces: tuple[tuple[str, int], ...]
    seats: tuple[int, int] = (2, 8)
    colour: str = ""
    """The type whose background it shares, where that is another one (for Tea and Soy Sauce)."""


def _same(name: str, group: Group, copies: int, **more: object) -> CardType:
    return CardType(name, group, ((name, copies),), **more)  # type: ignore[arg-type]


def _many(name: str, group: Group, **copies: int) -> CardType:
    return CardType(name, group, tuple((f"{name}{face}", n) for face, n in copies.items()))


def _numbered(name: str, first: int, seats: tuple[int, int] = (2, 8)) -> CardType:
    """Return three cards with the numbers printed on them."""
    faces = tuple((f"{name}{number}", 1) for number in range(first, first + 3))
    return CardType(name, "special", faces, seats)


TYPES: tuple[CardType, ...] = (
    CardType("nigiri", "nigiri", (("egg", 4), ("salmon", 5), ("squid", 3))),
    CardType("maki", "roll", (("maki1", 4), ("maki2", 5), ("maki3", 3))),
    _same("temaki", "roll", 12),
    CardType("uramaki", "roll", (("uramaki3", 4), ("uramaki4", 4), ("uramaki5", 4))),
    _same("tempura", "appetizer", 8),
    _same("sashimi", "appetizer", 8),
    _same("dumpling", "appetizer", 8),
    _same("eel", "appetizer", 8),
    _same("tofu", "appetizer", 8),
    _many("onigiri", "appetizer", _circle=2, _triangle=2, _square=2, _rectangle=2),
    # BOOK says: "Cuillère et Edamame ne peuvent pas être utilisés dans une partie à 2 joueurs."
    _same("edamame", "appetizer", 8, seats=(3, 8)),
    _same("miso", "appetizer", 8),
    _numbered("chopsticks", 1),
    _numbered("spoon", 4, seats=(3, 8)),
    # BOOK says: "Menu et Commande spéciale ne peuvent pas être utilisés dans une partie à 7 ou 8."
    _numbered("menu", 7, seats=(2, 6)),
    _numbered("takeout_box", 10),
    _same("special_order", "special", 3, seats=(2, 6)),
    _same("soy_sauce", "special", 3),
    _same("tea", "special", 3),
    _same("wasabi", "special", 3, colour="nigiri"),
    _same("pudding", "dessert", 15),
    _same("ice_cream", "dessert", 15),
    _many("fruit", "dessert", _ww=2, _oo=2, _pp=2, _wo=3, _wp=3, _op=3),
)

TYPE_NAMES: tuple[str, ...] = tuple(kind.name for kind in TYPES)
BY_NAME = MappingProxyType({kind.name: kind for kind in TYPES})
FACES: tuple[str, ...] = tuple(face for kind in TYPES for face, _ in kind.faces)
TYPE_OF = MappingProxyType({face: kind.name for kind in TYPES for face, _ in kind.faces})
COPIES = MappingProxyType({face: copies for kind in TYPES for face, copies in kind.faces})
FACES_OF = MappingProxyType({kind.name: tuple(face for face, _ in kind.faces) for kind in TYPES})
COLOUR_OF = MappingProxyType({face: BY_NAME[name].colour or name for face, name in TYPE_OF.items()})
DESSERTS = frozenset(face for kind in TYPES if kind.group == "dessert" for face, _ in kind.faces)


def by_kind(faces: Collection[str], others: Collection[str]) -> list[str]:
    """Return cards in the order of the box, by their type where none of it is among the others."""
    names: list[str] = []
    for kind, all_faces in FACES_OF.items():
        some = [face for face in all_faces if face in faces]
        alone = len(some) > 1 and not any(face in others for face in all_faces)
        names += [kind] if alone else some
    return names


NUMBER = MappingProxyType(
    {
        face: int(face.removeprefix(name))
        for name in ("chopsticks", "spoon", "menu", "takeout_box")
        for face in FACES_OF[name]
    }
)
"""The printed number, bottom right: effects of one turn run from the smallest to the largest."""

NIGIRI = MappingProxyType({"egg": 1, "salmon": 2, "squid": 3})
MAKI = MappingProxyType({"maki1": 1, "maki2": 2, "maki3": 3})
URAMAKI = MappingProxyType({"uramaki3": 3, "uramaki4": 4, "uramaki5": 5})
FRUIT_ICONS = MappingProxyType({face: face.removeprefix("fruit_") for face in FACES_OF["fruit"]})
"""Two letters each: w watermelon, o orange, p pineapple."""

# BOOK: "distribuez des cartes face cachée à chaque joueur selon ce tableau".
HAND_SIZES = MappingProxyType({2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7})
# BOOK: "mélangez une partie des cartes DESSERT dans le paquet principal selon ce tableau".
DESSERTS_ADDED = MappingProxyType(
    {seats: (5, 3, 2) if seats <= 5 else (7, 5, 3) for seats in range(2, 9)}
)
ROUNDS = 3

A_LA_CARTE = "a_la_carte"
# EN, from its pictures; the French names follow by order and caption. Nigiri are in every menu.
MENUS = MappingProxyType(
    {
        name: tuple(cards.split())
        for name, cards in {
            "my_first_meal": "maki tempura sashimi miso wasabi tea ice_cream",
            "sushi_go": "maki tempura sashimi dumpling chopsticks wasabi pudding",
            "party_sampler": "temaki tempura dumpling tofu wasabi menu ice_cream",
            "master_menu": "temaki onigiri tofu sashimi spoon takeout_box fruit",
            "points_platter": "uramaki onigiri dumpling edamame special_order tea ice_cream",
            "cutthroat_combo": "temaki eel tofu miso spoon soy_sauce pudding",
            "big_banquet": "maki tempura dumpling eel spoon chopsticks ice_cream",
            "dinner_for_two": "uramaki onigiri tofu miso menu special_order fruit",
        }.items()
    }
)
# BOOK, à la carte: one type of rolls, three of appetizers, two of specials, one of desserts.
COMPOSITION = MappingProxyType({"roll": 1, "appetizer": 3, "special": 2, "dessert": 1})
