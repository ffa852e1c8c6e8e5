"""The Python for browsers, fetched once into the checkout by the first who asks."""

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.plugins.services import only_one_process


@pytest.fixture(scope="session")
def offline_folder() -> Path:
    """Where the runtime lies that the lock names."""
    from django.conf import settings

    from replays.offline.fetching import NotFetched, fetch_runtime

    with only_one_process("offline"):
        try:
            fetch_runtime(settings.OFFLINE_DIR)
        except NotFetched as error:
            pytest.skip(f"the wheels of replays/offline/wheels.lock cannot be had: {error}")
    folder: Path = settings.OFFLINE_DIR
    return folder


@pytest.fixture
def offline_rules(offline_folder: Path, settings: Settings) -> None:
    """Recorders offer the rules to the browser."""
    settings.OFFLINE = True
