"""The Python for browsers, fetched once into the checkout by the first who asks."""

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.plugins.services import only_one_process, session_folder


@pytest.fixture(scope="session")
def offline_folder() -> Path:
    """Where the runtime lies that the lock names."""
    from django.conf import settings

    folder: Path = settings.OFFLINE_DIR
    with only_one_process("offline"):
        problem = _problem(folder)
    if problem:
        pytest.skip(f"the wheels of replays/offline/wheels.lock cannot be had: {problem}")
    return folder


def _problem(folder: Path) -> str:
    """Fetch the runtime unless it is here; return why it cannot be had, if so.

    One process of a run waits for a registry that does not answer, not each of them.
    """
    from replays.offline.fetching import NotFetched, fetch_runtime

    told = session_folder() / "offline.problem"
    if told.exists():
        return told.read_text()
    try:
        fetch_runtime(folder)
    except NotFetched as error:
        told.write_text(str(error))
        return str(error)
    return ""


@pytest.fixture
def offline_rules(offline_folder: Path, settings: Settings) -> None:
    """Recorders offer the rules to the browser."""
    settings.OFFLINE = True
