"""The wheel of this checkout, built once per run by the first who asks."""

from pathlib import Path

import pytest

from tests.plugins.services import only_one_process, session_folder
from tests.services.wheels import build_kaiten


@pytest.fixture(scope="session")
def kaiten_wheel() -> Path:
    """A wheel of what a clean checkout holds."""
    folder = session_folder() / "wheel"
    with only_one_process("wheel"):
        if not folder.exists():
            build_kaiten(folder)
    [built] = folder.glob("kaiten-*.whl")
    return built
