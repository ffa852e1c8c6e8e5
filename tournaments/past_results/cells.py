"""What single cells of a results file say: a day, a time, a score, a place."""

import re
from datetime import date, time

from replays.errors import KaitenError
from tournaments.people.csv import FLAGS
from tournaments.people.names import fold

_SHOWN = 40
_ISO_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
_TIME = re.compile(r"([0-9]{1,2})(?:[:hH]([0-9]{2})(?::([0-9]{2})(?:\.0+)?)?|[hH])")
_WHOLE = re.compile(r"([+-]?[0-9]{1,10})(?:[.,]0+)?")
# 1st, 2nd, 1er, 1re, 2e, 3eme: folded, as people write them.
_PLACE = re.compile(r"([1-9][0-9]?) ?(?:st|nd|rd|th|er|ere|re|e|eme|nde)?")
_LOWEST = {
    **dict.fromkeys(("highest", "high", "haut", "plus haut", "le plus haut"), False),
    **dict.fromkeys(("lowest", "low", "bas", "plus bas", "le plus bas"), True),
}


def moment_in(day: str, hour: str) -> tuple[date, time | None]:
    """Return the day of a match and its time if it is told, perhaps in the cell of the day."""
    first, _, rest = day.replace("T", " ").partition(" ")
    return day_in(first), time_in(hour or rest.strip())


def day_in(text: str) -> date:
    """Return a day that is written year first or day first; no other order is guessed."""
    if not text:
        raise KaitenError("day_missing")
    try:
        if found := _ISO_DAY.fullmatch(text):
            return date(*map(int, found.groups()))
        if found := _DAY_FIRST.fullmatch(text):
            return date(*map(int, reversed(found.groups())))
    except ValueError:
        pass
    raise KaitenError("unknown_day", text=text[:_SHOWN])


def time_in(text: str) -> time | None:
    if not text:
        return None
    found = _TIME.fullmatch(text)
    try:
        if found is not None:
            hour, minute, second = (int(part or 0) for part in found.groups())
            return time(hour, minute, second)
    except ValueError:
        pass
    raise KaitenError("unknown_time", text=text[:_SHOWN])


def score_in(text: str) -> int | None:
    """Return a whole number; a spreadsheet may have written 12 as 12.0."""
    if not text:
        return None
    found = _WHOLE.fullmatch(text.replace("−", "-"))
    if found is None:
        raise KaitenError("unknown_score", text=text[:_SHOWN])
    return int(found[1])


def place_in(text: str) -> int | None:
    if not text:
        return None
    found = _PLACE.fullmatch(fold(text))
    if found is None:
        raise KaitenError("unknown_place", text=text[:_SHOWN])
    return int(found[1])


def lowest_in(text: str) -> bool | None:
    """Say whether the lowest score is the best; None where nothing is said."""
    if not text:
        return None
    if (lowest := _LOWEST.get(fold(text))) is None:
        raise KaitenError("unknown_best_score", text=text[:_SHOWN])
    return lowest


def guest_in(text: str) -> bool:
    if (guest := FLAGS.get(fold(text))) is None:
        raise KaitenError("unknown_flag")
    return guest
