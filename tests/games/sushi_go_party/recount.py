"""A second, naive way to count: card by card from what lay on the tables, without the engine."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from games.sushi_go_party.state import Laid

_KINDS = {
    "egg": "nigiri",
    "salmon": "nigiri",
    "squid": "nigiri",
    "wasabi": "nigiri",
    "maki1": "maki",
    "maki2": "maki",
    "maki3": "maki",
}
_STEPS = {
    "dumpling": [0, 1, 3, 6, 10, 15, 15, 15, 15, 15, 15, 15],
    "eel": [0, -3, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],
    "tofu": [0, 2, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    "tempura": [0, 0, 5, 5, 10, 10, 15, 15, 20, 20, 25, 25],
    "sashimi": [0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30],
    "miso": [3 * number for number in range(12)],
}


def kind_of(face: str) -> str:
    """Return the background a face has, spelled out without the engine's tables."""
    if face in _KINDS:
        return _KINDS[face]
    return (
        face.rstrip("0123456789").split("_")[0]
        if face.startswith(("onigiri", "fruit"))
        else (face.rstrip("0123456789"))
    )


def round_points(
    tables: Sequence[Sequence[Laid]], options: Mapping[str, object], menu: Sequence[str]
) -> list[int]:
    """Return the points of a round's end except uramaki, which are scored on the way too."""
    seats = range(len(tables))
    faces = [[laid.face for laid in table] for table in tables]
    points = [0 for _ in seats]
    for seat in seats:
        for laid in tables[seat]:
            if not laid.face:
                points[seat] += 2
            worth = {"egg": 1, "salmon": 2, "squid": 3}.get(laid.face, 0)
            points[seat] += 3 * worth if laid.on else worth
        for face, steps in _STEPS.items():
            points[seat] += steps[faces[seat].count(face)]
        points[seat] += _onigiri(faces[seat])
    for seat in seats:
        others = sum(1 for other in seats if other != seat and "edamame" in faces[other])
        points[seat] += faces[seat].count("edamame") * min(4, others)
        points[seat] += _tea(faces[seat], options)
    _soy(faces, points)
    _maki(faces, points)
    if "temaki" in menu:
        _most_and_fewest([cards.count("temaki") for cards in faces], 4, points)
    return points


def _onigiri(faces: Sequence[str]) -> int:
    """Return the best way to split shapes into sets, tried out."""
    left = Counter(face for face in faces if face.startswith("onigiri"))
    if not left:
        return 0
    best = 0
    shapes = sorted(left)
    for size in range(1, len(shapes) + 1):
        for chosen in combinations(shapes, size):
            rest = left - Counter(chosen)
            best = max(best, size**2 + _onigiri(sorted(rest.elements())))
    return best


def _tea(faces: Sequence[str], options: Mapping[str, object]) -> int:
    teas = faces.count("tea")
    if not teas:
        return 0
    sweet = ("pudding", "ice_cream", "fruit")
    colours = [kind_of(face) for face in faces if face]
    if not options["tea_counts_desserts"]:
        colours = [colour for colour in colours if colour not in sweet]
    return teas * max(Counter(colours).values())


def _soy(faces: Sequence[Sequence[str]], points: list[int]) -> None:
    colours = [len({kind_of(face) for face in cards if face}) for cards in faces]
    for seat, cards in enumerate(faces):
        if colours[seat] == max(colours):
            points[seat] += 4 * cards.count("soy_sauce")


def _maki(faces: Sequence[Sequence[str]], points: list[int]) -> None:
    icons = [sum(int(f[-1]) for f in cards if f in ("maki1", "maki2", "maki3")) for cards in faces]
    prizes = [6, 4, 2] if len(faces) >= 6 else [6, 3]
    ranks = sorted({number for number in icons if number}, reverse=True)
    for rank, prize in zip(ranks, prizes, strict=False):
        for seat, number in enumerate(icons):
            points[seat] += prize if number == rank else 0


def uramaki_icons(table: Sequence[Laid]) -> int:
    """Return the symbols that lie before a seat."""
    return sum(int(laid.face[-1]) for laid in table if laid.face.startswith("uramaki"))


def _most_and_fewest(counts: Sequence[int], prize: int, points: list[int]) -> None:
    for seat, count in enumerate(counts):
        if count == max(counts) and (len(counts) > 2 or count):
            points[seat] += prize
        if count == min(counts) and len(counts) > 2:
            points[seat] -= prize


def dessert_points(kept: Sequence[Sequence[Laid]], menu: Sequence[str]) -> list[int]:
    """Return the points of the match's end."""
    points = [0 for _ in kept]
    faces = [[laid.face for laid in laids] for laids in kept]
    if "pudding" in menu:
        _most_and_fewest([cards.count("pudding") for cards in faces], 6, points)
    for seat, cards in enumerate(faces):
        points[seat] += 12 * (cards.count("ice_cream") // 4)
        if "fruit" in menu:
            icons = "".join(face.removeprefix("fruit_") for face in cards)
            points[seat] += sum([-2, 0, 1, 3, 6, 10][min(5, icons.count(kind))] for kind in "wop")
    return points
