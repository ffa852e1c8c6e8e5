"""The evenings of a club as a calendar that other programs subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, timedelta

from tournaments.tournaments.models import Tournament

LONGEST_LINE = 75
"""In bytes; what is longer goes on in the next line, after a space."""


def calendar(
    name: str, evenings: Iterable[Tournament], address_of: Callable[[Tournament], str]
) -> str:
    """Return a calendar of evenings that have a day; each keeps its id whatever becomes of it."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Kaiten//Evenings//EN",
        f"X-WR-CALNAME:{_text(name)}",
        *(line for evening in evenings for line in _event(evening, address_of(evening))),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(evening: Tournament, address: str) -> Iterator[str]:
    if evening.day is None:
        return
    yield "BEGIN:VEVENT"
    yield f"UID:{evening.id}@kaiten"
    yield f"DTSTAMP:{evening.created_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{evening.version}"
    # A tournament has a day and no hour.
    yield f"DTSTART;VALUE=DATE:{evening.day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{evening.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(evening.title)}"
    yield f"LOCATION:{_text(evening.club.name)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


def _text(text: str) -> str:
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return " ".join(text.split())


def _folded(line: str) -> Iterator[str]:
    room, start = LONGEST_LINE, ""
    for character in line:
        if len((start + character).encode()) > room:
            yield start
            start = " "
        start += character
    yield start
