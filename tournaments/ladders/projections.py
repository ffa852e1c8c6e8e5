"""The rows of ladders, folded from their streams inside the transaction of each append.

Ratings are another matter: they follow matches, in `tournaments.ladders.services.updates`.
"""

from collections.abc import Sequence
from uuid import UUID

from replays.projections.matches import moment
from replays.projections.rows import upsert
from tournaments.ladders.events import LadderEvent
from tournaments.ladders.models import Ladder, LadderStatus, LadderUsual
from tournaments.ladders.state import LadderState
from tournaments.ladders.usual import usual_id


def write_ladder(
    ladder_id: UUID, state: LadderState, _events: Sequence[LadderEvent] | None = None
) -> None:
    row = Ladder(
        id=ladder_id,
        club_id=state.club,
        usual=_usual(ladder_id, state),
        title=state.title,
        status=LadderStatus.FROZEN if state.frozen else LadderStatus.OPEN,
        system=state.rules.system,
        rules=state.rules.to_data(),
        period_of=state.period_of,
        version=state.version,
        created_at=moment(state.created_at),
        frozen_at=moment(state.frozen_at) if state.frozen_at else None,
    )
    upsert(Ladder, [row])


def _usual(ladder_id: UUID, state: LadderState) -> LadderUsual:
    if ladder_id == usual_id(state.club):
        return LadderUsual.OVERALL
    games = state.rules.games
    if len(games) == 1 and ladder_id == usual_id(state.club, games[0]):
        return LadderUsual.GAME
    return LadderUsual.OWN
