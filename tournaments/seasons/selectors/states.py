"""A season's state, folded from its stream: a few dozen events at most."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays.chain import RecordedEvent
from replays.errors import KaitenError
from replays.models import StoredEvent
from tournaments.seasons.events import SEASON_STREAM, SeasonEvent
from tournaments.seasons.state import SeasonState, advance

_ENVELOPE = RecordedEvent.__struct_fields__


def season_state(season_id: UUID) -> SeasonState:
    """Return a season as its stream stands; raises `unknown_season`."""
    stored = StoredEvent.objects.filter(stream_id=season_id, stream__kind=SEASON_STREAM)
    rows = [RecordedEvent(*row) for row in stored.order_by("version").values_list(*_ENVELOPE)]
    if not rows:
        raise KaitenError("unknown_season", 404)
    return folded(rows)


def folded(rows: Sequence[RecordedEvent]) -> SeasonState:
    """Return the season that rows from version 1 on make."""
    state: SeasonState | None = None
    for row in rows:
        state = advance(state, decoded(row), row.recorded_at)
    if state is None:
        raise RuleViolation("not_expected", type="")
    return state


def decoded(row: RecordedEvent) -> SeasonEvent:
    """Return the event of a row; raises `not_expected` for one of another kind of stream."""
    event = decode_payload(row.type, row.schema, row.payload)
    if not row.type.startswith(f"{SEASON_STREAM}."):
        raise RuleViolation("not_expected", type=row.type)
    return cast(SeasonEvent, event)
