"""The laws that every game keeps, for the tests of any repository with a game in it.

    from games.testing import contract_tests
    from kaiten_nim import Nim

    TestNim = contract_tests(Nim())

`KAITEN_SOAK=1` does sixteen times the work. Needs pytest; nothing that serves matches imports this.
"""

import pytest

pytest.register_assert_rewrite(
    *(f"games.testing.{name}" for name in ("contract", "play", "play_laws", "refusal_laws")),
    *(f"games.testing.{name}" for name in ("secret_laws", "simulation_laws", "word_laws")),
)

from games.testing.contract import contract_tests  # noqa: E402  (its assertions are rewritten)

__all__ = ["contract_tests"]
