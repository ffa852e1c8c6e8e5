"""Signs of life of the processes of a deployment."""

from datetime import datetime

from replays.models import Heartbeat


def beat(*, name: str, now: datetime) -> None:
    """Note that the process known as `name` is alive."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
