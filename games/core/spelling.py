"""What the notations of the games share: the unknown, words in any spelling, the refusal."""

import unicodedata
from typing import NoReturn

from games.core.errors import RuleViolation

UNKNOWN = "?"
_IGNORED = "-_'’() "


def refuse(text: str) -> NoReturn:
    """Raise `bad_notation` for a piece that cannot be read."""
    raise RuleViolation("bad_notation", text=text[:80]) from None


def key_of(word: str) -> str:
    """Return a word without accents, capitals, spaces and the signs between its parts."""
    plain = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe"))
    return "".join(
        sign for sign in plain if not unicodedata.combining(sign) and sign not in _IGNORED
    )
