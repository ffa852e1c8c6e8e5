"""The players of a club as text."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.people.labels import public_label
from tournaments.people.models import Kind, Player
from tournaments.tournaments.shell.known import whole_name
from tournaments.tournaments.shell.tables import table


def listed_people(players: Iterable[Player], entered: Mapping[UUID, int] | None = None) -> str:
    """Return players with their whole and public names; of a tournament, who is entered as what."""
    cells = [
        (
            player.id,
            whole_name(player),
            public_label(player),
            _kind(player),
            *([entered.get(player.id, "")] if entered is not None else []),
        )
        for player in players
    ]
    columns = (_("Id"), _("Name"), _("Public name"), "")
    return table((*columns, _("Entrant")) if entered is not None else columns, cells)


def _kind(player: Player) -> str:
    if player.kind == Kind.BOT:
        return _("bot")
    return _("guest") if player.guest else ""
