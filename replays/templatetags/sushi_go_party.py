"""What the board of Sushi Go Party! needs to draw a dish by its name alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django import template

from games.sushi_go_party.components import BY_NAME, NUMBER, TYPE_NAMES, TYPE_OF

register = template.Library()

_USED = ("wasabi_under_", "copy_wasabi_under_")


class Dish(NamedTuple):
    """How a card on a table, in a hand or on a form is drawn."""

    kind: str
    """The type, which gives the colour; `packed`, or `plain` for what is no card."""
    symbol: str
    """The drawing; empty for what is no card."""
    copy: bool
    on_wasabi: bool


@register.filter
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


@register.filter
def tallied(cards: Iterable[str | None]) -> list[tuple[str, int]]:
    """Return the known cards of a pile, each with its number, in the order of the pile."""
    return list(Counter(card for card in cards if card is not None).items())


@register.filter
def unknown(cards: Sequence[str | None]) -> int:
    return cards.count(None)


@register.filter
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
