"""Who finds a match, tournament, season or ladder: an action per level, the same for all four."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from replays.admin import MatchAdmin
from replays.errors import KaitenError
from tournaments.people import things
from tournaments.people.admin.base import envelope_of
from tournaments.people.models import Visibility
from tournaments.people.policy import may
from tournaments.people.rights import VISIBILITY_WRITE
from tournaments.people.services.visibility import set_visibility

TITLES = {
    Visibility.PUBLIC: _("Visible: everybody"),
    Visibility.UNLISTED: _("Visible: whoever has the address"),
    Visibility.CLUB: _("Visible: the club alone"),
    "": _("Visible: as the club has it"),
}


def _action(level: str) -> Callable[..., None]:
    @admin.action(description=TITLES[level], permissions=["view"])
    def choose(_admin: Any, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        envelope = envelope_of(request)
        for row in chosen:
            if not may(envelope.actor, VISIBILITY_WRITE, row.club_id):
                continue
            try:
                set_visibility(
                    club_id=row.club_id,
                    kind=things.kind_of(row),
                    stream_id=row.pk,
                    visibility=level,
                    envelope=envelope,
                )
            except KaitenError as error:
                messages.error(request, f"{row}: {error.message}")
            else:
                messages.success(request, f"{row}: {TITLES[level]}")

    choose.__name__ = f"visible_{level or 'as_the_club'}"
    return choose


LEVEL_ACTIONS: list[Any] = [_action(level) for level in TITLES]
MatchAdmin.actions = [*MatchAdmin.actions, *LEVEL_ACTIONS]
