"""A real receiver that the operator allows."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.services.receiver import Receiver


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A server that keeps what webhooks bring it; the only one that is allowed."""
    receiver = Receiver()
    settings.WEBHOOK_HOSTS = [f"127.0.0.1:{receiver.port}"]
    yield receiver
    receiver.stop()
