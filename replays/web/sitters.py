"""Who sits at a table, as a page names them."""

from typing import NamedTuple


class Sitter(NamedTuple):
    """Who sits at a seat, and where more about them can be read."""

    label: str
    address: str | None
