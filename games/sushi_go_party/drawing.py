"""What the board of Sushi Go Party! is given: equal cards in piles, and each dish by its name."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.sushi_go_party.components import BY_NAME, NUMBER, TYPE_NAMES, TYPE_OF
from games.sushi_go_party.state import State
from games.sushi_go_party.view import to_data

_USED = ("wasabi_under_", "copy_wasabi_under_")


class Dish(NamedTuple):
    """How a card on a table, in a hand or on a form is drawn."""

    kind: str
    """The type, which gives the colour; `packed`, or `plain` for what is no card."""
    symbol: str
    """The drawing; empty for what is no card."""
    copy: bool
    on_wasabi: bool


def board(state: State) -> dict[str, Any]:
    """Return the state with its cards as they are laid out."""
    data = to_data(state)
    data |= {name: tallied(data[name]) for name in ("discard", "gone")}
    data["drawn"] = _spread(data["drawn"])
    for seat in data["seats"]:
        seat |= {name: tallied(seat[name]) for name in ("limbo", "kept", "deck_seen")}
        seat["table"] = served(seat["groups"])
        seat["hand"] = seat["hand"] and seat["hand"] | _spread(seat["hand"]["cards"])
    for sheet in data["sheets"]:
        sheet["dealt"] = [tallied(cards) for cards in sheet["dealt"]]
        sheet["tables"] = [served(table) for table in sheet["tables"]]
    return data


def piece(value: object) -> Dish:
    """Return how a value of a form is drawn; what is no card, such as a seat, without a picture."""
    return dish(value) if isinstance(value, str) else Dish("plain", "", False, False)


@cache
def dish(name: str) -> Dish:
    """Return how a dish, a card or a type of cards is drawn."""
    face = name.removeprefix("copy_")
    copy = face != name
    on_wasabi = face.endswith("_on_wasabi")
    face = face.removesuffix("_on_wasabi")
    if face.startswith("wasabi_"):
        face = "wasabi"
    if face == "packed":
        return Dish("packed", "packed", copy, on_wasabi)
    if face in BY_NAME:
        return Dish(face, face, copy, on_wasabi)
    kind = TYPE_OF.get(face)
    if kind is None:
        return Dish("plain", "", copy, on_wasabi)
    return Dish(kind, kind if face in NUMBER else face, copy, on_wasabi)


def tallied(cards: Iterable[str | None]) -> list[tuple[str, int]]:
    """Return the known cards of a pile, each with its number, in the order of the pile."""
    return list(Counter(card for card in cards if card is not None).items())


def _spread(cards: Sequence[str | None]) -> dict[str, Any]:
    """Return some cards of which not all need be known."""
    return {"size": len(cards), "piles": tallied(cards), "unknown": cards.count(None)}


def served(table: Iterable[str | Mapping[str, Any]]) -> list[list[tuple[str, int]]]:
    """Return what lies on a table, by type in the order of the box.

    A wasabi is drawn with the nigiri that lies on it. A table is told as its groups, or as the
    names of its dishes.
    """
    names: list[str] = []
    for one in table:
        names += [one] if isinstance(one, str) else [entry["dish"] for entry in one["dishes"]]
    kinds: dict[str, list[str]] = {kind: [] for kind in (*TYPE_NAMES, "packed", "plain")}
    for name in names:
        if not name.startswith(_USED):
            kinds[dish(name).kind].append(name)
    return [tallied(dishes) for dishes in kinds.values() if dishes]
