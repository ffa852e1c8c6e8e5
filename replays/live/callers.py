"""Who follows something, for longer than a request lasts."""

from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from replays import ports
from replays.ports import Actor


class Caller(NamedTuple):
    """An actor, and the session that says so; a token says so by itself."""

    actor: Actor
    session: str = ""

    def holds(self) -> bool:
        """Say whether this is still so: nobody signed out, changed the password, took it back."""
        if not self.session:
            return not self.actor or ports.policy().is_somebody(self.actor)
        request = HttpRequest()
        store: Any = import_module(settings.SESSION_ENGINE).SessionStore
        request.session = store(self.session)
        return self.actor == f"user:{get_user(request).pk}"
