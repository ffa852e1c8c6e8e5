"""The tables of seasons, folded from their streams inside the transaction of each append."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import models

from games.core.errors import RuleViolation
from replays.chain import Problem, RecordedEvent
from replays.projections.matches import moment
from tournaments.seasons.models import Season, SeasonEvening, SeasonStatus
from tournaments.seasons.selectors.states import decoded, folded, season_state
from tournaments.seasons.state import SeasonState, advance


def project_season(season_id: UUID, rows: Sequence[RecordedEvent]) -> None:
    """Bring the rows of a season up to date; a log from version 1 on makes them anew."""
    state = folded(rows) if rows[0].version == 1 else season_state(season_id)
    write_season(season_id, state)


def verify_season(season_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    """Return the first event of a season's stream that cannot follow those before it."""
    state: SeasonState | None = None
    for row in rows:
        try:
            state = advance(state, decoded(row), row.recorded_at)
        except RuleViolation as violation:
            return Problem(violation.code, row.version)
    return None


def write_season(season_id: UUID, state: SeasonState) -> None:
    """Write every row that a state means, and delete what it does not mean."""
    closing = state.closing
    _upsert(
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
    _replace(SeasonEvening, season_id, evenings)


def _replace(model: Any, season_id: UUID, rows: Sequence[models.Model]) -> None:
    kept = [row.pk for row in rows]
    model._default_manager.filter(season_id=season_id).exclude(pk__in=kept).delete()
    _upsert(model, rows)


def _upsert(model: Any, rows: Sequence[models.Model]) -> None:
    if not rows:
        return
    columns = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        rows, update_conflicts=True, unique_fields=["id"], update_fields=columns, batch_size=500
    )
