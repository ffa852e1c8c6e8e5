"""What an address asks of a ladder's table: whom to show, in which order."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.ladders.selectors.tables import SORTS

LONGEST_SEARCH = 100
_COLUMNS: Sequence[tuple[str, str, str | Promise]] = (
    ("rank", "rating", gettext_lazy("Rank")),
    ("name", "name", gettext_lazy("Player")),
    ("rating", "rating", gettext_lazy("Rating")),
    ("moved", "moved", gettext_lazy("This week")),
    ("matches", "matches", gettext_lazy("Matches")),
    ("won", "won", gettext_lazy("Won")),
    ("last", "last", gettext_lazy("Last match")),
)
"""The columns of a table: their own name, what they are sorted by, their heading."""


@dataclass(frozen=True, slots=True)
class TableParams:
    """What the address asks of a ladder's table."""

    search: str = ""
    away: bool = False
    established: bool = False
    sort: str = "rating"
    ascending: bool = False

    @property
    def reverse(self) -> bool:
        """Whether the natural order is turned round: names go up, numbers go down."""
        return self.ascending != (self.sort == "name")

    @property
    def narrowed(self) -> bool:
        """Whether anybody may be missing because of it."""
        return bool(self.search) or self.established

    def query(self, **changed: str) -> str:
        """Return the parameters as the query of an address, without what is usual."""
        params = {
            "search": self.search,
            "away": "1" if self.away else "",
            "established": "1" if self.established else "",
            "sort": "" if self.sort == "rating" else self.sort,
            "dir": ("asc" if self.ascending else "desc") if self.reverse else "",
        } | changed
        return urlencode({name: value for name, value in params.items() if value})


@dataclass(frozen=True, slots=True)
class Heading:
    """A column that can be sorted by."""

    name: str
    label: str | Promise
    query: str
    aria_sort: str
    """`ascending`, `descending` or nothing."""


def params_of(query: QueryDict) -> TableParams:
    """Return what an address asks for; anything odd is read as what is usual."""
    sort = query.get("sort", "")
    sort = sort if sort in SORTS else "rating"
    natural = "asc" if sort == "name" else "desc"
    return TableParams(
        search=query.get("search", "")[:LONGEST_SEARCH].replace("\0", "").strip(),
        away=query.get("away") == "1",
        established=query.get("established") == "1",
        sort=sort,
        ascending=(query.get("dir") or natural) == "asc",
    )


def headings_of(params: TableParams) -> list[Heading]:
    return [_heading(params, *column) for column in _COLUMNS]


def _heading(params: TableParams, name: str, sort: str, label: str | Promise) -> Heading:
    # The first rank is the highest rating: a click on either shows the best first, then last.
    is_sorted = params.sort == sort
    natural = "asc" if sort == "name" else "desc"
    turned = "desc" if params.ascending else "asc"
    wanted = turned if is_sorted else natural
    query = params.query(
        sort="" if sort == "rating" else sort, dir="" if wanted == natural else wanted
    )
    aria = ""
    if is_sorted:
        upwards = params.ascending != (name == "rank")
        aria = "ascending" if upwards else "descending"
    return Heading(name, label, query, aria)
