"""What a test knows to be there, although its type would allow None."""

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """Return a value that is not None here."""
    assert value is not None
    return value
