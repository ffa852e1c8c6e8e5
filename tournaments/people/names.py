"""Names of people: folding them for search, telling which resemble each other. No database here."""

import unicodedata
from dataclasses import dataclass

# Letters that Unicode does not take apart into a base letter and an accent.
_SPELT_OUT = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)

# A slip in a short word makes another name (Léa, Léo); in a longer one it is more likely a typo.
SLIPS_FROM = 4


def fold(text: str) -> str:
    """Return the letters and digits of a text without accents and capitals, in single spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_SPELT_OUT))
    plain = "".join(
        letter if letter.isalnum() else " " for letter in apart if not unicodedata.combining(letter)
    )
    return " ".join(plain.split())


def sorting_key(label: str) -> tuple[str, str]:
    """Return what names are sorted by: their letters, then accents and capitals.

    Queries sort by `search_label`, which is the first of the two.
    """
    return fold(label), label.casefold()


def slips(one: str, other: str) -> int:
    """Return how many slips lie between two texts: letters added, left out, changed or swapped."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        row = [i + 1]
        for j, against in enumerate(other):
            cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter != against))
            if i and j and letter == other[j - 1] and one[i - 1] == against:
                cost = min(cost, before[j - 1] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


@dataclass(frozen=True, slots=True)
class Name:
    """A name made ready for comparison."""

    first: str
    last: str
    nickname: str
    words: tuple[str, ...]
    """The words of first and last name in the order of the alphabet: Petit Anne is Anne Petit."""


def name_of(first_name: str, last_name: str = "", nickname: str = "") -> Name:
    first, last = fold(first_name), fold(last_name)
    return Name(first, last, joined(fold(nickname)), tuple(sorted(f"{first} {last}".split())))


def search_name(first_name: str, last_name: str, nickname: str) -> str:
    """Return what a search for a player looks at."""
    return fold(f"{first_name} {last_name} {nickname}")


def is_same(one: Name, other: Name) -> bool:
    """Say whether two names are the same but for accents, capitals, hyphens and order."""
    if one.words or other.words:
        return one.words == other.words
    return one.nickname == other.nickname


def resembles(one: Name, other: Name) -> bool:
    """Say whether two names may well mean the same person: worth a question, never more."""
    return (
        is_same(one, other)
        or _is_nickname_of(one, other)
        or _is_shortened(one, other)
        or _is_mistyped(one, other)
    )


def _is_nickname_of(one: Name, other: Name) -> bool:
    for name, against in ((one, other), (other, one)):
        if name.nickname and name.nickname in (against.nickname, joined(against.first)):
            return True
    return False


def _is_shortened(one: Name, other: Name) -> bool:
    """Marie, Marie D. and Marie Dupont may be one person; Marie Durand and Marie Dupont not."""
    if not one.first or one.first != other.first:
        return False
    shorter, longer = sorted((one.last, other.last), key=len)
    return len(shorter) <= 1 and longer.startswith(shorter)


def _is_mistyped(one: Name, other: Name) -> bool:
    if not one.words or not other.words:
        return bool(one.nickname and other.nickname) and _nearly(one.nickname, other.nickname)
    straight = _nearly(one.first, other.first) and _nearly(one.last, other.last)
    crossed = _nearly(one.first, other.last) and _nearly(one.last, other.first)
    return straight or crossed or _nearly("".join(one.words), "".join(other.words))


def _nearly(one: str, other: str) -> bool:
    if one == other:
        return True
    return min(len(one), len(other)) >= SLIPS_FROM and is_one_slip(one, other)


def is_one_slip(one: str, other: str) -> bool:
    """Say whether `slips` would count one, by one look along both texts."""
    if len(one) > len(other):
        one, other = other, one
    if one == other or len(other) - len(one) > 1:
        return False
    at = 0
    while at < len(one) and one[at] == other[at]:
        at += 1
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    if one[at + 1 :] == other[at + 1 :]:
        return True
    swapped = one[at] == other[at + 1] and one[at + 1] == other[at]
    return swapped and one[at + 2 :] == other[at + 2 :]


def joined(text: str) -> str:
    return text.replace(" ", "")
