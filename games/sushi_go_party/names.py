"""Cards, dishes, types and menus as the English and the French edition name them."""

from collections.abc import Iterator

from games.core.words import Words
from games.sushi_go_party.components import A_LA_CARTE, FACES, FACES_OF, NIGIRI, TYPE_NAMES

Pair = tuple[str, str]

_TYPES: dict[str, Pair] = {
    "nigiri": ("nigiri", "sushi"),
    "maki": ("maki", "maki saumon"),
    "temaki": ("temaki", "temaki"),
    "uramaki": ("uramaki", "california"),
    "tempura": ("tempura", "tempura"),
    "sashimi": ("sashimi", "sashimi"),
    "dumpling": ("dumpling", "gyoza"),
    "eel": ("eel", "anguille"),
    "tofu": ("tofu", "tofu"),
    "onigiri": ("onigiri", "onigiri"),
    "edamame": ("edamame", "edamame"),
    "miso": ("miso soup", "soupe miso"),
    "chopsticks": ("chopsticks", "baguettes"),
    "spoon": ("spoon", "cuillère"),
    "menu": ("menu", "menu"),
    "takeout_box": ("takeout box", "boîte à emporter"),
    "special_order": ("special order", "commande spéciale"),
    "soy_sauce": ("soy sauce", "sauce soja"),
    "tea": ("tea", "thé"),
    "wasabi": ("wasabi", "wasabi"),
    "pudding": ("pudding", "flan"),
    "ice_cream": ("green tea ice cream", "glace matcha"),
    "fruit": ("fruit", "fruits"),
}

_FACES: dict[str, Pair] = {
    "egg": ("egg nigiri", "sushi omelette"),
    "salmon": ("salmon nigiri", "sushi saumon"),
    "squid": ("squid nigiri", "sushi calamar"),
    "onigiri_circle": ("round onigiri", "onigiri rond"),
    "onigiri_triangle": ("triangle onigiri", "onigiri triangle"),
    "onigiri_square": ("square onigiri", "onigiri carré"),
    "onigiri_rectangle": ("rectangle onigiri", "onigiri rectangle"),
    "fruit_ww": ("fruit (two watermelons)", "fruits (deux pastèques)"),
    "fruit_oo": ("fruit (two oranges)", "fruits (deux oranges)"),
    "fruit_pp": ("fruit (two pineapples)", "fruits (deux ananas)"),
    "fruit_wo": ("fruit (watermelon and orange)", "fruits (pastèque et orange)"),
    "fruit_wp": ("fruit (watermelon and pineapple)", "fruits (pastèque et ananas)"),
    "fruit_op": ("fruit (orange and pineapple)", "fruits (orange et ananas)"),
}

_RULES: dict[str, Pair] = {
    "nigiri": ("Nigiri", "Sushis"),
    "maki": ("Maki", "Makis saumon"),
    "temaki": ("Temaki", "Temakis"),
    "uramaki": ("Uramaki", "California"),
    "tempura": ("Tempura", "Tempuras"),
    "sashimi": ("Sashimi", "Sashimis"),
    "dumpling": ("Dumplings", "Gyozas"),
    "eel": ("Eel", "Anguilles"),
    "tofu": ("Tofu", "Tofus"),
    "onigiri": ("Onigiri", "Onigiris"),
    "edamame": ("Edamame", "Edamames"),
    "miso": ("Miso soup", "Soupes miso"),
    "chopsticks": ("Chopsticks", "Baguettes"),
    "spoon": ("Spoons", "Cuillères"),
    "menu": ("Menus", "Menus"),
    "takeout_box": ("Takeout boxes", "Boîtes à emporter"),
    "special_order": ("Special orders", "Commandes spéciales"),
    "soy_sauce": ("Soy sauce", "Sauces soja"),
    "tea": ("Tea", "Thés"),
    "wasabi": ("Wasabi", "Wasabis"),
    "pudding": ("Puddings", "Flans"),
    "ice_cream": ("Green tea ice cream", "Glaces matcha"),
    "fruit": ("Fruit", "Fruits"),
    "packed": ("Face-down cards", "Cartes retournées"),
}

