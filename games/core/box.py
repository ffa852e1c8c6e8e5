"""What a rules page is made from: what lies in the box, and how open points are decided.

Both are described once, beside the rules that play by them; page, API and shell read them here.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.core.needs import Item
from games.core.words import read_texts

Text = str | tuple[str, str]
"""English, or (English, French), as the words of a game are."""


class Row(msgspec.Struct, frozen=True):
    """Components that are alike."""

    item: Item
    """What they are; words for strings are `component.<item>`."""
    number: int
    """How many there are in the box."""
    detail: int | None = None
    """A second number, such as points; `Table.detail` says what it counts."""


class Table(msgspec.Struct, frozen=True):
    """One kind of components, made from the numbers that the rules play by."""

    name: str
    title: Text
    source: Text
    """Where the numbers come from."""
    rows: tuple[Row, ...]
    option: str = ""
    """The option that corrects numbers which the box itself has not confirmed."""
    detail: Text = ""
    pieces: bool = True
    """False for facts of a board: they are not drawn, and add up to nothing."""


class Ruling(msgspec.Struct, frozen=True):
    """A point that the rulebook leaves open, and how it is played."""

    id: str
    text: Text
    option: str = ""
    """The option that decides otherwise."""


def rows_of(
    numbers: Mapping[Any, int], details: Mapping[Any, int] | None = None
) -> tuple[Row, ...]:
    """Return one row for each item of which there are any."""
    return tuple(
        Row(item, number, (details or {}).get(item)) for item, number in numbers.items() if number
    )


def read_rulings(text: str) -> tuple[Ruling, ...]:
    """Return rulings written one after the other: `A1 [option] English`, then `fr: French`."""
    texts = read_texts(r"([A-Z]\d+[a-z]?)(?: \[(\w+)\])? ", text)
    return tuple(Ruling(number, said, option) for (number, option), said in texts)


def told(text: Text, language: str) -> str:
    """Return a text in a language, or in English where it has no other."""
    return text if isinstance(text, str) else text[language.startswith("fr")]
