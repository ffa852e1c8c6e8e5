"""How a list of people is laid out: what separates its cells, what each column holds.

Guessed from the list itself, header or none, and changed by whoever knows better.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from replays.errors import KaitenError
from tournaments.people.names import fold
from tournaments.spreadsheets import SEPARATORS, csv_rows, separator_of

WHOLE_NAME = "name"
COLUMNS = (WHOLE_NAME, "first_name", "last_name", "nickname", "display", "guest", "minor")
"""What a column can hold; "" is one that is not read."""
NAMES = frozenset({WHOLE_NAME, "first_name", "nickname"})
"""One of these is needed: nobody is called by a last name alone."""
MOST_COLUMNS = 30
_NAMELESS = (("first_name", "last_name", "nickname"), (WHOLE_NAME, "nickname"))

# Folded, as people and spreadsheets write them.
_HEADERS: Mapping[str, str] = {
    **dict.fromkeys(("first name", "firstname", "given name", "prenom"), "first_name"),
    **dict.fromkeys(("last name", "lastname", "surname", "family name"), "last_name"),
    **dict.fromkeys(("nom", "nom de famille"), "last_name"),
    **dict.fromkeys(("name", "full name", "whole name", "player", "member"), WHOLE_NAME),
    **dict.fromkeys(("nom complet", "nom et prenom", "prenom et nom", "nom prenom"), WHOLE_NAME),
    **dict.fromkeys(("prenom nom", "joueur", "joueuse", "adherent", "membre"), WHOLE_NAME),
    **dict.fromkeys(("nickname", "nick", "pseudo", "pseudonyme", "surnom"), "nickname"),
    **dict.fromkeys(("display", "shown as", "affichage"), "display"),
    **dict.fromkeys(("guest", "invite", "invitee"), "guest"),
    **dict.fromkeys(("minor", "mineur", "mineure"), "minor"),
}
_NOT_READ = frozenset(
    ("club", "email", "e mail", "mail", "courriel", "phone", "telephone", "tel", "licence")
)
"""Headers of columns that a list may well have and that nothing is done with."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What each column of a list holds, and whether the first line names them."""

    columns: tuple[str, ...]
    header: bool = False
    separator: str = ""
    """"": there are no cells, each line is a name."""

    def chosen(self, columns: Sequence[str], *, header: bool) -> "Layout":
        """Return the same with what somebody says of it; raises what `require` raises."""
        meant = [column if column in COLUMNS else "" for column in columns]
        layout = replace(self, columns=tuple(meant[: len(self.columns)]), header=header)
        layout.require()
        return layout

    def require(self) -> None:
        """Raise `name_column_missing` or `column_twice`."""
        if not NAMES & set(self.columns):
            raise KaitenError("name_column_missing")
        twice = [name for name, count in Counter(self.columns).items() if name and count > 1]
        if twice:
            raise KaitenError("column_twice", column=twice[0])


def guess_layout(text: str) -> Layout:
    """Return how a list is most likely laid out; raises `list_empty`, `list_not_csv`."""
    lines = [line for line in text.splitlines() if line.strip(" \t;,")]
    if not lines:
        raise KaitenError("list_empty")
    separator = separator_of(text)
    if columns := _named(text, separator):
        return Layout(columns, header=True, separator=separator)
    separator = _common_separator(lines)
    if not separator:
        return Layout((WHOLE_NAME,))
    rows = list(_cells(text, separator))
    width = min(max(map(len, rows)), MOST_COLUMNS)
    spaced = sum(" " in row[0] for row in rows)
    usual = _NAMELESS[2 * spaced > len(rows)]
    return Layout((*usual, *[""] * width)[:width], separator=separator)


def column_of(header: str) -> str:
    """Return what a column with this header holds; "" for one that is not known."""
    return _HEADERS.get(fold(header), "")


def by_header(header: Sequence[str]) -> list[str]:
    """Return what columns with these headers hold; a family name that is alone is a whole name."""
    columns = [column_of(name) for name in header]
    if not NAMES & set(columns):
        columns = [WHOLE_NAME if column == "last_name" else column for column in columns]
    return columns


def _named(text: str, separator: str) -> tuple[str, ...]:
    """Return the columns that a first line names; nothing where it is no header."""
    try:
        first = next(_cells(text, separator), [])
    except KaitenError:  # a nickname in quotes, not a cell
        return ()
    columns = by_header(first)
    known = [name for name in first if column_of(name) or fold(name) in _NOT_READ]
    if not NAMES & set(columns) or 2 * len(known) < sum(map(bool, first)):
        return ()
    return tuple(
        "" if column in columns[:place] else column for place, column in enumerate(columns)
    )


def _common_separator(lines: list[str]) -> str:
    """Return what stands in at least two of three lines, if anything does."""
    counts = {mark: sum(mark in line.strip() for line in lines) for mark in SEPARATORS}
    mark = max(counts, key=lambda one: counts[one])
    return mark if 3 * counts[mark] >= 2 * len(lines) else ""


def _cells(text: str, separator: str) -> Iterator[list[str]]:
    rows = csv_rows(text, separator, lambda line: KaitenError("list_not_csv", line=line))
    return (values for _line, values in rows)
