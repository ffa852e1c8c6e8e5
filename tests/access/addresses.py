"""The address of every row, with true ids in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import reverse

from tests.access.matrix import Row, routes, stated_rows

IN_QUERY = frozenset({"api-imports", "api-players-import", "api-players-import-preview"})
"""What names its club in the query."""


class Addresses:
    """What there is, by the names of the parts of addresses."""

    def __init__(
        self, places: Mapping[str, Any], special: Mapping[str, dict[str, Any]] | None = None
    ) -> None:
        self.places = dict(places)
        self.special = dict(special or {})
        """What is another for one name of an address, or for one case of it."""

    def of(self, row: Row) -> str:
        """Return the address of a row."""
        places = self.places | self.special.get(row.name, {}) | self.special.get(row.case, {})
        names = routes()[row.name].pattern.converters
        arguments = {name: places[name] for name in names if name in places}
        for name in {"name", "guide"} & set(names):
            arguments[name] = row.case
        address = reverse(row.name, kwargs=arguments)
        if row.name in IN_QUERY:
            address += f"?club={places['club_id']}"
        if row.name == "api-choices":
            address += "?seat=0"
        return address


def pages() -> Iterator[Row]:
    """Yield the rows of everything outside the API that can be opened."""
    return (row for row in stated_rows() if row.method == "GET" and not row.is_api)
