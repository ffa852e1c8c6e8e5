"""A ladder's state, folded from its stream: a handful of events."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays.chain import RecordedEvent
from replays.errors import KaitenError
from replays.models import StoredEvent
from tournaments.ladders.events import LADDER_STREAM, LadderEvent
from tournaments.ladders.state import LadderState, advance

_ENVELOPE = RecordedEvent.__struct_fields__


def ladder_state(ladder_id: UUID) -> LadderState:
    """Return a ladder as its stream stands; raises `unknown_ladder`."""
    stored = StoredEvent.objects.filter(stream_id=ladder_id, stream__kind=LADDER_STREAM)
    rows = [RecordedEvent(*row) for row in stored.order_by("version").values_list(*_ENVELOPE)]
    if not rows:
        raise KaitenError("unknown_ladder", 404)
    return folded(rows)


def folded(rows: Sequence[RecordedEvent]) -> LadderState:
    """Return the ladder that rows from version 1 on make."""
    state: LadderState | None = None
    for row in rows:
        state = advance(state, decoded(row), row.recorded_at)
    if state is None:
        raise RuleViolation("not_expected", type="")
    return state


def decoded(row: RecordedEvent) -> LadderEvent:
    """Return the event of a row; raises `not_expected` for one of another kind of stream."""
    event = decode_payload(row.type, row.schema, row.payload)
    if not row.type.startswith(f"{LADDER_STREAM}."):
        raise RuleViolation("not_expected", type=row.type)
    return cast(LadderEvent, event)
