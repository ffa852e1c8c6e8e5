"""The tournament that the tests of tournaments have."""

from tests.tournaments.conftest import friday

__all__ = ["friday"]
