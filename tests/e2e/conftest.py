"""What the browser tests share."""

from collections.abc import Iterator

import pytest

from tests.example_game import example_installed


@pytest.fixture(scope="module")
def example_game() -> Iterator[None]:
    """The game of the tutorial is there too, as if its package were installed."""
    with example_installed():
        yield
