"""The tables of seasons, folded from their streams inside the transaction of each append."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from replays.projections.matches import moment
from replays.projections.rows import replace, upsert
from tournaments.seasons.events import SeasonEvent
from tournaments.seasons.models import Season, SeasonEvening, SeasonStatus
from tournaments.seasons.state import SeasonState


def write_season(
    season_id: UUID, state: SeasonState, _events: Sequence[SeasonEvent] | None = None
) -> None:
    """Write every row that a state means, and delete what it does not mean."""
    closing = state.closing
    upsert(
        Season,
        [
            Season(
                id=season_id,
                club_id=state.club,
                title=state.title,
                status=SeasonStatus.CLOSED if state.closed else SeasonStatus.OPEN,
                planned=state.planned,
                evenings=len(state.evenings),
                rules=state.rules.to_data(),
                champions=[str(one) for one in closing.champions] if closing is not None else [],
                version=state.version,
                created_at=moment(state.created_at),
                closed_at=moment(state.closed_at) if state.closed_at else None,
            )
        ],
    )
    evenings = [
        SeasonEvening(
            id=uuid5(season_id, f"evening/{number}"),
            season_id=season_id,
            number=number,
            tournament_id=tournament,
        )
        for number, tournament in enumerate(state.evenings, 1)
    ]
    replace(SeasonEvening, {"season_id": season_id}, evenings)
