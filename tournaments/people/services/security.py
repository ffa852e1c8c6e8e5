"""The trace of an account: lines are added, and nothing here changes or removes one."""

from datetime import datetime
from uuid import uuid4

from tournaments.people.account_models import SecurityEvent, SecurityKind
from tournaments.people.models import User


def note_security(*, account: User, kind: SecurityKind, actor: str, now: datetime) -> None:
    """Write down what happened to an account, and who did it."""
    SecurityEvent.objects.create(id=uuid4(), account=account, kind=kind, actor=actor, at=now)
