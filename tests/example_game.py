"""The game of the tutorial, as if its package were installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from games import registry
from tests.services.processes import ROOT


@contextmanager
def example_installed() -> Iterator[None]:
    """Register liar's dice for a while."""
    sys.path.insert(0, str(ROOT / "examples" / "liars_dice"))
    try:
        from kaiten_liars_dice import LiarsDice

        registry.register(LiarsDice())
        yield
    finally:
        registry._rules.pop("liars_dice", None)
        sys.path.pop(0)
