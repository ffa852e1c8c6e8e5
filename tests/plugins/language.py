"""Every test starts in the default language, whatever the one before it spoke last."""

import sys

import pytest


@pytest.fixture(autouse=True)
def _default_language() -> None:
    # A request leaves its language behind in the thread, as Django means it to.
    if "django.utils.translation" in sys.modules:
        sys.modules["django.utils.translation"].deactivate()
