"""What the notations of the games share: unknown cards, words in any spelling, the refusal."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NoReturn

from games.core.errors import RuleViolation

UNKNOWN = "?"


def refuse(text: str) -> NoReturn:
    """Raise `bad_notation` for a piece that cannot be read."""
    raise RuleViolation("bad_notation", text=text[:80]) from None


def key_of(word: str, ignored: str = "-_'’") -> str:
    """Return a word without accents, capitals and the ignored signs."""
    plain = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe"))
    return "".join(
        sign for sign in plain if not unicodedata.combining(sign) and sign not in ignored
    )


def write_hand(items: Sequence[str | None], size: int) -> str:
    """Return items one by one; a whole hand that nobody saw is a single `?`."""
    if len(items) == size and not any(items):
        return UNKNOWN
    return " ".join(item or UNKNOWN for item in items)


def read_hand(
    words: Sequence[str], size: int, names: Mapping[str, str], ignored: str = "-_'’"
) -> tuple[str | None, ...]:
    """Return the items that words mean; raises KeyError for a word that is no name."""
    if words == [UNKNOWN]:
        return (None,) * size
    return tuple([None if word == UNKNOWN else names[key_of(word, ignored)] for word in words])
