"""The rows of ladders, folded from their streams inside the transaction of each append.

Ratings are another matter: they follow matches, in `tournaments.ladders.services.updates`.
"""

from collections.abc import Sequence
from uuid import UUID

from games.core.errors import RuleViolation
from replays.chain import Problem, RecordedEvent
from replays.projections.matches import moment
from tournaments.ladders.models import Ladder, LadderStatus, LadderUsual
from tournaments.ladders.selectors.states import decoded, folded, ladder_state
from tournaments.ladders.state import LadderState, advance
from tournaments.ladders.usual import usual_id


def project_ladder(ladder_id: UUID, rows: Sequence[RecordedEvent]) -> None:
    """Bring the row of a ladder up to date; a log from version 1 on makes it anew."""
    state = folded(rows) if rows[0].version == 1 else ladder_state(ladder_id)
    row = {
        "club_id": state.club,
        "usual": _usual(ladder_id, state),
        "title": state.title,
        "status": LadderStatus.FROZEN if state.frozen else LadderStatus.OPEN,
        "system": state.rules.system,
        "rules": state.rules.to_data(),
        "period_of": state.period_of,
        "version": state.version,
        "created_at": moment(state.created_at),
        "frozen_at": moment(state.frozen_at) if state.frozen_at else None,
    }
    Ladder.objects.update_or_create(id=ladder_id, defaults=row)


def _usual(ladder_id: UUID, state: LadderState) -> LadderUsual:
    if ladder_id == usual_id(state.club):
        return LadderUsual.OVERALL
    games = state.rules.games
    if len(games) == 1 and ladder_id == usual_id(state.club, games[0]):
        return LadderUsual.GAME
    return LadderUsual.OWN


def verify_ladder(ladder_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    """Return the first event of a ladder's stream that cannot follow those before it."""
    state: LadderState | None = None
    for row in rows:
        try:
            state = advance(state, decoded(row), row.recorded_at)
        except RuleViolation as violation:
            return Problem(violation.code, row.version)
    return None
