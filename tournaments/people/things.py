"""What clubs have, by kind, as far as somebody may not know of it; `tournaments.apps` names it."""

from typing import Any
from uuid import UUID

from django.db.models import Model

from replays.errors import KaitenError
from replays.models import Match
from tournaments.people.models import Player

STREAMS: dict[str, type[Model]] = {"match": Match}
"""What has a level of its own, by the kind of its stream."""
OF_CLUB: dict[str, type[Model]] = {"player": Player}
"""What is found by whoever finds its club."""
TABLES: list[type[Model]] = []
"""The rows that say of which tournament a match is."""


def bind(
    *, streams: dict[str, type[Model]], of_club: dict[str, type[Model]], tables: type[Model]
) -> None:
    """Say what else clubs have."""
    STREAMS.update(streams)
    OF_CLUB.update(of_club)
    TABLES[:] = [tables]


def kind_of(row: Model) -> str:
    """Return the kind of a row with a level of its own."""
    return next(kind for kind, model in STREAMS.items() if isinstance(row, model))


def thing_of(kind: str, stream_id: UUID) -> Any:
    """Return the row of a stream; raises `unknown_match`, `unknown_tournament` and the like."""
    row = STREAMS[kind]._default_manager.filter(pk=stream_id).first()
    if row is None:
        raise KaitenError(f"unknown_{kind}", 404)
    return row