_MENUS: dict[str, Pair] = {
    "my_first_meal": ("My First Meal", "Menu enfant"),
    "sushi_go": ("Sushi Go!", "Menu classique"),
    "party_sampler": ("Party Sampler", "Menu découverte"),
    "master_menu": ("Master Menu", "Menu gourmet"),
    "points_platter": ("Points Platter", "Menu à volonté"),
    "cutthroat_combo": ("Cutthroat Combo", "Surprise du chef"),
    "big_banquet": ("Big Banquet", "Menu de groupe"),
    "dinner_for_two": ("Dinner for Two", "Menu d'amour"),
    A_LA_CARTE: ("À la carte: your own menu", "À la carte : votre propre menu"),
}

# French needs an article where a card is laid, given or asked for; numbered cards are unique.
_ARTICLES = {
    **dict.fromkeys(TYPE_NAMES, "un {name}"),
    **dict.fromkeys(("eel", "miso", "soy_sauce", "ice_cream"), "une {name}"),
    **dict.fromkeys(("spoon", "takeout_box"), "la {name}"),
    "menu": "le {name}",
    "chopsticks": "les {name}",
    "fruit": "des {name}",
}

# The groups of the box beside nigiri, which is a group and a type.
_GROUPS: dict[str, Pair] = {
    "roll": ("rolls", "makis"),
    "appetizer": ("appetizers", "hors d'œuvre"),
    "special": ("specials", "suppléments"),
    "dessert": ("desserts", "desserts"),
}

_PLACES: dict[str, Pair] = {
    "place1": ("1st place", "1re place"),
    "place2": ("2nd place", "2e place"),
    "place3": ("3rd place", "3e place"),
}


def of_french(name: str) -> str:
    """Return a French name after `de`: `de tofu`, `d'anguille`."""
    return f"d'{name}" if name[0] in "aeiouéœ" else f"de {name}"


def _face(face: str, kind: str) -> Pair:
    if face in _FACES:
        return _FACES[face]
    english, french = _TYPES[kind]
    number = face.removeprefix(kind)
    if kind in ("maki", "uramaki"):  # icons, not a number of the card
        number = f"({number})"
    return f"{english} {number}".strip(), f"{french} {number}".strip()


FACE_NAMES: dict[str, Pair] = {
    face: _face(face, kind) for kind in TYPE_NAMES for face in FACES_OF[kind]
}
TYPE_WORDS: dict[str, Pair] = _TYPES


def _dishes() -> Iterator[tuple[str, Pair]]:
    """Yield every name that a card on a table can have."""
    yield "packed", ("face-down card", "carte retournée")
    own = [(face, FACE_NAMES[face]) for face in FACES]
    for face in NIGIRI:
        english, french = FACE_NAMES[face]
        own.append((f"{face}_on_wasabi", (f"{english} on wasabi", f"{french} sur wasabi")))
        under = f"wasabi under {english}", f"wasabi sous {french}"
        own.append((f"wasabi_under_{face}", under))
        same = f"wasabi under the same {english}", f"wasabi sous le même {french}"
        other = f"wasabi under another {english}", f"wasabi sous un autre {french}"
        yield from ((f"wasabi_under_same_{face}", same), (f"wasabi_under_other_{face}", other))
    own.append(("wasabi_spent", ("used wasabi", "wasabi utilisé")))
    for dish, (english, french) in own:
        yield dish, (english, french)
        if dish != "special_order":  # a copy of a copy is a copy of the first card
            yield f"copy_{dish}", (f"copied {english}", f"copie {of_french(french)}")


DISH_NAMES: dict[str, Pair] = dict(_dishes())


def _capital(pair: Pair) -> Pair:
    return pair[0][0].upper() + pair[0][1:], pair[1][0].upper() + pair[1][1:]


NAMES: Words = {
    **{
        f"component.{name}": pair
        for name, pair in {**_GROUPS, **_PLACES, **_TYPES, **DISH_NAMES}.items()
    },
    **{f"rule.{name}": pair for name, pair in _RULES.items()},
    **{f"option.menu.{name}": pair for name, pair in _MENUS.items()},
    **{f"option.cards.{name}": _capital(pair) for name, pair in _TYPES.items() if name != "nigiri"},
    **{f"laid.{name}": ("{name}", pattern) for name, pattern in _ARTICLES.items()},
    **{f"laid.{name}": ("a {name}", "une {name}") for name in ("special_order", "packed")},
}
